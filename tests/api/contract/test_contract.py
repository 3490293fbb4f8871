"""`openapi.yaml` is valid, generated from the code, complete, and served."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlencode

import pytest
import requests
import yaml
from pydantic import BaseModel

from service.api.app import create_app
from service.api.contract.examples import load_examples
from service.api.contract.openapi import as_yaml, openapi_document
from service.api.contract.openapi30 import as_openapi_30
from service.api.contract.operations import OPERATIONS, Operation
from service.api.http.link import parse_link
from service.api.http.problems import CODE_OF_STATUS
from service.cli.commands.openapi import answer_cold
from service.players import LEVELS
from service.questions.refusals import CODES
from service.questions.schemas import (
    MoveRequest,
    MovesResponse,
    PictureRequest,
    PuzzleRequest,
    QrRequest,
    SheetRequest,
    SolveRequest,
)
from service.settings import Settings
from service.solver import Solver
from tests.players.asking import draws, searches
from tests.support.project import ROOT

SILENT_HEADERS = (
    "Date|Connection|Keep-Alive|(X-)?Content-(?!Language).*|Access-Control-.*|Timing-Allow-Origin"
    "|Referrer-Policy|Cross-Origin-Resource-Policy|Transfer-Encoding"
)
ASKED = {"board": "XXO/OO./X..", "row_length": 3}
"""What the link asks that the contract shows."""
LINKS: dict[type[BaseModel], str] = {
    MoveRequest: "?board=XXO/OO./X..&row_length=3",
    PictureRequest: "?board=XXO/OO./X..&row_length=3&marked=b2",
    QrRequest: "?link=https://example.org/%23board=3x3",
    SolveRequest: "?pos=13572574574336771444755135121",
    PuzzleRequest: "?id=connect-four-hard-1",
    SheetRequest: "?game=tic-tac-toe",
}
TEXT = (ROOT / "openapi.yaml").read_text()
"""The committed contract."""
DEFAULTS = Settings.model_construct()
DOCUMENT = openapi_document(DEFAULTS)
SCHEMAS: dict[str, Any] = DOCUMENT["components"]["schemas"]
EXAMPLES = {
    f"{row.path} {name}": (row.path, example)
    for row in OPERATIONS
    if row.request is not None
    for name, example in load_examples(row.path).items()
}


def test_the_committed_contract_is_what_the_code_says() -> None:
    assert as_yaml(DOCUMENT) == TEXT, "run `python -m service openapi > openapi.yaml`"


def test_the_contract_is_valid_in_both_versions() -> None:
    # It takes longer to import than all else together.
    from openapi_spec_validator import validate

    assert DOCUMENT["openapi"].startswith("3.1.")
    for version in (DOCUMENT, as_openapi_30(DOCUMENT)):
        validate(version)


@pytest.mark.parametrize(
    ("path", "accepted", "content_type", "read", "told"),
    [
        ("/openapi.yaml", "*/*", "application/yaml", str, as_yaml(DOCUMENT)),
        ("/openapi.yaml", "text/*", "text/plain; charset=utf-8", str, as_yaml(DOCUMENT)),
        ("/openapi.json", "*/*", "application/json", json.loads, DOCUMENT),
        ("/openapi-3.0.yaml", "*/*", "application/yaml", str, as_yaml(as_openapi_30(DOCUMENT))),
    ],
    ids=["yaml", "text", "json", "3.0"],
)
def test_the_live_server_serves_it(
    base_url: str, path: str, accepted: str, content_type: str, read: Any, told: Any
) -> None:
    served = requests.get(base_url + path, headers={"Accept": accepted}, timeout=60)
    assert served.headers["Content-Type"] == content_type
    assert read(served.text) == told


def test_every_route_is_in_the_contract_and_no_other() -> None:
    app = create_app(DEFAULTS, Solver(1))
    served = {
        (rule.rule, method.lower())
        for rule in app.url_map.iter_rules()
        if not rule.arguments  # A page's files are its own business.
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert served == {
        (path, method) for path, methods in DOCUMENT["paths"].items() for method in methods
    }
    assert served == {(row.path, row.method) for row in OPERATIONS}


def test_yaml_says_what_the_document_says() -> None:
    long = "Whatever: it is # said, over \u00bbmore\u00ab than one - line. " * 5
    document = {
        "texts": ["null", "", "- 3", "a: b", "# c", " d\n", "3.1.0", long, long.strip(),
                  f"{long}\n\n{long}"],
        "200": {"$ref": "#/x"}, "/move/{id}": {}, "none": None,
        "lists": [[1, 2.5], [], [[True], {"": False}], {"a": [long.strip()], "b": "c"}],
    }  # fmt: skip
    for each in (document, DOCUMENT):
        assert yaml.safe_load(as_yaml(each)) == each


def test_every_code_is_named() -> None:
    assert all(f"`{code}`" in TEXT for code in CODES)


@pytest.mark.parametrize(
    "name",
    ["max_body_bytes", "max_cells", "max_batch", "default_time_limit_ms", "max_time_limit_ms",
     "max_node_limit"],
)  # fmt: skip
def test_every_limit_is_that_of_the_running_server(name: str) -> None:
    """Wherever the contract tells it, and nothing else changes with it."""
    limit, another = getattr(DEFAULTS, name), 7_919
    shown = as_yaml(openapi_document(DEFAULTS.model_copy(update={name: another})))
    changed = [
        (before, after)
        for before, after in zip(TEXT.splitlines(), shown.splitlines(), strict=True)
        if before != after
    ]
    assert changed, name
    for before, after in changed:
        assert re.sub(rf"\b{limit}\b", str(another), before) == after


def test_every_status_of_the_framework_and_the_server_has_its_code() -> None:
    for status, code in CODE_OF_STATUS.items():
        assert CODES[code][0] == status


def test_every_field_is_described() -> None:
    for name, schema in SCHEMAS.items():
        assert schema["description"], name
        for field, shape in schema.get("properties", {}).items():
            assert "description" in shape or "$ref" in shape, f"{name}.{field}"


def test_questions_of_a_batch_are_those_of_a_move() -> None:
    questions = SCHEMAS["MovesRequest"]["properties"]["requests"]
    assert questions["items"] == {"$ref": "#/components/schemas/MoveRequest"}


def test_a_link_has_the_fields_of_a_body() -> None:
    parameters = DOCUMENT["paths"]["/move"]["get"]["parameters"]
    named = [each for each in parameters if "name" in each]
    assert [each["name"] for each in named] == list(SCHEMAS["MoveRequest"]["properties"])
    required = [each["name"] for each in named if each["required"]]
    assert sorted(required) == sorted(SCHEMAS["MoveRequest"]["required"])
    examples = {each["name"]: each["example"] for each in named if "example" in each}
    assert list(examples) == ["board", *required]
    assert parse_link(urlencode(examples).encode()) == ASKED


def test_every_set_of_values_has_a_name() -> None:
    named = [each for name, each in SCHEMAS.items() if "enum" in each]
    assert named
    for schema in SCHEMAS.values():
        for field, shape in schema.get("properties", {}).items():
            for each in [shape, *shape.get("anyOf", [])]:
                assert "enum" not in each, field


def test_no_part_of_the_contract_is_an_alias_of_another() -> None:
    assert not any(isinstance(each, yaml.AliasEvent) for each in yaml.parse(TEXT))


@pytest.fixture(scope="module")
def _warm() -> None:
    """Load what is compiled, which would count as thinking time."""
    Solver(1).warm_up()


@pytest.mark.usefixtures("_warm")
@pytest.mark.parametrize("name", EXAMPLES)
def test_every_example_is_a_real_answer(name: str) -> None:
    route, example = EXAMPLES[name]
    answered, shown = (
        re.sub(r'"time_ms": [\d.e-]+', "", json.dumps(each, sort_keys=True))
        for each in (answer_cold(route, example["request"]), example["response"])
    )
    assert answered == shown


@pytest.mark.parametrize("version", ["3.1", "3.0"])
@pytest.mark.parametrize("name", EXAMPLES)
def test_every_example_fits_its_schema(name: str, version: str) -> None:
    route, example = EXAMPLES[name]
    (row,) = [each for each in OPERATIONS if each.path == route and each.request]
    in_arrays = any(isinstance(each, list) for each in example["request"].get("board", ()))
    for type_, value in ((row.request, example["request"]), (row.answer, example["response"])):
        faults = list(faults_of(type_.__name__, value, version))
        # In the older document rows are strings.
        assert bool(faults) == (in_arrays and type_ is row.request and version == "3.0"), faults


def faults_of(name: str, value: Any, version: str = "3.1") -> Iterator[Exception]:
    """Yield what is wrong with a value of a schema in a version of the contract."""
    # It takes long to import, too.
    from openapi_schema_validator import OAS30Validator, OAS31Validator

    document, validator = DOCUMENT, OAS31Validator
    if version == "3.0":
        document, validator = as_openapi_30(DOCUMENT), OAS30Validator
    schema = {"$ref": f"#/components/schemas/{name}", "components": document["components"]}
    yield from validator(schema).iter_errors(value)


@pytest.mark.parametrize(
    ("fields", "fits"),
    [({}, True), ({"strength": 3}, True), ({"strength": 3, "level": "master"}, True),
     ({"strength": 3, "level": None}, True), ({"strength": None, "level": "rules"}, True),
     ({"strength": 3, "level": "rules"}, False), ({"level": "genius"}, False),
     ({"row_length": 3.0, "seed": 1e3}, True), ({"row_length": 3.5}, False),
     ({"gravity": True, "wrap": "both", "exact": None, "misere": False}, True),
     ({"board": ["#..", [".", "#", None], "..."]}, True), ({"wrap": "torus"}, False),
     ({"gravity": "true"}, False), ({"any_position": True}, False),
     ({"any_position": True, "to_move": None}, False), ({"any_position": None}, True),
     ({"any_position": True, "to_move": "O"}, True),
     ({"moves": ["B2", {"row": 0, "column": 0, "name": "a3"}]}, True),
     ({"moves": [{"row": 0, "column": 0, "name": "a0"}]}, False),
     ({"moves": ["b", "2", "b3"], "gravity": True}, True), ({"moves": ["b0"]}, False),
     ({"moves": ["b", 2, 3.0], "gravity": True}, True), ({"moves": [0]}, False),
     ({"moves": [1.5]}, False),
     ({"board": "#../.X./...", "to_move": "O"}, True), ({"board": "X.O/..?"}, False),
     ({"board": None}, False), ({"board": None, "width": 4, "height": 3}, True),
     ({"width": 3, "height": 3}, True), ({"width": 3, "height": None}, True),
     ({"width": None, "height": None}, True),
     ({"board": [*"XXOOO.X.."], "width": 1, "height": 9}, True),
     ({"board": None, "width": 3}, False), ({"board": None, "width": 3, "height": None}, False),
     ({"board": None, "width": 0, "height": 3}, False)],
)  # fmt: skip
def test_the_schema_admits_what_the_service_admits(
    base_url: str, fields: dict[str, Any], fits: bool
) -> None:
    question = {"board": ["...", "...", "..."], "row_length": 3, **fields}
    assert (not list(faults_of("MoveRequest", question))) == fits
    response = requests.post(f"{base_url}/move", json=question, timeout=60)
    assert response.status_code == (200 if fits else 422), response.text


@pytest.mark.parametrize(
    ("name", "required"), [("MoveRequest", ["row_length"]), ("MovesRequest", ["requests"])]
)
def test_every_optional_field_of_a_question_may_be_null(name: str, required: list[str]) -> None:
    schema = SCHEMAS[name]
    assert schema["required"] == required
    for field, shape in schema["properties"].items():
        assert ({"type": "null"} in shape.get("anyOf", ())) == (field not in required)
        # Some generators would make it a required one.
        assert "default" not in shape


def test_no_schema_has_the_name_of_a_type_of_a_language() -> None:
    """Such are `Option` of Rust and Scala, and others that Swift, Java or Go have."""
    names = set(SCHEMAS)
    assert not names & {"Option", "Optional", "Result", "Error", "Object", "Type", "Set", "Void"}


def test_the_examples_show_every_kind_of_answer() -> None:
    answers = [example["response"] for route, example in EXAMPLES.values() if route == "/move"]
    assert {answer["status"] for answer in answers} >= {"in_progress", "won"}
    assert {answer["outcome"] for answer in answers} == {"win", "draw", "loss", "unknown"}


@pytest.mark.parametrize("row", OPERATIONS, ids=lambda row: row.name)
def test_every_header_is_in_the_contract(base_url: str, row: Operation) -> None:
    """Those that tell something about the answer, not about its bytes or who may read it."""
    url, body = base_url + row.path, None
    if row.link is not None:
        url += LINKS[row.link]
    if row.request is not None:
        body = {"requests": [ASKED]} if row.answer is MovesResponse else ASKED
    first = requests.request(row.method, url, json=body, timeout=60)
    has = {"If-None-Match": first.headers.get("ETag", '"none"'), "Last-Event-ID": "result"}
    again = requests.request(row.method, url, json=body, headers=has, timeout=60)
    assert again.status_code == (304 if row.kept else 204 if row.streams else 200)
    for response in (first, again):
        described = DOCUMENT["paths"][row.path][row.method]["responses"][str(response.status_code)]
        names = {name.lower() for name in response.headers}
        told = {name for name in names if not re.fullmatch(SILENT_HEADERS, name, re.IGNORECASE)}
        assert told == {name.lower() for name in described["headers"]}


@pytest.mark.parametrize("method", ["get", "post"])
def test_every_event_is_named_with_the_schema_of_its_data(method: str) -> None:
    content = DOCUMENT["paths"]["/move/stream"][method]["responses"]["200"]["content"]
    (stream,) = content.values()
    text = stream["schema"]["description"]
    events = {"progress": "MoveProgress", "result": "MoveResponse", "error": "Problem"}
    for name, schema in events.items():
        assert f"`{name}`" in text
        assert f"#/components/schemas/{schema}" in text
        assert schema in SCHEMAS


@pytest.mark.parametrize(
    ("text", "pattern", "fits"),
    [
        (SCHEMAS["Evaluate"], "its move: (.+?) and every strength need nothing",
         lambda level: not searches(level)),
        (SCHEMAS["MoveRequest"]["properties"]["seed"], "what (.+?) and every strength play", draws),
        (SCHEMAS["MoveRequest"]["properties"]["seed"], "Without it (.+?) leave nothing to chance",
         lambda level: not draws(level)),
    ],
    ids=["levels that need no search", "levels of chance", "levels without chance"],
)  # fmt: skip
def test_the_contract_names_the_levels(
    text: dict[str, str], pattern: str, fits: Callable[[str], bool]
) -> None:
    (names,) = re.findall(pattern, text["description"])
    assert {*re.split(", | and ", names)} == {level for level in LEVELS if fits(level)}
