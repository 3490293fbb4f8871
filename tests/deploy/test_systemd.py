"""The units for systemd: what they say fits the service, and systemd understands all of it.

That a server takes a socket of systemd, and tells it when it is ready, is tested for real in
`tests/api/server/test_inherited_socket.py`.
"""

import re
import shlex
from pathlib import Path

import pytest

from tests.deploy.defaults import STOP_SECONDS, default
from tests.support.programs import lacking_systemd, run
from tests.support.project import ROOT

UNITS = ROOT / "deploy" / "systemd"
SERVICE, SOCKET = "k-in-a-row.service", "k-in-a-row.socket"
MOST_EXPOSED = 20
"""Tenths of what `systemd-analyze security` calls OK; 96 is a unit that restricts nothing."""


def read(unit: str) -> dict[str, list[str]]:
    """Return what a unit says, by the names of its settings."""
    found: dict[str, list[str]] = {}
    for name, value in re.findall(r"^(\w+)=(.*)$", (UNITS / unit).read_text(), re.MULTILINE):
        found.setdefault(name, []).append(value)
    return found


UNIT, LISTENER = read(SERVICE), read(SOCKET)
COMMAND = shlex.split(UNIT["ExecStart"][0])
AGREE = {
    "the service wants its socket": (UNIT["Requires"], [SOCKET]),
    "before it starts": (SOCKET in UNIT["After"][0].split(), True),
    "the socket is at the port of the settings": (
        LISTENER["ListenStream"], [str(default("port"))],
    ),
    "it says when it is ready": (UNIT["Type"], ["notify"]),
    "which may take long": (UNIT["TimeoutStartSec"], ["20min"]),
    "it is not started again in vain": (UNIT["RestartPreventExitStatus"], ["2"]),
    "it keeps its kernels": (
        UNIT["Environment"], [f"NUMBA_CACHE_DIR=%C/{UNIT['CacheDirectory'][0]}"],
    ),
    "and may run them": ("MemoryDenyWriteExecute" in UNIT, False),
    "it runs the command": ([Path(COMMAND[0]).name, *COMMAND[1:]], ["k-in-a-row", "serve"]),
}  # fmt: skip
"""What the units say, and what they are to say for the service."""


@pytest.mark.parametrize(("found", "expected"), AGREE.values(), ids=AGREE)
def test_what_the_units_say_fits_the_service(found: object, expected: object) -> None:
    assert found == expected


def test_the_service_is_given_more_time_than_it_takes_to_stop() -> None:
    assert int(UNIT["TimeoutStopSec"][0]) > STOP_SECONDS


@pytest.mark.skipif(bool(lacking_systemd()), reason=f"left out: {lacking_systemd()}")
def test_systemd_understands_all_of_it_and_finds_little_exposed(tmp_path: Path) -> None:
    for unit in (SERVICE, SOCKET):
        text = (UNITS / unit).read_text()
        (tmp_path / unit).write_text(text.replace("/opt/k-in-a-row/bin/k-in-a-row", "/bin/true"))
    for unit in (SERVICE, SOCKET):
        # What it does not understand it only mentions.
        done = run("systemd-analyze", "verify", tmp_path / unit)
        assert (done.returncode, done.stdout + done.stderr) == (0, "")
    done = run(
        "systemd-analyze", "security", "--offline=yes", f"--threshold={MOST_EXPOSED}",
        "--no-pager", tmp_path / SERVICE,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
