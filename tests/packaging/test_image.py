"""What the container image promises, as far as its recipe alone can tell."""

import ast
import re
import shutil
import sys
from pathlib import Path

import pytest

from service.settings import Settings
from tests.support.programs import printed
from tests.support.project import ROOT

DOCKERFILE = (ROOT / "Dockerfile").read_text().replace("\\\n", "")
FINAL_STAGE = DOCKERFILE[DOCKERFILE.rindex("\nFROM ") :]
PROGRAM = re.compile(r"\bpython -(?:m (service[\w.]*)|c (?P<quote>['\"])(.*?)(?P=quote))")
"""A module of the service, or a program, that the recipe runs."""
IMPORTS = (ast.Import, ast.ImportFrom)
IMPORT_ALL = """
import sys
from importlib import import_module
from pkgutil import walk_packages
package = import_module(sys.argv[1])
for module in walk_packages(package.__path__, f"{package.__name__}."):
    import_module(module.name)
"""


def laid_until_each_run() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the steps that run, and what has been copied until then: from the tree, to where."""
    steps: list[tuple[str, list[tuple[str, str]]]] = []
    copied: list[tuple[str, str]] = []
    for line in DOCKERFILE.splitlines():
        instruction, _, rest = line.partition(" ")
        if instruction == "FROM":
            copied = []
        elif instruction == "COPY" and not rest.startswith("--from"):
            *sources, target = rest.split()
            copied += [(source, target) for source in sources]
        elif instruction == "RUN":
            steps.append((rest, [*copied]))
    return steps


def lay(copied: list[tuple[str, str]], folder: Path) -> None:
    """Copy files and folders of the tree as the recipe does."""
    for source, target in copied:
        laid = folder / target.lstrip("/")
        if (ROOT / source).is_dir():
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / source, laid, ignore=ignored, dirs_exist_ok=True)
        else:
            laid = laid / Path(source).name if target.endswith("/") else laid
            laid.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / source, laid)


def test_each_step_finds_what_it_imports(tmp_path: Path) -> None:
    """Modules, and those below them, are imported, and no more: what they do takes long."""
    for number, (step, copied) in enumerate(laid_until_each_run()):
        app = tmp_path / str(number) / "app"
        app.mkdir(parents=True)
        lay(copied, app.parent)
        for module, _, program in PROGRAM.findall(step):
            statements = [each for each in ast.parse(program).body if isinstance(each, IMPORTS)]
            code = IMPORT_ALL if module else "\n".join(map(ast.unparse, statements))
            printed(sys.executable, "-c", code, module, folder=app, PYTHONPATH="")


def test_what_is_laid_out_writes_the_contract(tmp_path: Path) -> None:
    """With all modules and data that take part."""
    _, copied = laid_until_each_run()[-1]
    lay(copied, tmp_path)
    command = (sys.executable, "-m", "service", "openapi")
    told = printed(*command, folder=tmp_path / "app", PYTHONPATH="")
    assert told == (ROOT / "openapi.yaml").read_text()


def test_the_recipe_follows_good_practice() -> None:
    hadolint = Path(sys.executable).with_name("hadolint")
    printed(hadolint, ROOT / "Dockerfile")


@pytest.mark.parametrize(
    ("instruction", "value"),
    [
        # Kubernetes can check runAsNonRoot only for a number.
        ("USER ", r"[1-9]\d*:[1-9]\d*"),
        # The command gets the signals.
        ("ENTRYPOINT ", re.escape('["python", "-m", "service"]')),
        ("CMD ", re.escape('["serve"]')),
        ("STOPSIGNAL ", "SIGTERM"),
        ("EXPOSE ", str(Settings.model_fields["port"].default)),
        ("ENV PORT=", str(Settings.model_fields["port"].default)),
    ],
)
def test_the_image_says_how_it_is_run(instruction: str, value: str) -> None:
    (found,) = re.findall(f"^{instruction}(.*)$", FINAL_STAGE, re.MULTILINE)
    assert re.fullmatch(value, found)


def test_every_architecture_fixes_the_target_of_its_kernels() -> None:
    stages = re.findall(r"^FROM base AS base-\w+\n(.*)$", DOCKERFILE, re.MULTILINE)
    assert len(stages) == DOCKERFILE.count("AS base-")
    for settings in stages:
        assert re.fullmatch(r"ENV NUMBA_CPU_NAME=\S+ NUMBA_CPU_FEATURES=\S*", settings)


def test_the_build_sees_what_it_copies_and_nothing_else() -> None:
    everything, *rules = (ROOT / ".dockerignore").read_text().splitlines()[1:]
    assert everything == "*"
    seen = {rule.removeprefix("!") for rule in rules if rule.startswith("!")}
    copied = re.findall(r"^COPY (?!--from)(\S+)", DOCKERFILE, re.MULTILINE)
    assert {path.split("/")[0] for path in copied} == seen
