"""Every command that the documents show is one that there is; `test_answers` asks as they do."""

import re
import shlex
import sys
from importlib.util import find_spec

import click
import pytest

from benchmarks.__main__ import main as benchmarks
from service.cli import main
from tests.docs.documents import CONTRIBUTING, PAGES
from tests.docs.makers import MAKERS
from tests.support.project import ROOT

SHOWN = sorted({" ".join(each.split()) for page in PAGES.values() for each in page.commands()})
OURS = [each for each in SHOWN if re.match(r"(\S*python -m service|k-in-a-row) \w", each)]
MODULES = [each for each in SHOWN if re.match(r"\S*python -m (benchmarks|tools)\b", each)]


def words(command: str) -> list[str]:
    """Return the program or module that is called, and its arguments."""
    split = shlex.split(command, comments=True)
    return split[split.index("-m") + 1 :] if "-m" in split else split


def test_there_are_commands() -> None:
    assert {words(each)[1] for each in OURS} == set(main.list_commands(click.Context(main)))
    assert len(MODULES) > 5


@pytest.mark.parametrize("shown", OURS)
def test_the_command_line_understands(shown: str) -> None:
    _, name, *arguments = words(shown)
    command = main.get_command(click.Context(main), name)
    assert command is not None
    command.make_context(name, arguments)  # A UsageError says what it does not understand.


@pytest.mark.parametrize("shown", MODULES)
def test_the_module_is_there(shown: str) -> None:
    module, *arguments = words(shown)
    assert find_spec(module) is not None
    program = {"PATH": sys.executable}
    command = {"benchmarks": benchmarks, **MAKERS}.get(module)
    if command is not None:
        command.make_context(module, [program.get(each, each) for each in arguments])


def test_the_tests_to_run_are_there() -> None:
    told = " ".join(row[1] for row in CONTRIBUTING.table("you have changed"))
    paths = re.findall(r"tests/[\w./]+", told)
    assert paths
    assert [path for path in paths if not (ROOT / path).exists()] == []
