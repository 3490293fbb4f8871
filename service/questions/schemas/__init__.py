"""The shapes of the contract: requests are validated models, answers are typed dictionaries.

An answer is built by `building` and checked by mypy, so it is not validated again. Clients must
ignore fields that they do not know: more may be added.
"""

from service.questions.schemas.answer import (
    Bounds,
    LastMove,
    Mistake,
    MoveOption,
    MoveProgress,
    MoveResponse,
    Oversight,
    Pair,
    Proof,
    Reason,
)
from service.questions.schemas.batch import MoveResult, MovesRequest, MovesResponse
from service.questions.schemas.cells import Cell
from service.questions.schemas.enums import OUTCOMES
from service.questions.schemas.operations import Contract, Health, Limits
from service.questions.schemas.picture import PictureRequest
from service.questions.schemas.problem import FieldError, Problem
from service.questions.schemas.puzzle import PuzzleRequest, PuzzleResponse, SheetRequest
from service.questions.schemas.qr import QrRequest
from service.questions.schemas.request import MoveRequest
from service.questions.schemas.solve import SolveRequest, SolveResponse

__all__ = [
    "OUTCOMES", "Bounds", "Cell", "Contract", "FieldError", "Health", "LastMove", "Limits",
    "Mistake", "MoveOption", "MoveProgress", "MoveRequest", "MoveResponse", "MoveResult",
    "MovesRequest", "MovesResponse", "Oversight", "Pair", "PictureRequest", "Problem", "Proof",
    "PuzzleRequest", "PuzzleResponse", "QrRequest", "Reason", "SheetRequest", "SolveRequest",
    "SolveResponse",
]  # fmt: skip
