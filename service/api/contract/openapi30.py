"""The document as OpenAPI 3.0.3, for generators that know no later one, as those of Go and Rust.

Each rule only writes in the terms of 3.0.3, and of those that generators understand, what the
document says.
"""

from __future__ import annotations

from typing import Any

VERSION = "3.0.3"

Schema = dict[str, Any]

_NULL = {"type": "null"}
_FORMATS = {"integer": "int64", "number": "double"}
"""The formats of numbers, which generators take for 32 bits without them."""


def as_openapi_30(document: Schema) -> Schema:
    """Return the document in OpenAPI 3.0.3, without its examples; they share no part."""
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
        # The names of fields are no keywords.
        fields = part["properties"].items()
        schema["properties"] = {name: _written(each) for name, each in fields}
    return _reference(_number(_items(_union(schema))))


def _union(schema: Schema) -> Schema:
    """Write a union with `null` as `nullable`, and `anyOf` as `oneOf`.

    No value fits two of the types that are left, so both say the same, and the generator of Rust
    makes nothing of `anyOf`.
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
    """Write the items of an array without `null`, which the generator of Go writes into a name.

    Only a row of a question may have such items, and an empty string says the same there.
    """
    if schema.get("type") == "array":
        schema["items"].pop("nullable", None)
    return schema


def _number(schema: Schema) -> Schema:
    """Write consecutive integers as a range: the generator of Rust makes strings of an enum."""
    kind, values = schema.get("type"), schema.get("enum")
    if kind == "integer" and values and values == [*range(values[0], values[-1] + 1)]:
        del schema["enum"]
        schema |= {"minimum": values[0], "maximum": values[-1]}
    return schema | {"format": _FORMATS[kind]} if kind in _FORMATS else schema


def _reference(schema: Schema) -> Schema:
    """Put a reference into `allOf` where something stands beside it, which would not count."""
    if "$ref" in schema and len(schema) > 1:
        return {"allOf": [{"$ref": schema.pop("$ref")}], **schema}
    return schema
