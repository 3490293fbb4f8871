"""The application gunicorn serves; with preload the kernels are compiled before it listens."""

from service.api.app import create_app
from service.settings import Settings
from service.solver import Solver

_settings = Settings()
_solver = Solver(_settings.table_mebibytes)
_solver.warm_up()
app = create_app(_settings, _solver)
