"""What OpenAPI Generator makes for languages whose compilers or libraries are not in PyPI or npm.

The tests read the sources that it writes: what a program sets and reads has to be declared there.
"""

import re
from pathlib import Path

import pytest
import yaml

from service.api.contract.operations import OPERATIONS
from tools.clients import CONTRACT, generate_from_30

pytestmark = pytest.mark.thorough


LANGUAGES: dict[str, dict[str, str]] = {
    "csharp": {
        "models": "src/Org.OpenAPITools/Model/*.cs",
        "operations": "src/Org.OpenAPITools/Api/*.cs",
        "board": "public List<string>? Board {",
        "board_after": "public List<string> BoardAfter { get; set; }",
        "best_move": "public Cell? BestMove { get; set; }",
        "answer": "public MoveResponse? Answer {",
        "problem": "public Problem? Problem {",
    },
    "dart": {
        "models": "lib/model/*.dart",
        "operations": "lib/api/*.dart",
        "board": "  List<String>? board;",
        "board_after": "  List<String> boardAfter;",
        "best_move": "  Cell? bestMove;",
        "answer": "  MoveResponse? answer;",
        "problem": "  Problem? problem;",
    },
    "kotlin": {
        "models": "src/main/kotlin/**/models/*.kt",
        "operations": "src/main/kotlin/**/apis/*.kt",
        "board": "val board: kotlin.collections.List<kotlin.String>? =",
        "board_after": "val boardAfter: kotlin.collections.List<kotlin.String>,",
        "best_move": "val bestMove: Cell?,",
        "answer": "val answer: MoveResponse? =",
        "problem": "val problem: Problem? =",
    },
    "ruby": {
        "models": "lib/openapi_client/models/*.rb",
        "operations": "lib/openapi_client/api/*.rb",
        "board": ":'board' => :'Array<String>'",
        "board_after": ":'board_after' => :'Array<String>'",
        "best_move": ":'best_move' => :'Cell'",
        "answer": ":'answer' => :'MoveResponse'",
        "problem": ":'problem' => :'Problem'",
    },
    "rust": {
        "models": "src/models/*.rs",
        "operations": "src/apis/*.rs",
        "board": "pub board: Option<Option<Vec<String>>>,",
        "board_after": "pub board_after: Vec<String>,",
        "best_move": "pub best_move: Option<Box<models::Cell>>,",
        "answer": "pub answer: Option<Box<models::MoveResponse>>,",
        "problem": "pub problem: Option<Box<models::Problem>>,",
    },
    "swift6": {
        "models": "Sources/OpenAPIClient/Models/*.swift",
        "operations": "Sources/OpenAPIClient/APIs/*.swift",
        "board": "public var board: [String]?",
        "board_after": "public var boardAfter: [String]",
        "best_move": "public var bestMove: Cell?",
        "answer": "public var answer: MoveResponse?",
        "problem": "public var problem: Problem?",
    },
}
"""Where models and operations lie, and how the sources declare some fields of the models."""
FIELDS = {
    "board": "moverequest", "board_after": "moveresponse", "best_move": "moveresponse",
    "answer": "moveresult", "problem": "moveresult",
}  # fmt: skip
"""These fields, with their models."""


def plain(name: str) -> str:
    """Return a name without what languages write differently."""
    return name.replace("_", "").lower()


@pytest.mark.parametrize("name", LANGUAGES)
def test_types_fields_and_operations_are_there_and_no_others(name: str, tmp_path: Path) -> None:
    language = LANGUAGES[name]
    generate_from_30(name, tmp_path)
    models = {plain(path.stem): path.read_text() for path in tmp_path.glob(language["models"])}
    for field, model in FIELDS.items():
        assert language[field] in models[model]
    schemas = yaml.safe_load(CONTRACT.read_text())["components"]["schemas"]
    # Rust lists its models in a file of their folder.
    assert models.keys() - {"mod"} - {each.lower() for each in schemas} == set()
    fields = set(re.findall(r"\w+", models["moveresponse"]))
    assert set(schemas["MoveResponse"]["properties"]) - fields == set()
    written = "\n".join(path.read_text() for path in tmp_path.glob(language["operations"]))
    # C# names what is awaited so.
    words = {plain(word).removesuffix("async") for word in re.findall(r"\w+", written)}
    assert {each.name.lower() for each in OPERATIONS} - words == set()
