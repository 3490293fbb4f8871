"""The OpenAPI document, built from the schemas, the table of routes and the settings."""

import json
import re
import textwrap
from collections.abc import Iterator
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core.core_schema import WithDefaultSchema

from service import __version__
from service.api.contract.examples import load_examples
from service.api.contract.headers import (
    ALWAYS,
    HEADERS,
    NO_CONTENT,
    NOT_MODIFIED,
    REQUEST_HEADERS,
    refer,
)
from service.api.contract.operations import COMMON, EVENTS, OPERATIONS, TAGS, Operation
from service.api.contract.parameters import link_parameters
from service.api.http.negotiation import EVENT_STREAM, JSON, YAML
from service.api.http.problems import PROBLEM_JSON
from service.questions.refusals import CODES
from service.questions.schemas import Problem
from service.settings import Settings

VERSION = "3.1.0"
"""The version of OpenAPI."""
PLAIN_KEY = re.compile(r"[$/A-Za-z][$/{}\w.-]*")
"""Keys without quotes; none of the contract is a word of YAML, such as null."""
WIDTH = 100

Document = dict[str, Any]


class _WithoutDefaults(GenerateJsonSchema):
    """Leaves out the defaults, since some generators require of a request what has one."""

    def default_schema(self, schema: WithDefaultSchema) -> JsonSchemaValue:
        return self.generate_inner(schema["schema"])


