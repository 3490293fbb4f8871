"""What the OpenAPI document says of the headers of responses."""

from typing import Any

HEADERS: dict[str, dict[str, Any]] = {
    "X-Request-Id": {
        "description": "The id of the request: the client's X-Request-Id if usable, else a new "
        "one. It is on every line of the log that is about the request.",
        "schema": {"type": "string", "pattern": "^[A-Za-z0-9._-]{1,128}$"},
    },
    "Cache-Control": {
        "description": "Whether the response may be kept: `no-store`, not at all; `private, "
        "no-cache`, by its client, which asks each time whether it still holds; `public, "
        "max-age=`, by anybody for so many seconds.",
        "schema": {"type": "string"},
    },
    "ETag": {
        "description": "A name of what may be kept, to be sent as If-None-Match. Only a complete "
        "answer has one, and only if its level left nothing to chance or was given a seed. It is "
        "weak: what the answer has cost, and the order of equals, may differ from one to the next.",
        "schema": {"type": "string"},
    },
    "Vary": {
        "description": "The request headers that the choice among representations depends on.",
        "schema": {"type": "string"},
    },
    "Content-Language": {
        "description": "The languages of the sentences in the answer, separated by commas; there "
        "are several where the questions of a batch name them.",
        "schema": {"type": "string"},
    },
    "Server-Timing": {
        "description": "Milliseconds that the answer took, by what they went into (W3C), such as "
        "`search;dur=12.3`; `queue` is the waiting for a thread and a slot; at last `total`.",
        "schema": {"type": "string"},
    },
    "X-Accel-Buffering": {
        "description": "Always `no`, which asks proxies to pass the events on as they come.",
        "schema": {"type": "string"},
    },
    "Allow": {"description": "The methods the route knows.", "schema": {"type": "string"}},
    "Retry-After": {
        "description": "Seconds to wait before trying again.",
        "schema": {"type": "integer"},
    },
}

ALWAYS = ("X-Request-Id", "Cache-Control")
"""The headers of every response of every route."""

REQUEST_HEADERS: dict[str, dict[str, Any]] = {
    "If-None-Match": {
        "description": "Entity tags of what the client has kept, separated by commas. If the "
        "answer is among it, the response is 304.",
        "schema": {"type": "string"},
    },
    "Accept-Language": {
        "description": "The languages that the client prefers, for the sentences in the answer "
        "to a question without lang.",
        "schema": {"type": "string"},
        "example": "de-AT, de;q=0.9",
    },
    "Last-Event-ID": {
        "description": "The id of the last event that came, which an EventSource sends when it "
        "connects again. If that event ended the stream, the response is 204.",
        "schema": {"type": "string"},
    },
}

NOT_MODIFIED = "The client has the answer: one of the entity tags it sent is the answer's."
NO_CONTENT = "The client has had the event that ends the stream; an EventSource asks no more."


def refer(*names: str) -> dict[str, Any]:
    """Return references to headers of a response."""
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}
