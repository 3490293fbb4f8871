"""`python -m service.solver` compiles the kernels that are not compiled yet, and says so."""

import logging

from service.solver import compile_kernels

if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    compile_kernels(wide_words=True)
