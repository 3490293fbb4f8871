"""What OpenAPI Generator makes for languages whose compilers or libraries are not in PyPI or npm.

The tests read the sources that it writes: what a program sets and reads has to be declared there.
"""

import re
from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml

from service.api.contract.operations import OPERATIONS
from tools.clients import CONTRACT, generate_from_30

pytestmark = pytest.mark.thorough


@dataclass(frozen=True)
class Language:
    """Where models and operations lie, and how the sources declare some fields of the models."""

    models: str
    operations: str
    board: str
    board_after: str
    best_move: str
    answer: str
    problem: str


LANGUAGES = {
    "csharp": Language(
        models="src/Org.OpenAPITools/Model/*.cs",
        operations="src/Org.OpenAPITools/Api/*.cs",
        board="public List<string>? Board {",
        board_after="public List<string> BoardAfter { get; set; }",
        best_move="public Cell? BestMove { get; set; }",
        answer="public MoveResponse? Answer {",
        problem="public Problem? Problem {",
    ),
    "dart": Language(
        models="lib/model/*.dart",
        operations="lib/api/*.dart",
        board="  List<String>? board;",
        board_after="  List<String> boardAfter;",
        best_move="  Cell? bestMove;",
        answer="  MoveResponse? answer;",
        problem="  Problem? problem;",
    ),
    "kotlin": Language(
        models="src/main/kotlin/**/models/*.kt",
        operations="src/main/kotlin/**/apis/*.kt",
        board="val board: kotlin.collections.List<kotlin.String>? =",
        board_after="val boardAfter: kotlin.collections.List<kotlin.String>,",
        best_move="val bestMove: Cell?,",
        answer="val answer: MoveResponse? =",
        problem="val problem: Problem? =",
    ),
    "ruby": Language(
        models="lib/openapi_client/models/*.rb",
        operations="lib/openapi_client/api/*.rb",
        board=":'board' => :'Array<String>'",
        board_after=":'board_after' => :'Array<String>'",
        best_move=":'best_move' => :'Cell'",
        answer=":'answer' => :'MoveResponse'",
        problem=":'problem' => :'Problem'",
    ),
    "rust": Language(
        models="src/models/*.rs",
        operations="src/apis/*.rs",
        board="pub board: Option<Option<Vec<String>>>,",
        board_after="pub board_after: Vec<String>,",
        best_move="pub best_move: Option<Box<models::Cell>>,",
        answer="pub answer: Option<Box<models::MoveResponse>>,",
        problem="pub problem: Option<Box<models::Problem>>,",
    ),
    "swift6": Language(
        models="Sources/OpenAPIClient/Models/*.swift",
        operations="Sources/OpenAPIClient/APIs/*.swift",
        board="public var board: [String]?",
        board_after="public var boardAfter: [String]",
        best_move="public var bestMove: Cell?",
        answer="public var answer: MoveResponse?",
        problem="public var problem: Problem?",
    ),
}


@dataclass(frozen=True)
class Sources:
    """What a generator wrote: the models by their plain names, and all operations."""

    language: Language
    models: dict[str, str]
    operations: str


def plain(name: str) -> str:
    """Return a name without what languages write differently."""
    return name.replace("_", "").lower()


@pytest.fixture(scope="module", params=LANGUAGES)
def sources(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Sources:
    """Provide what the generator of one language wrote."""
    language, folder = LANGUAGES[request.param], tmp_path_factory.mktemp(request.param)
    generate_from_30(request.param, folder)
    models = {plain(path.stem): path.read_text() for path in folder.glob(language.models)}
    return Sources(language, models, read(folder, language.operations))


def read(folder: Path, pattern: str) -> str:
    """Return the text of all files whose paths fit."""
    return "\n".join(path.read_text() for path in folder.glob(pattern))


def test_boards_moves_and_results_have_their_types(sources: Sources) -> None:
    language, models = sources.language, sources.models
    assert language.board in models["moverequest"]
    assert language.board_after in models["moveresponse"]
    assert language.best_move in models["moveresponse"]
    assert language.answer in models["moveresult"]
    assert language.problem in models["moveresult"]


def test_every_field_of_an_answer_is_there(sources: Sources) -> None:
    schemas = yaml.safe_load(CONTRACT.read_text())["components"]["schemas"]
    words = set(re.findall(r"\w+", sources.models["moveresponse"]))
    assert set(schemas["MoveResponse"]["properties"]) - words == set()


def test_every_operation_is_there(sources: Sources) -> None:
    # C# names what is awaited so.
    words = {plain(word).removesuffix("async") for word in re.findall(r"\w+", sources.operations)}
    assert {each.name.lower() for each in OPERATIONS} - words == set()


def test_no_type_has_a_made_up_name(sources: Sources) -> None:
    schemas = yaml.safe_load(CONTRACT.read_text())["components"]["schemas"]
    # Rust lists its models in a file of their folder.
    assert set(sources.models) - {"mod"} - {name.lower() for name in schemas} == set()
