"""The lowest versions that pyproject.toml admits serve, too, for who installs without the lock.

They are the lowest of what is asked for by name that have a wheel for this Python (numpy 2.0 has
none for 3.13); what those ask for comes as new as it may. To compile the kernels for their numba
would take minutes. Here they are interpreted, so that numba is imported, but not tried.
"""

import json
import sys
from pathlib import Path

import pytest
import requests

from tests.api.questions import ask
from tests.api.telemetry.scrapes import scrape
from tests.packaging.declared import SERVICE_EXTRAS
from tests.sharing.redis_server import running_redis
from tests.support.live_server import SERVE, serving
from tests.support.programs import printed
from tests.support.project import ROOT
from tests.support.waiting import wait_until

pytestmark = pytest.mark.thorough

INTERPRETED = {"NUMBA_DISABLE_JIT": "1"}
SECRET = "0123456789abcdef"


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Provide the Python of an environment that has the lowest versions."""
    folder = tmp_path_factory.mktemp("lowest")
    locked, environment = folder / "lowest.txt", folder / "environment"
    extras = [word for extra in SERVICE_EXTRAS for word in ("--extra", extra)]
    uv(
        "pip", "compile", "--resolution", "lowest-direct", "--only-binary", ":all:",
        "--python", sys.executable, *extras, "--output-file", str(locked), "pyproject.toml",
    )  # fmt: skip
    uv("venv", "--python", sys.executable, str(environment))
    installed = str(environment / "bin" / "python")
    uv("pip", "sync", "--only-binary", ":all:", "--python", installed, str(locked))
    return installed


def uv(*arguments: str) -> None:
    """Run uv, which asks the package index."""
    printed(sys.executable, "-m", "uv", "--quiet", *arguments, folder=ROOT)


def test_they_serve(python: str, tmp_path: Path) -> None:
    command = (python, *SERVE[1:])
    with (
        running_redis(tmp_path) as cache,
        serving(None, command, CACHE_URL=cache.url, CACHE_SECRET=SECRET, **INTERPRETED) as live,
    ):
        executable = Path(f"/proc/{live.process.pid}/cmdline").read_text().split("\0")[0]
        assert executable == python
        question = {"board": ["....."] * 4, "row_length": 4, "time_limit_ms": 60_000}
        assert ask(live.url, **question).json()["outcome"] == "draw"
        wait_until(lambda: scrape(live)("kinarow_cache_events_total", event="kept"))
        assert requests.get(f"{live.url}/docs", timeout=60).status_code == 200
        printed(
            python, "-m", "service", "play", "3", "3", "3", "--x", "lines", "--o", "master",
            "--url", live.url, folder=ROOT, **INTERPRETED,
        )  # fmt: skip


def test_their_contract_is_the_same(python: str) -> None:
    told = printed(python, "-m", "service", "openapi", folder=ROOT, **INTERPRETED)
    assert told == (ROOT / "openapi.yaml").read_text()


def test_they_answer_a_heap_on_a_cluster(python: str, tmp_path: Path) -> None:
    heap = tmp_path / "heap.jsonl"
    heap.write_text('{"width": 3, "height": 3, "row_length": 3, "max_options": 1}\n')
    analyse = (
        "import sys\n"
        "from distributed import LocalCluster\n"
        "from service.cli import main\n"
        "alone = {'n_workers': 1, 'processes': False, 'protocol': 'tcp://'}\n"
        "with LocalCluster(**alone, dashboard_address=':0') as cluster:\n"
        "    main(['analyse', sys.argv[1], '--cluster', cluster.scheduler_address, '--nodes', '9'])"
    )
    answer = printed(python, "-c", analyse, str(heap), folder=ROOT, **INTERPRETED)
    assert json.loads(answer)["answer"]["best_move"]["name"] == "b2"
