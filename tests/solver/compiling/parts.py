"""A process that compiles parts which are but a line in a file and some seconds of sleep."""

import os
import time
from functools import partial
from pathlib import Path

from service.solver.compiling import compile_as_told

NAMES = ("one", "two", "three", "four")
FAILING = "failing"


def _work(name: str) -> None:
    with Path(os.environ["WORK_FILE"]).open("a") as file:
        file.write(f"{os.getpid()} {name}\n")
    time.sleep(float(os.environ["WORK_SECONDS"]))
    if name == FAILING:
        raise RuntimeError(name)


if __name__ == "__main__":
    compile_as_told({name: partial(_work, name) for name in (*NAMES, FAILING)})
