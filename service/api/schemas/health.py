"""What the health checks answer."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict


class Health(TypedDict):
    """A sign of life."""

    status: Annotated[Literal["ok", "ready"], Field(description="ok or ready.")]
