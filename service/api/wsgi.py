"""The application gunicorn serves; with preload the kernels are compiled before it listens."""

import gc
import os
import subprocess
import sys

from service.api.app import create_app, new_solver
from service.settings import read_settings

_settings = read_settings()
_solver = new_solver(_settings)
if not _solver.compiled():
    # The compiler keeps hundreds of megabytes as long as its process lives.
    program = "from service.solver import Solver; Solver(1).warm_up()"
    subprocess.run([sys.executable, "-c", program], check=False)
_solver.warm_up()
app = create_app(_settings, _solver)

# A worker takes the memory of its table when it starts, not page by page while it answers.
os.register_at_fork(after_in_child=_solver.forget)

# All that exists now lives as long as the process. Collections need not look at it, which makes
# them short, and the workers go on sharing its memory.
gc.collect()
gc.freeze()
