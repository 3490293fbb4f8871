"""The contract is one that generators understand: every operation, no warning, strict types."""

import re
import sys
from pathlib import Path

import pytest

from service.api.contract.operations import OPERATIONS
from tests.clients.conftest import Generated
from tests.support import programs
from tools.clients import HERE, run

PACKAGE = "k_in_a_row_client"


def test_the_python_client_has_every_operation_and_no_warning(python_client: Generated) -> None:
    # The generator fails on a warning.
    assert python_client.said.split() == ["Generating", str(python_client.folder)]
    modules = {path.stem for path in (python_client.folder / PACKAGE / "api").glob("*/*.py")}
    names = {re.sub(r"(?=[A-Z])", "_", each.name).lower() for each in OPERATIONS}
    assert names <= modules


@pytest.mark.thorough
def test_the_typescript_client_has_every_operation_and_no_warning(
    typescript_client: Generated,
) -> None:
    assert not re.search(r"warn|error|fail|skip", typescript_client.said, re.IGNORECASE)
    sdk = (typescript_client.folder / "client" / "sdk.gen.ts").read_text()
    for operation in OPERATIONS:
        assert f"export const {operation.name} = " in sdk


def test_no_type_has_a_made_up_name(python_client: Generated) -> None:
    names = [path.stem for path in (python_client.folder / PACKAGE / "models").glob("*.py")]
    assert "move_response" in names
    assert [name for name in names if re.search(r"type_?\d|response_?\d|item|inner", name)] == []


@pytest.mark.thorough
def test_the_types_of_the_python_client_and_its_use_check(
    python_client: Generated, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(python_client.folder))
    mypy: list[str | Path] = [
        sys.executable, "-m", "mypy", "--strict", "--config-file=", "--cache-dir", tmp_path,
    ]  # fmt: skip
    run(*mypy, HERE / "play.py", HERE / "ask.py")
    wrong = tmp_path / "wrong.py"
    for right, mistaken, told in (
        ("node_limit=2000", "nodes=2000", 'Unexpected keyword argument "nodes"'),
        ('evaluate="best"', 'evaluate="beast"', 'incompatible type "Literal'),
    ):
        wrong.write_text((HERE / "play.py").read_text().replace(right, mistaken))
        with pytest.raises(AssertionError, match=re.escape(told)):
            run(*mypy, wrong)


@pytest.mark.thorough
def test_the_go_client_has_every_operation_and_type(go_client: Generated) -> None:
    sources = [path.read_text() for path in (go_client.folder / "kinarow").glob("*.go")]
    written = "\n".join(sources)
    for operation in OPERATIONS:
        assert f") {operation.name[0].upper()}{operation.name[1:]}(ctx" in written, operation.name
    types = set(re.findall(r"^type (\w+) (?:struct|string)", written, re.MULTILINE))
    assert {"MoveOption", "Cell", "SearchReport", "MoveResult"} <= types
    assert [name for name in types if re.search(r"Inner|OneOf|AnyOf|_", name)] == []


@pytest.mark.thorough
def test_the_php_client_parses(php_client: Generated) -> None:
    said = run(programs.program("php"), "-l", *php_client.folder.rglob("*.php"))
    assert "No syntax errors detected" in said
