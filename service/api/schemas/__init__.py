"""The shapes of the contract. Requests are validated models; answers are typed dictionaries.

An answer is built by our own code and checked by mypy, so it is not validated once more.
Clients must ignore fields they do not know: more may be added.
"""

from service.api.schemas.answer import (
    BoundsShape,
    CellPlace,
    MoveResponse,
    OptionShape,
    PairShape,
    ProofShape,
    ReasonShape,
    TileShape,
)
from service.api.schemas.batch import MovesRequest, MovesResponse
from service.api.schemas.contract import Contract
from service.api.schemas.health import Health
from service.api.schemas.problem import PlaceShape, Problem
from service.api.schemas.progress import MoveProgress
from service.api.schemas.request import MoveRequest
from service.api.schemas.words import Outcome

__all__ = [
    "BoundsShape", "CellPlace", "Contract", "Health", "MoveProgress", "MoveRequest", "MoveResponse",
    "MovesRequest", "MovesResponse", "OptionShape", "Outcome", "PairShape", "PlaceShape", "Problem",
    "ProofShape", "ReasonShape", "TileShape",
]  # fmt: skip
