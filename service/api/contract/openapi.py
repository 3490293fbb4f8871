"""The OpenAPI document, built from the schemas, the table of routes and the settings."""

from __future__ import annotations

import json
from typing import Any

import yaml
from pydantic import TypeAdapter

from service import __version__
from service.api.contract.examples import load_examples
from service.api.contract.headers import ALWAYS, HEADERS, IF_NONE_MATCH, NOT_MODIFIED, refer
from service.api.contract.operations import COMMON, OPERATIONS, Operation
from service.api.contract.parameters import link_parameters
from service.api.http.negotiation import EVENT_STREAM, JSON, YAML
from service.api.http.problems import CODES, PROBLEM_JSON
from service.api.schemas import Problem
from service.settings import Settings

VERSION = "3.1.0"
"""The version of OpenAPI."""

Document = dict[str, Any]


def openapi_document(settings: Settings) -> Document:
    """Return the contract of a server that runs with `settings`."""
    types = {each for row in OPERATIONS for each in (row.request, row.answer) if each is not None}
    types |= {each for row in OPERATIONS for each, _ in row.events.values()} | {Problem}
    # An answer is read as it is sent, so the schemas for validation and for serialisation agree.
    named = sorted(types, key=lambda each: str(each.__name__))
    references, definitions = TypeAdapter.json_schemas(
        [(each.__name__, "validation", TypeAdapter(each)) for each in named],
        ref_template="#/components/schemas/{model}",
    )
    schemas: Document = dict(definitions.get("$defs", {}))
    for (name, _), schema in references.items():
        if "$ref" not in schema:
            schemas[str(name)] = schema
    _show_limits(schemas, settings)
    paths: Document = {}
    for row in OPERATIONS:
        paths.setdefault(row.path, {})[row.method] = _operation(row, settings, schemas)
    return {
        "openapi": VERSION,
        "info": {
            "title": "Best moves for k-in-a-row games",
            "version": __version__,
            "description": "Post a board of any size and any row length; get the best move and "
            "what is proven of it. Fields are added, never renamed: ignore those you do not know.",
        },
        "servers": [{"url": "/"}],
        "tags": [{"name": name} for name in ("play", "operate", "contract")],
        "paths": paths,
        "components": {
            "schemas": dict(sorted(schemas.items())),
            "parameters": {"If-None-Match": IF_NONE_MATCH},
            "headers": HEADERS,
            "responses": {str(status): _problem(status) for status in _statuses()},
        },
    }


def as_yaml(document: Document) -> str:
    """Return the document as it is committed and served."""
    return yaml.safe_dump(document, sort_keys=False, allow_unicode=True, width=100)


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
    if row.kept:
        parameters.append({"$ref": "#/components/parameters/If-None-Match"})
    if parameters:
        operation["parameters"] = parameters
    if row.request is not None:
        examples = load_examples(row.path)
        schema = {"$ref": f"#/components/schemas/{row.request.__name__}"}
        operation["requestBody"] = {
            "required": True,
            "description": f"At most {settings.max_body_bytes} bytes.",
            "content": {
                JSON: {
                    "schema": schema,
                    "examples": {
                        name: {"summary": each["summary"], "value": each["request"]}
                        for name, each in examples.items()
                    },
                }
            },
        }
        answer["examples"] = {
            name: {"summary": each["summary"], "value": each["response"]}
            for name, each in examples.items()
        }
    operation["responses"] = {
        "200": {
            "description": row.summary,
            "headers": refer(*ALWAYS, *row.headers),
            "content": {each: answer or _document(each) for each in row.media_types} | _stream(row),
        },
        **_not_modified(row),
        **{str(each): {"$ref": f"#/components/responses/{each}"} for each in statuses},
    }
    return operation


def _document(media_type: str) -> Document:
    """Return the schema of a document that describes itself."""
    return {"schema": {"type": "object" if media_type == YAML else "string"}}


def _not_modified(row: Operation) -> Document:
    if not row.kept:
        return {}
    return {"304": {"description": NOT_MODIFIED, "headers": refer(*ALWAYS, *row.headers)}}


def _stream(row: Operation) -> Document:
    if not row.events:
        return {}
    told = [
        f"`{name}`, {when}, with a {each.__name__} (#/components/schemas/{each.__name__})"
        for name, (each, when) in row.events.items()
    ]
    description = (
        "Server-sent events, the data of each in JSON on one line: " + "; ".join(told) + ". "
        "Comments keep the connection alive. Closing it stops the search."
    )
    return {EVENT_STREAM: {"schema": {"type": "string", "description": description}}}


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
    fields, batch = (schemas[name]["properties"] for name in ("MoveRequest", "MovesRequest"))
    fields["board"]["description"] += f" At most {settings.max_cells} cells."
    fields["row_length"]["maximum"] = settings.max_cells
    batch["requests"]["maxItems"] = settings.max_batch
    for field, limit in (
        (fields["time_limit_ms"], settings.max_time_limit_ms),
        (fields["node_limit"], settings.max_node_limit),
        (batch["time_limit_ms"], settings.max_time_limit_ms),
    ):
        number = next(each for each in field["anyOf"] if each["type"] == "integer")
        number["maximum"] = limit
    fields["time_limit_ms"]["description"] += f" The default is {settings.default_time_limit_ms}."
