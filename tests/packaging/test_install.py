"""What `pip install` brings: all that serving needs, a command, and advice on the extras."""

import importlib.metadata
import shutil
import subprocess
import sys
import venv
import zipfile
from collections.abc import Iterable
from pathlib import Path
from pkgutil import iter_modules

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from service import __version__
from service.cli import commands
from tests.packaging.declared import declared
from tests.support import programs
from tests.support.programs import printed
from tests.support.project import ROOT

pytestmark = pytest.mark.thorough

SECRET = "0123456789abcdef"
TERMINAL = ["play", "solve", "tournament"]
"""Commands that need the extra of this name."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Provide the wheel, built from the source distribution, built from a copy of the sources."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    shutil.copytree(
        ROOT / "service", source / "service", ignore=shutil.ignore_patterns("__pycache__")
    )
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    build = f"from setuptools.build_meta import build_sdist; build_sdist({str(folder)!r})"
    printed(sys.executable, "-c", build, folder=source)
    (archive,) = folder.glob("*.tar.gz")
    pip("wheel", "--no-build-isolation", "--wheel-dir", str(folder), str(archive))
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Provide the programs of an environment with the wheel and its dependencies, but no extra.

    The packages are links to those of this environment, so that nothing is downloaded.
    """
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, symlinks=True)
    (packages,) = folder.glob("lib/python*/site-packages")
    for distribution in map(importlib.metadata.distribution, closure(declared([]))):
        tops = {path.parts[0] for path in distribution.files or []} - {"..", "__pycache__"}
        for top in tops:
            (packages / top).symlink_to(str(distribution.locate_file(top)))
    pip("--python", str(folder / "bin" / "python"), "install", str(wheel))
    return folder / "bin"


def closure(names: Iterable[str]) -> set[str]:
    """Return the distributions of these names and all that those depend on, here."""
    found: set[str] = set()
    left = list(names)
    while left:
        name = canonicalize_name(left.pop())
        if name not in found:
            found.add(name)
            needs = map(Requirement, importlib.metadata.requires(name) or [])
            left += [
                need.name
                for need in needs
                if not need.marker or need.marker.evaluate({"extra": ""})
            ]
    return found


def pip(*arguments: str) -> None:
    """Run pip without any index."""
    at = arguments.index("install") if "install" in arguments else 0
    command = [*arguments[: at + 1], "--quiet", "--no-deps", "--no-index", *arguments[at + 1 :]]
    printed(sys.executable, "-m", "pip", *command)


def run(program: Path, *arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Return what an installed program says, away from the sources."""
    return programs.run(program, *arguments, folder=program.parent, PYTHONPATH="", **settings)


def test_the_wheel_holds_every_file_of_the_service(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if ".dist-info/" not in name}
    files = {
        str(path.relative_to(ROOT))
        for path in (ROOT / "service").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert "service/py.typed" in files
    assert packed == files


def test_it_is_compatible_with_what_is_locked(installed: Path) -> None:
    printed(sys.executable, "-m", "pip", "--python", installed / "python", "check")


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["k-in-a-row", "--version"], f"k-in-a-row {__version__}\n"),
        (["python", "-m", "service", "--version"], f"k-in-a-row {__version__}\n"),
        (["k-in-a-row", "openapi"], (ROOT / "openapi.yaml").read_text()),
        (["k-in-a-row", "gomocup"], ""),
    ],
    ids=["the command", "the module", "the contract", "no manager says anything"],
)
def test_what_needs_no_extra_is_said(installed: Path, command: list[str], said: str) -> None:
    done = run(installed / command[0], *command[1:])
    assert (done.returncode, done.stdout, done.stderr) == (0, said, "")


def test_it_serves_without_any_extra(installed: Path) -> None:
    program = (
        "import service.api.server.config\n"
        "from service.api.app import create_app\n"
        "from service.settings import Settings\n"
        "client = create_app(Settings()).test_client()\n"
        "for path in ('/', '/docs', '/docs/swagger-ui-bundle.js', '/healthz', '/metrics'):\n"
        "    print(client.get(path).status_code)\n"
    )
    served = run(installed / "python", "-c", program, TABLE_MEBIBYTES="1")
    assert served.stdout.split() == ["200"] * 5, served.stderr


@pytest.mark.parametrize("arguments", [["3", "3", "3"], ["--help"]])
@pytest.mark.parametrize(
    ("command", "packages"),
    [("mcp", "httpx2 mcp"), *((each, "requests rich urllib3") for each in TERMINAL)],
)
def test_a_command_names_the_extra_it_needs(
    installed: Path, command: str, packages: str, arguments: list[str]
) -> None:
    done = run(installed / "k-in-a-row", command, *arguments)
    assert (done.returncode, done.stdout) == (1, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"Error: `{command}` needs ")
    assert line.endswith(f": {installed / 'python'} -m pip install {packages}")


def test_help_lists_every_command_even_so(installed: Path) -> None:
    done = run(installed / "k-in-a-row", "--help")
    listed = {line.split()[0] for line in done.stdout.partition("Commands:\n")[2].splitlines()}
    assert listed == {module.name for module in iter_modules(commands.__path__)}


@pytest.mark.parametrize("command", ["serve", "openapi"])
def test_a_shared_cache_names_the_extra_it_needs(installed: Path, command: str) -> None:
    done = run(
        installed / "k-in-a-row", command, CACHE_URL="redis://localhost", CACHE_SECRET=SECRET
    )
    assert done.returncode == 2
    hint = f"{installed / 'python'} -m pip install redis"
    assert done.stderr == f"CACHE_URL needs redis, which is not installed: {hint}.\n"
