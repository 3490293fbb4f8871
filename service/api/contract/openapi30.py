"""The document as OpenAPI 3.0.3, for generators that know no later one, as those of Go and Rust.

Each rule only writes in the terms of 3.0.3, and of those that generators understand, what the
document says.
"""

from copy import deepcopy
from typing import Any

VERSION = "3.0.3"

Schema = dict[str, Any]

_NULL = {"type": "null"}
_NULL_30 = {"enum": [None]}
"""Null alone, which validators, linters and generators all read so beside a reference in `allOf`.

There `nullable` would not count. If it had a type, Prism would have null in the set twice and drop
the schema; without the `allOf`, OpenAPI Generator would join the set with that of the reference.
"""
_UNKNOWN = ("contentMediaType", "contentSchema", "dependentSchemas", "examples", "identifier",
            "not")  # fmt: skip
"""What is left out: 3.0.3 does not know it, or generators; the examples are the document's."""
_FORMATS = {"integer": "int64", "number": "double"}
"""The formats of numbers, which generators take for 32 bits without them."""


def as_openapi_30(document: Schema) -> Schema:
    """Return the document in OpenAPI 3.0.3, without its examples; they share no part."""
    written: Schema = _written(document) | {"openapi": VERSION}
    spdx = document["info"]["license"]["identifier"]
    written["info"]["license"]["url"] = f"https://spdx.org/licenses/{spdx}.html"
    schemas: Schema = written["components"].pop("schemas")
    used = _referred(written, schemas)
    written["components"]["schemas"] = {name: schemas[name] for name in schemas if name in used}
    return written


def _referred(part: Any, schemas: Schema) -> set[str]:
    """Return the names of the schemas that a part of the document refers to, however indirectly."""
    found: set[str] = set()
    parts = [part]
    while parts:
        each = parts.pop()
        if isinstance(each, list):
            parts += each
        elif isinstance(each, dict):
            parts += each.values()
            name = each.get("$ref", "").rpartition("/")[2]
            if name in schemas and name not in found:
                found.add(name)
                parts.append(schemas[name])
    return found


def _written(part: Any) -> Any:
    if isinstance(part, list):
        return [_written(each) for each in part]
    if not isinstance(part, dict):
        return part
    left_out = (*_UNKNOWN, "properties")
    schema = {name: _written(each) for name, each in part.items() if name not in left_out}
    if "properties" in part:
        # The names of fields are no keywords.
        fields = part["properties"].items()
        schema["properties"] = {name: _written(each) for name, each in fields}
    return _reference(_number(_union(schema)))


def _union(schema: Schema) -> Schema:
    """Write a union with `null` as 3.0.3 has it, and one of other types as the first of them alone.

    Of a request, it says all that the other types say, and clients of some languages have no
    unions.
    """
    types = schema.pop("anyOf", None) or schema.pop("oneOf", None)
    if types is None:
        return schema
    others = [each for each in types if each != _NULL]
    kind = others[0]
    if len(others) == len(types):
        return {**schema, **kind}
    if "$ref" in kind:
        return {"oneOf": [{"allOf": [kind], **schema}, deepcopy(_NULL_30)]}
    return {**kind, **schema, "nullable": True}


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
