"""What the health checks answer."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from service.api.schemas.words import HealthStatus


class Health(TypedDict):
    """A sign of life."""

    status: Annotated[HealthStatus, Field(description="What the process can do.")]
