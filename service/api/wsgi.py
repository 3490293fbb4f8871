"""The application gunicorn serves; with preload the kernels are compiled before it listens."""

import gc
import os

from service.api.app import create_app
from service.api.solving import new_solver
from service.settings import read_settings

_settings = read_settings()
_solver = new_solver(_settings)
_solver.warm_up()
app = create_app(_settings, _solver)

# A worker takes the memory of its table when it starts, not page by page while it answers.
os.register_at_fork(after_in_child=_solver.forget)

# All that exists now lives as long as the process. Collections need not look at it, which makes
# them short, and the workers go on sharing its memory.
gc.collect()
gc.freeze()
