"""The contract as OpenAPI 3.0.3: the same but for how it is written."""

import re
from collections.abc import Iterator
from typing import Any

import yaml
from click.testing import CliRunner

from service.api.contract.openapi import as_yaml, openapi_document
from service.api.contract.openapi30 import VERSION, as_openapi_30
from service.cli import main
from service.settings import Settings

DOCUMENT = openapi_document(Settings.model_construct())
OLDER = as_openapi_30(DOCUMENT)
SCHEMAS: dict[str, Any] = OLDER["components"]["schemas"]
NULL = {"enum": [None]}
NEWER_ALONE = {"Coordinates", "MoveProgress"}
"""What nothing refers to where moves are names, and the data of events cannot be described."""


def parts(part: Any) -> Iterator[dict[str, Any]]:
    """Yield every object of the document, at any depth."""
    if isinstance(part, dict):
        yield part
    for each in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        yield from parts(each)


def test_it_is_printed() -> None:
    assert OLDER["openapi"] == VERSION
    printed = CliRunner().invoke(main, ["openapi", "--version", VERSION])
    assert printed.stdout == as_yaml(OLDER)


def test_it_has_the_same_routes_types_and_fields() -> None:
    assert {path: set(of) for path, of in OLDER["paths"].items()} == {
        path: set(of) for path, of in DOCUMENT["paths"].items()
    }
    newer = DOCUMENT["components"]["schemas"]
    assert set(newer) - set(SCHEMAS) == NEWER_ALONE
    for name, older in SCHEMAS.items():
        schema = newer[name]
        assert list(older.get("properties", {})) == list(schema.get("properties", {})), name
        assert older.get("required") == schema.get("required"), name
        for field, shape in schema.get("properties", {}).items():
            may_be_null = {"type": "null"} in shape.get("anyOf", ())
            written = older["properties"][field]
            assert may_be_null == (
                written.get("nullable", False) or NULL in written.get("oneOf", ())
            )


def test_nothing_is_left_that_it_does_not_know() -> None:
    text = as_yaml(OLDER)
    unknown = "anyOf|dependentSchemas|examples|const|not|contentSchema|contentMediaType|identifier"
    assert not re.search(rf"type: 'null'|^ *({unknown}):", text, re.MULTILINE)
    assert all(len(part) == 1 for part in parts(OLDER) if isinstance(part.get("$ref"), str))
    assert not any(isinstance(each, yaml.AliasEvent) for each in yaml.parse(text))


def test_numbers_have_room() -> None:
    formats = {"integer": "int64", "number": "double"}
    found = [part for part in parts(OLDER) if str(part.get("type")) in formats]
    assert found
    assert all(part["format"] == formats[part["type"]] for part in found)
    value = SCHEMAS["Value"]
    assert (value["minimum"], value["maximum"]) == (-1, 1)


def test_its_only_unions_are_with_null() -> None:
    """Some languages have no others, so that no board could be sent, and no batch read."""
    unions = [part["oneOf"] for part in parts(OLDER) if "oneOf" in part]
    assert unions
    for value, null in unions:
        assert set(value) == {"allOf", "description"}
        assert null == NULL
    assert SCHEMAS["Row"]["type"] == SCHEMAS["Move"]["type"] == "string"
    assert SCHEMAS["MoveRequest"]["properties"]["board"]["type"] == "array"
