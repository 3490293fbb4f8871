"""Which answers may be kept, under which name, and the answer to those who have kept one."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256

from flask import Response, request
from pydantic_core import to_json

from service import __version__
from service.api.accept import JSON
from service.api.schemas import MoveRequest, MoveResponse
from service.api.telemetry.ledger import current_ledger
from service.game import Board

KEEP = "public, max-age=86400"
"""What is proven stays true for ever; a later version may have more to say, so ask once a day."""


def respond(wanted: MoveRequest, board: Board, think: Callable[[], MoveResponse]) -> Response:
    """What `think` answers, or 304, without a thought, to a client that has the answer.

    RFC 9110, section 13.1.2, has a match answered with 412 unless the method is GET or HEAD, for
    another may change what the client knows. This one changes nothing: it is a GET whose question
    needs a body, so it is answered as one.
    """
    ledger, tag = current_ledger(), tag_of(wanted, board)
    had = request.if_none_match
    # Compared weakly; `*` is no name of this answer.
    if had.is_strong(tag) or had.is_weak(tag):
        ledger.tag = tag
        return Response(status=304)
    answer = think()
    if answer["search"]["complete"] and not ledger.by_chance:
        ledger.tag = tag
    return Response(to_json(answer), content_type=JSON)


def caching_headers(status: int, tag: str | None) -> list[tuple[str, str]]:
    """Those of an answer with this tag; without one, or if all went wrong, it is not to be kept."""
    if tag is None or status >= 400:
        return [("Cache-Control", "no-store")]
    # The same question may have a stream for an answer.
    return [("ETag", f'"{tag}"'), ("Cache-Control", KEEP), ("Vary", "Accept")]


def tag_of(wanted: MoveRequest, board: Board) -> str:
    """A name of the question and the version of the service, however the question is spelt.

    The limits are part of it: even of complete answers they decide the order of equal options,
    for with little time or few nodes the opponent's mistakes are not counted to the end.
    """
    cells = (board.rules.width, board.rules.height, board.x, board.o)
    question = {**vars(wanted), "board": cells, "to_move": board.to_move}
    return sha256(f"{__version__} {question}".encode()).hexdigest()[:32]
