"""The processes that compile: each part once, by however many, and none is left over."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from service.solver.compiling import cache_folder
from service.solver.lines import WIDE_WORDS
from tests.solver.compiling.parts import FAILING, NAMES
from tests.support.live_server import serving
from tests.support.programs import lacking_mounts, run
from tests.support.project import ROOT
from tests.support.waiting import wait_until

PROGRAM = """
import logging, sys
from service.solver.compiling import (
    cache_folder, compile_in_processes, has_compiled, provide_folder,
)
logging.basicConfig(level="INFO", format="%(message)s", stream=sys.stdout)
parts = sys.argv[1:]
assert provide_folder()
print("in:", cache_folder())
compile_in_processes("tests.solver.compiling.parts", parts, processes=2)
print("compiled:", *filter(has_compiled, parts))
"""

FORKING = """
import os, sys, time
from pathlib import Path
from threading import Thread
from service.solver.compiling import compile_in_processes
arguments = "tests.solver.compiling.parts", sys.argv[1:], 2
compiling = Thread(target=compile_in_processes, args=arguments)
def pipes():
    links = [os.readlink(each) for each in Path("/proc/self/fd").iterdir() if each.exists()]
    return {link for link in links if link.startswith("pipe:")}
parent, own = os.getpid(), pipes()
compiling.start()
while compiling.is_alive():
    if not os.fork():
        if pipes() - own:
            print("inherited", flush=True)
        while os.getppid() == parent:
            time.sleep(0.1)
        os._exit(0)
    time.sleep(0.1)
print("ended")
"""
"""A process that forks all the while: `compile_in_processes` returns when its processes end."""

ENDING = """
import sys, time
from pathlib import Path
from threading import Thread
from service.solver.compiling import compile_in_processes
arguments = "tests.solver.compiling.parts", sys.argv[2:], 2
Thread(target=compile_in_processes, args=arguments, daemon=True).start()
while not Path(sys.argv[1]).exists():
    time.sleep(0.01)
