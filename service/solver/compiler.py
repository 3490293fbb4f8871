"""A process that compiles the parts that it is told of; see `compiling.workers`."""

from service.solver.compiling import compile_as_told
from service.solver.warm_up import PARTS

if __name__ == "__main__":
    compile_as_told(PARTS)
