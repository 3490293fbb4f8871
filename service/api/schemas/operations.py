"""What the routes answer that are no questions of the game."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from service.api.schemas.enums import HealthStatus


class Health(TypedDict):
    """A sign of life."""

    status: Annotated[HealthStatus, Field(description="What the process can do.")]


class Contract(TypedDict):
    """An OpenAPI document; its further fields are those of that version."""

    openapi: Annotated[str, Field(description="The version of OpenAPI.")]
