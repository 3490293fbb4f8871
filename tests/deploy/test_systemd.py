"""The units for systemd: what they say fits the service, and systemd understands all of it.

That a server takes a socket of systemd, and tells it when it is ready, is tested for real in
`tests/api/server/test_inherited_socket.py`.
"""

import shlex
from collections import defaultdict
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
    found = defaultdict(list)
    for line in (UNITS / unit).read_text().splitlines():
        if "=" in line and not line.startswith("#"):
            name, value = line.split("=", 1)
            found[name].append(value)
    return dict(found)


def test_the_socket_is_that_of_the_service() -> None:
    service, socket = read(SERVICE), read(SOCKET)
    assert service["Requires"] == [SOCKET]
    assert SOCKET in service["After"][0].split()
    assert socket["ListenStream"] == [str(default("port"))]


def test_the_service_is_given_time_and_not_started_again_in_vain() -> None:
    service = read(SERVICE)
    assert int(service["TimeoutStopSec"][0]) > STOP_SECONDS
    assert service["TimeoutStartSec"] == ["20min"]
    assert service["RestartPreventExitStatus"] == ["2"]
    assert service["Type"] == ["notify"]


def test_it_keeps_its_kernels_and_may_run_them() -> None:
    service = read(SERVICE)
    assert service["Environment"] == [f"NUMBA_CACHE_DIR=%C/{service['CacheDirectory'][0]}"]
    assert "MemoryDenyWriteExecute" not in service
    command = shlex.split(service["ExecStart"][0])
    assert (Path(command[0]).name, command[1:]) == ("k-in-a-row", ["serve"])


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
