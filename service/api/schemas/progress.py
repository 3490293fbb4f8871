"""What is told of a search while it goes on."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from service.api.schemas.answer import BoundsShape, CellPlace


class MoveProgress(TypedDict):
    """How far a search has come. All that is said of values is proven, for `to_move`."""

    depth: Annotated[
        int,
        Field(ge=0, description="The plies within which every win and loss asked for is known."),
    ]
    nodes: Annotated[int, Field(ge=0, description="Positions visited.")]
    best_move: Annotated[
        CellPlace, Field(description="The most promising option so far, whatever the level.")
    ]
    bounds: BoundsShape
    settled_options: Annotated[
        int, Field(ge=0, description="Options whose value is known; those alike count once.")
    ]
    distinct_options: Annotated[
        int, Field(ge=1, description="Options in all, counted in the same way.")
    ]
    time_ms: Annotated[float, Field(ge=0, description="Time taken so far, in milliseconds.")]