"""
"""A process that wants some parts, and ends as soon as the first is being compiled."""


@contextmanager
def compiling(
    folder: Path,
    *parts: str,
    seconds: float = 0.0,
    cache: str = "cache",
    program: str = PROGRAM,
) -> Iterator[subprocess.Popen[str]]:
    """Run a process that wants the parts, each of which takes so long."""
    settings = {
        "PYTHONPATH": str(ROOT), "NUMBA_CACHE_DIR": str(folder / cache), "TMPDIR": str(folder),
        "WORK_FILE": str(folder / "work"), "WORK_SECONDS": str(seconds),
    }  # fmt: skip
    command = [sys.executable, "-c", program, *parts]
    with subprocess.Popen(
        command, env=os.environ | settings, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def work(folder: Path) -> list[tuple[int, str]]:
    """Return which process has begun which part, in order."""
    file = folder / "work"
    lines = file.read_text().splitlines() if file.exists() else []
    return [(int(pid), name) for pid, name in map(str.split, lines)]


def is_running(pid: int) -> bool:
    """Return whether a process exists and is no zombie."""
    state = run("ps", "-o", "stat=", "-p", str(pid)).stdout.strip()
    return bool(state) and not state.startswith("Z")


def test_the_parts_are_shared_out_and_the_log_says_how_far_they_are(tmp_path: Path) -> None:
    with compiling(tmp_path, *NAMES, seconds=0.5) as process:
        said, _ = process.communicate(timeout=60)
    assert len({pid for pid, _ in work(tmp_path)}) == 2
    for number, name in enumerate(NAMES, 1):
        assert f"{number} of {len(NAMES)}: {name}." in said
    assert said.splitlines()[-1] == f"compiled: {' '.join(NAMES)}"


def test_a_process_that_is_forked_meanwhile_keeps_no_pipe_and_no_compiler(tmp_path: Path) -> None:
    with compiling(tmp_path, *NAMES, seconds=0.2, program=FORKING) as process:
        said, _ = process.communicate(timeout=60)
    assert said == "ended\n"


def test_a_process_that_ends_waits_for_nothing_it_wanted(tmp_path: Path) -> None:
    arguments = str(tmp_path / "work"), *NAMES
    with compiling(tmp_path, *arguments, seconds=600, program=ENDING) as process:
        assert process.wait(60) == 0
        wait_until(lambda: not any(is_running(pid) for pid, _ in work(tmp_path)))


@pytest.mark.thorough
def test_a_first_start_leaves_a_server_with_its_workers_alone(tmp_path: Path) -> None:
    """What is compiled last, which this cache seems to lack, is compiled while workers start."""
    folder = tmp_path / cache_folder().name
    shutil.copytree(cache_folder(), folder)
    (folder / f"{WIDE_WORDS}.done").unlink()
    # It is ready when its only children are two workers.
    with serving(WORKERS="2", NUMBA_CACHE_DIR=str(tmp_path)):
        assert (folder / f"{WIDE_WORDS}.done").exists()


@pytest.mark.thorough
def test_what_is_compiled_is_not_compiled_again(tmp_path: Path) -> None:
    with compiling(tmp_path, *NAMES[:2]) as first:
        first.communicate(timeout=60)
    with compiling(tmp_path, *NAMES) as second:
        said, _ = second.communicate(timeout=60)
    assert sorted(name for _, name in work(tmp_path)) == sorted(NAMES)
    assert f"1 of 2: {NAMES[2]}." in said


@pytest.mark.thorough
def test_two_starts_at_once_share_the_work(tmp_path: Path) -> None:
    with (
        compiling(tmp_path, *NAMES, seconds=0.5) as one,
        compiling(tmp_path, *NAMES, seconds=0.5) as other,
    ):
        for each in (one, other):
            said, _ = each.communicate(timeout=60)
            assert said.splitlines()[-1] == f"compiled: {' '.join(NAMES)}"
    assert sorted(name for _, name in work(tmp_path)) == sorted(NAMES)


@pytest.mark.parametrize(
    "how",
    [
        signal.SIGTERM,
        signal.SIGKILL,
        pytest.param(signal.SIGHUP, marks=[
            pytest.mark.thorough,
            pytest.mark.skipif(
                signal.getsignal(signal.SIGHUP) == signal.SIG_IGN,
                reason="nohup has its children ignore it",
            ),
        ]),
    ],
)  # fmt: skip
def test_no_process_goes_on_once_the_one_that_wanted_it_has_ended(
    tmp_path: Path, how: signal.Signals
) -> None:
    """With the one that is told to end goes its folder for the time being, too."""
    (tmp_path / "file").touch()
    with compiling(tmp_path, *NAMES, seconds=600, cache="file/cache") as process:
        wait_until(lambda: len(work(tmp_path)) == 2)
        assert [*tmp_path.glob("k-in-a-row-kernels-*")]
        process.send_signal(how)
        assert process.wait() == -how
        wait_until(lambda: not any(is_running(pid) for pid, _ in work(tmp_path)))
    assert how == signal.SIGKILL or not [*tmp_path.glob("k-in-a-row-kernels-*")]


@pytest.mark.skipif(bool(lacking_mounts()), reason=f"left out: {lacking_mounts()}")
def test_a_user_without_a_home_gets_no_folder_named_so(tmp_path: Path) -> None:
    """That is one whom the system does not know, and in whose environment there is no `HOME`."""
    stranger = ["unshare", "--user", "--map-user=54321", "env"]
    unset = [f"--unset={name}" for name in ("HOME", "XDG_CACHE_HOME", "NUMBA_CACHE_DIR")]
    program = "from service.solver.compiling import provide_folder; print(provide_folder())"
    command = [*stranger, *unset, sys.executable, "-c", program]
    done = run(*command, folder=tmp_path, PYTHONPATH=str(ROOT), PYTHONDONTWRITEBYTECODE="1")
    assert (done.returncode, done.stdout) == (0, "True\n"), done.stderr
    assert "Set NUMBA_CACHE_DIR to a folder that can be written to." in done.stderr
    assert not [*tmp_path.iterdir()]


@pytest.mark.thorough
def test_a_part_that_fails_is_named_and_keeps_nobody_waiting(tmp_path: Path) -> None:
    with compiling(tmp_path, FAILING, *NAMES) as process:
        said, _ = process.communicate(timeout=60)
    assert f"The process that compiles {FAILING} has failed." in said
    assert said.splitlines()[-1] == f"compiled: {' '.join(NAMES)}"


@pytest.mark.thorough
def test_where_nothing_can_be_kept_a_folder_for_the_time_being_serves(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with compiling(tmp_path, *NAMES, cache="file/cache") as process:
        said, _ = process.communicate(timeout=60)
    assert f"cannot be kept in {tmp_path / 'file/cache'}" in said
    assert f"in: {tmp_path / 'k-in-a-row-kernels-'}" in said
    assert said.splitlines()[-1] == f"compiled: {' '.join(NAMES)}"
    assert not [*tmp_path.glob("k-in-a-row-kernels-*")]
