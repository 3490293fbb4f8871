"""What the tests of a run share: the tier they are in, who runs where, and servers."""

import functools
import gc
import random
import sys
from collections.abc import Generator, Iterator
from typing import Any

import hypothesis
import pytest

from tests.support.live_server import LiveServer, serving
from tests.support.sampling import choose_tier

pytest_plugins = ["tests.support.programs"]

TOGETHER = ("tests/agents/", "tests/clients/", "tests/sharing/")
"""Folders of tests whose files share what takes seconds to start."""
FIRST = ("tests/mutants/", "tests/packaging/", "tests/api/contract/", "tests/test_makefile.py")
"""Where a file takes minutes: in the end the other processes would wait for it."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--thorough", action="store_true", help="try whole samples, of a new seed")
    parser.addoption("--seed", type=int, help="the seed of a thorough run, to repeat it")
    parser.addoption(
        "--share",
        type=float,
        default=1.0,
        help="the share of its samples that a thorough run tries",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Choose the tier before any test is imported; the process that runs all tells the others."""
    options = config.option
    if hasattr(config, "workerinput"):
        options.seed = config.workerinput["seed"]
    elif options.thorough and options.seed is None:
        options.seed = random.randrange(1 << 32)
    options.hypothesis_seed = options.seed
    choose_tier(options.seed, options.share)
    hypothesis.settings.register_profile("tier", derandomize=options.seed is None, deadline=None)
    hypothesis.settings.load_profile("tier")


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Called by pytest-xdist for each process it starts."""
    node.workerinput["seed"] = node.config.option.seed


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Have the files of some folders share a process as well, and the servers of its session."""
    # Not every run has processes.
    from xdist.scheduler import LoadFileScheduling  # type: ignore[import-untyped]

    scheduler = LoadFileScheduling(config, log)
    file_of = scheduler._split_scope

    def shared_by(nodeid: str) -> str:
        file = str(file_of(nodeid))
        return next((folder for folder in TOGETHER if file.startswith(folder)), file)

    scheduler._split_scope = shared_by
    return scheduler


def pytest_report_header(config: pytest.Config) -> str:
    seed = config.option.seed
    return "quick samples" if seed is None else f"whole samples, repeated with --seed {seed}"


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for no garbage while thousands of tests are made, nor ever among them."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave to each tier what is its own, and begin with what takes longest."""
    items.sort(key=lambda item: not item.nodeid.startswith(FIRST))
    of_the_tier = is_quick if config.option.seed is None else is_more
    config.hook.pytest_deselected(items=[item for item in items if not of_the_tier(item)])
    items[:] = filter(of_the_tier, items)


def is_quick(item: pytest.Item) -> bool:
    """Return whether the quick tier tries the test, if only with a part of its samples."""
    return item.get_closest_marker("thorough") is None


def is_more(item: pytest.Item) -> bool:
    """Return whether the thorough tier may try more of the test than the quick one."""
    marked = any(map(item.get_closest_marker, ("thorough", "long")))
    return marked or _draws_samples(item.module.__name__)  # type: ignore[attr-defined]


@functools.cache
def _draws_samples(module: str) -> bool:
    """Return whether a module uses chance or samples, or one of ours that does."""
    used = {
        str(getattr(value, "__module__", None) or getattr(value, "__name__", ""))
        for value in vars(sys.modules[module]).values()
    } - {module}
    return bool(used & {"tests.support.sampling", "hypothesis.core"}) or any(
        name.startswith("tests.") and _draws_samples(name) for name in used
    )


@pytest.fixture(scope="session")
def solver() -> Any:
    """Provide one solver for all tests, its table filled by whatever ran before."""
    # Most tests need none, and loading it takes a while.
    from service.solver import Solver

    return Solver(table_mebibytes=64)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """Provide a server with two workers that logs all it can."""
    log = tmp_path_factory.mktemp("log") / "stderr"
    with serving(log, WORKERS="2", LOG_LEVEL="debug") as live:
        yield live


@pytest.fixture(scope="session")
def base_url(server: LiveServer) -> str:
    """Provide the address of the live server."""
    return server.url
