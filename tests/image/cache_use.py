"""What a container is given to run: it tells how many kernels were loaded, and compiled."""

import json
from importlib import import_module
from pkgutil import iter_modules

from llvmlite import binding

from service.solver import Solver, kernels

Solver(1).warm_up()
statistics = {
    id(each): each.stats
    for module in iter_modules(kernels.__path__, f"{kernels.__name__}.")
    for each in vars(import_module(module.name)).values()
    if hasattr(each, "signatures")
}
loaded = sum(sum(each.cache_hits.values()) for each in statistics.values())
compiled = sum(sum(each.cache_misses.values()) for each in statistics.values())
print(json.dumps({"loaded": loaded, "compiled": compiled, "cpu": binding.get_host_cpu_name()}))
