"""What `GET /openapi.json` answers."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict


class Contract(TypedDict):
    """An OpenAPI document; its further fields are those of that version."""

    openapi: Annotated[str, Field(description="The version of OpenAPI.")]
