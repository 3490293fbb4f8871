"""The application that gunicorn serves; with preload the kernels are compiled before it listens."""

import gc

from service.api.app import count_event, create_app
from service.questions.in_process import new_solver
from service.settings import read_settings

# What is made from here on is no garbage; to look for some would take a fifth of the time.
gc.disable()
_settings = read_settings()
_solver = new_solver(_settings, count_event)
# The kernels for wide words are compiled while the server serves, see `api.server.config`.
_solver.warm_up(wide_words=False)
app = create_app(_settings, _solver)

# All objects that exist now live as long as the process. The garbage collector need not look at
# them, which makes collections short, and the workers go on sharing their memory.
gc.freeze()
gc.enable()
