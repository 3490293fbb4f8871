"""The application that gunicorn serves; with preload the kernels are compiled before it listens."""

import gc

from service.api.app import create_app, new_solver
from service.settings import read_settings

_settings = read_settings()
_solver = new_solver(_settings)
# What is compiled last is compiled while the server serves, see `api.server.config`.
_solver.warm_up(wide_words=False)
app = create_app(_settings, _solver)

# All that exists now lives as long as the process. Collections need not look at it, which makes
# them short, and the workers go on sharing its memory.
gc.collect()
gc.freeze()
