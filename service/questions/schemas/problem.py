"""The response to a request that has failed."""

from typing import Annotated, NotRequired

from pydantic import Field
from typing_extensions import TypedDict


class FieldError(TypedDict):
    """What is wrong with a part of the body."""

    pointer: Annotated[
        str,
        Field(
            description="JSON Pointer into the body, or into what a link says as JSON; for a cell "
            "/board/row/column, however the board is written. Empty for the whole body."
        ),
    ]
    message: Annotated[str, Field(description="What is wrong there and how to mend it.")]


class Problem(TypedDict):
    """An error (RFC 9457)."""

    type: Annotated[str, Field(description="Always about:blank; `code` tells errors apart.")]
    title: Annotated[str, Field(description="The status in words.")]
    status: Annotated[int, Field(ge=400, le=599, description="The HTTP status.")]
    detail: Annotated[str, Field(description="What is wrong, for people.")]
    code: Annotated[str, Field(description="What is wrong, for machines; stable.")]
    request_id: Annotated[
        str, Field(description="The X-Request-Id of this response; quote it when asking for help.")
    ]
    errors: Annotated[
        list[FieldError],
        Field(description="What is wrong where in the body; empty if it is not the body."),
    ]
    id: NotRequired[
        Annotated[str, Field(description="Of a question in a batch, its id, if it has one.")]
    ]