def openapi_document(settings: Settings) -> Document:
    """Return the contract of a server that runs with `settings`."""
    types = {each for row in OPERATIONS for each in row.types}
    types |= {each for each, _ in EVENTS.values()} | {Problem}
    # An answer is read as it is sent, so the schemas for validation and for serialisation agree.
    named = sorted(types, key=lambda each: str(each.__name__))
    references, definitions = TypeAdapter.json_schemas(
        [(each.__name__, "validation", TypeAdapter(each)) for each in named],
        ref_template="#/components/schemas/{model}",
        schema_generator=_WithoutDefaults,
    )
    schemas: Document = dict(definitions.get("$defs", {}))
    for (name, _), schema in references.items():
        if "$ref" not in schema:
            schemas[str(name)] = schema
    _show_limits(schemas, settings)
    paths: Document = {}
    for row in OPERATIONS:
        paths.setdefault(row.path, {})[row.method] = _operation(row, settings, schemas)
    # The parameters of a link say what its schema says.
    asked = {row.request for row in OPERATIONS}
    for link in {row.link for row in OPERATIONS if row.link and row.link not in asked}:
        del schemas[link.__name__]
    return {
        "openapi": VERSION,
        "info": {
            "title": "Best moves for k-in-a-row games",
            "version": __version__,
            "description": "Post a board of any size and any row length; get the best move and "
            "what is proven of it. Fields are added, never renamed: ignore those you do not know.",
            "contact": {"name": "The k-in-a-row authors"},
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        # Relative to this document, which a proxy may have put under a path.
        "servers": [{"url": "."}],
        "security": [],
        "tags": [{"name": name, "description": text} for name, text in TAGS.items()],
        "paths": paths,
        "components": {
            "schemas": dict(sorted(schemas.items())),
            "parameters": {
                name: {"name": name, "in": "header", **each}
                for name, each in REQUEST_HEADERS.items()
            },
            "headers": HEADERS,
            "responses": {str(status): _problem(status) for status in _statuses()},
        },
    }


def as_yaml(document: Document) -> str:
    """Return the document as it is committed and served."""
    return "".join(f"{line}\n" for line in _yaml(document, ""))


def _yaml(value: Any, indent: str) -> Iterator[str]:
    """Yield the lines of an object or array that is not empty.

    Both are blocks, and a long text is folded; all else is as in JSON, which YAML contains.
    """
    within = indent + "  "
    for name in value if isinstance(value, dict) else range(len(value)):
        each, lead = value[name], "-"
        if isinstance(name, str):
            lead = f"{name if PLAIN_KEY.fullmatch(name) else json.dumps(name)}:"
        folded = textwrap.wrap(each, WIDTH - len(within)) if isinstance(each, str) else []
        if each and isinstance(each, dict | list):
            lines = _yaml(each, within)
            yield indent + (lead if lead != "-" else f"- {next(lines).lstrip()}")
            yield from lines
        elif len(folded) > 1 and " ".join(folded) == each:
            yield f"{indent}{lead} >-"
            yield from (within + line for line in folded)
        else:
            yield f"{indent}{lead} {json.dumps(each, ensure_ascii=False)}"


def as_json(document: Document) -> str:
    """Return the document as JSON."""
    return json.dumps(document, indent=2)


def _operation(row: Operation, settings: Settings, schemas: Document) -> Document:
    statuses = sorted({*COMMON, *row.problems})
    answer: Document = {}
    if row.answer is not None:
        answer = {"schema": {"$ref": f"#/components/schemas/{row.answer.__name__}"}}
    operation: Document = {
        "operationId": row.name,
        "summary": row.summary,
        "description": row.description,
        "tags": [row.tag],
    }
    parameters = link_parameters(schemas[row.link.__name__]) if row.link else []
    read = {
        "If-None-Match": row.kept,
        "Last-Event-ID": row.streams,
        # The last one, so that calls of generated clients by position keep their meaning.
        "Accept-Language": row.speaks,
    }
    for name, is_read in read.items():
        if is_read:
            parameters.append({"$ref": f"#/components/parameters/{name}"})
    if parameters:
        operation["parameters"] = parameters
    if row.request is not None:
        examples = load_examples(row.path)
        schema = {"$ref": f"#/components/schemas/{row.request.__name__}"}
        operation["requestBody"] = {
            "required": True,
            "description": f"At most {settings.max_body_bytes} bytes.",
            "content": {JSON: {"schema": schema, **_examples(examples, "request")}},
        }
        answer |= _examples(examples, "response")
    operation["responses"] = {
        "200": {
            "description": row.summary,
            "headers": refer(*ALWAYS, *row.headers),
            "content": {each: answer or _document(row, each) for each in row.media_types},
        },
        **_without_content(row),
        **{str(each): {"$ref": f"#/components/responses/{each}"} for each in statuses},
    }
    return operation


def _examples(examples: Document, part: str) -> Document:
    """Return the requests or the responses of examples, if there are any."""
    shown = {
        name: {"summary": each["summary"], "value": each[part]} for name, each in examples.items()
    }
    return {"examples": shown} if shown else {}


def _document(row: Operation, media_type: str) -> Document:
    """Return the schema of a stream, or of a document that describes itself."""
    if row.streams:
        return {"schema": _stream()}
    # A validator may see YAML as text, or as what the text says.
    return {"schema": {} if media_type == YAML else {"type": "string"}}


def _without_content(row: Operation) -> Document:
    """Return the responses that tell a client that it has had all."""
    if row.streams:
        return {"204": {"description": NO_CONTENT, "headers": refer(*ALWAYS, "Server-Timing")}}
    if row.kept:
        return {"304": {"description": NOT_MODIFIED, "headers": refer(*ALWAYS, *row.headers)}}
    return {}


def _stream() -> Document:
    told = [
        f"`{name}`, {when}, with a {each.__name__} (#/components/schemas/{each.__name__})"
        for name, (each, when) in EVENTS.items()
    ]
    description = (
        "Server-sent events, the data of each in JSON on one line: " + "; ".join(told) + ". "
        "The id of each is its name. Comments keep the connection alive. Closing it stops the "
        "search."
    )
    data = [{"$ref": f"#/components/schemas/{each.__name__}"} for each, _ in EVENTS.values()]
    return {
        "type": "string",
        "description": description,
        "contentMediaType": EVENT_STREAM,
        "contentSchema": {"anyOf": data},
    }


def _problem(status: int) -> Document:
    meanings = [
        f"`{code}`: {meaning}"
        for code, (of_status, meaning) in CODES.items()
        if of_status == status
    ]
    own = {405: ["Allow"], 503: ["Retry-After"]}.get(status, [])
    return {
        "description": " ".join(meanings),
        "headers": refer(*ALWAYS, *own),
        "content": {PROBLEM_JSON: {"schema": {"$ref": "#/components/schemas/Problem"}}},
    }


def _statuses() -> list[int]:
    return sorted({status for status, _ in CODES.values()})


def _show_limits(schemas: Document, settings: Settings) -> None:
    """Write the limits of the running server into the schemas of the requests."""
    names = ("MovesRequest", "SolveRequest", "MoveRequest", "PictureRequest")
    batch, columns, *questions = (schemas[name]["properties"] for name in names)
    batch["requests"]["maxItems"] = settings.max_batch
    for fields in questions:
        fields["board"]["description"] += f" At most {settings.max_cells} cells."
        fields["row_length"]["maximum"] = settings.max_cells
    limits = {
        "width": settings.max_cells,
        "height": settings.max_cells,
        "time_limit_ms": settings.max_time_limit_ms,
        "node_limit": settings.max_node_limit,
    }
    for fields in (batch, *questions, columns):
        for name in limits.keys() & fields.keys():
            number = next(each for each in fields[name]["anyOf"] if each["type"] == "integer")
            number["maximum"] = limits[name]
    for each in (*questions, columns):
        default = settings.default_time_limit_ms
        each["time_limit_ms"]["description"] += f" The default is {default}."
