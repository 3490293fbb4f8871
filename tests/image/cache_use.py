"""What a container is given to run: it tells how many kernels were loaded, and compiled."""

import json
from importlib import import_module
from pkgutil import walk_packages

from llvmlite import binding
from numba.core import event

from service import solver
from service.solver.compiling.kernels.jit import Kernel

with event.install_recorder("numba:compile") as recorder:
    solver.Solver(1).warm_up()
compiled = sum(each.is_start for _, each in recorder.buffer)
kernels = {
    each
    for module in walk_packages(solver.__path__, f"{solver.__name__}.")
    if ".kernels." in module.name
    for each in vars(import_module(module.name)).values()
    if isinstance(each, Kernel)
}
loaded = sum(len(each.signatures) for each in kernels)
print(json.dumps({"loaded": loaded, "compiled": compiled, "cpu": binding.get_host_cpu_name()}))
