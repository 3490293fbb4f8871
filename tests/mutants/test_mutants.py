"""Each unsound change makes a test fail that passes without it."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mutants.mutants import MUTANTS, Mutant
from tests.support.programs import run
from tests.support.project import ROOT
from tests.support.sampling import chance_of

SERVICE = Path("service")
PASSED, FAILED = 0, 1
"""What pytest ends with; anything else is no verdict."""
CHOSEN = chance_of("mutants").sample(MUTANTS, 5)
"""Tried in this run of the thorough tier: each compiles kernels of its own. The rest takes long."""


def copied(folder: Path) -> Path:
    """Copy the package, and what its tests need, to a folder; return that."""
    for name in ("service", "tests"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def tried(folder: Path, tests: set[str], **environment: str) -> subprocess.CompletedProcess[str]:
    """Run tests in a copy; return what they say."""
    paths = [f"tests/{each}" for each in sorted(tests)]
    options = ["-x", "-q", "-p", "no:cacheprovider"]
    return run(sys.executable, "-m", "pytest", *options, *paths, folder=folder, **environment)


def test_every_mutant_is_of_the_source_as_it_is() -> None:
    for mutant in MUTANTS:
        text = (ROOT / SERVICE / mutant.source).read_text(encoding="utf-8")
        assert text.count(mutant.old) == 1, f"the source has changed: change {mutant.name!r}, too"


@pytest.mark.thorough
@pytest.mark.parametrize(
    "mutants", [CHOSEN, pytest.param(MUTANTS, marks=pytest.mark.long)], ids=["chosen", "all"]
)
def test_without_a_change_they_pass(tmp_path: Path, mutants: list[Mutant]) -> None:
    done = tried(copied(tmp_path), {mutant.tests for mutant in mutants})
    assert done.returncode == PASSED, done.stdout


@pytest.mark.thorough
@pytest.mark.parametrize(
    "mutant",
    [
        pytest.param(each, id=each.name, marks=() if each in CHOSEN else pytest.mark.long)
        for each in MUTANTS
    ],
)
def test_a_mutant_is_noticed(tmp_path: Path, mutant: Mutant) -> None:
    source = copied(tmp_path) / SERVICE / mutant.source
    text = source.read_text(encoding="utf-8")
    source.write_text(text.replace(mutant.old, mutant.new), encoding="utf-8")
    own = {"NUMBA_CACHE_DIR": str(tmp_path / "kernels")} if "kernels" in mutant.source else {}
    done = tried(tmp_path, {mutant.tests}, **own)
    assert done.returncode == FAILED, done.stdout
    assert "AssertionError" in done.stdout, done.stdout
    assert "numba.core.errors" not in done.stdout, "it does not even compile"
