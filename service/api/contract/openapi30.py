"""The same document as OpenAPI 3.0.3, for generators that stop there, such as those of Go and Rust.

Nothing is said here that the document does not say: each rule only writes it in other words, those
that generators understand of the ones that 3.0.3 knows.
"""

from __future__ import annotations

from typing import Any

VERSION = "3.0.3"

Schema = dict[str, Any]

_NULL = {"type": "null"}
_FORMATS = {"integer": "int64", "number": "double"}
"""Else generators take numbers for such of 32 bits."""


def as_openapi_30(document: Schema) -> Schema:
    """The document in OpenAPI 3.0.3, without its examples; shares nothing with it."""
    written: Schema = _written(document)
    return written | {"openapi": VERSION}


def _written(part: Any) -> Any:
    if isinstance(part, list):
        return [_written(each) for each in part]
    if not isinstance(part, dict):
        return part
    left_out = ("examples", "properties")
    schema = {name: _written(each) for name, each in part.items() if name not in left_out}
    if "properties" in part:
        # Whatever the fields are named, they are no keywords.
        fields = part["properties"].items()
        schema["properties"] = {name: _written(each) for name, each in fields}
    return _reference(_number(_items(_union(schema))))


def _union(schema: Schema) -> Schema:
    """`null` is no type but a property. No value fits two of the types that are left.

    So `oneOf` says the same as `anyOf`, of which the generator of Rust makes nothing.
    """
    types = schema.pop("anyOf", None) or schema.pop("oneOf", None)
    if types is None:
        return schema
    others = [each for each in types if each != _NULL]
    union = others[0] if len(others) == 1 else {"oneOf": others}
    if len(others) == len(types):
        return union | schema
    if schema.get("default", ...) is None:
        del schema["default"]
    return union | schema | {"nullable": True}


def _items(schema: Schema) -> Schema:
    """No item of an array is `null`, which the generator of Go writes into a name.

    There is none but in a row of a question, where an empty string says the same.
    """
    if schema.get("type") == "array":
        schema["items"].pop("nullable", None)
    return schema


def _number(schema: Schema) -> Schema:
    """All values between two are a range: the generator of Rust makes strings of those of a set."""
    kind, values = schema.get("type"), schema.get("enum")
    if kind == "integer" and values and values == [*range(values[0], values[-1] + 1)]:
        del schema["enum"]
        schema |= {"minimum": values[0], "maximum": values[-1]}
    return schema | {"format": _FORMATS[kind]} if kind in _FORMATS else schema


def _reference(schema: Schema) -> Schema:
    """Beside a reference nothing counts, so it gets a place of its own."""
    if "$ref" in schema and len(schema) > 1:
        return {"allOf": [{"$ref": schema.pop("$ref")}], **schema}
    return schema
