"""Which answers may be kept, under which name, and the answer to those who have kept one."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256

from flask import Flask, Response, request
from pydantic_core import to_json

from service import __version__
from service.api.accept import JSON
from service.api.ledger import current_ledger
from service.api.schemas import MoveRequest, MoveResponse
from service.game import Board, render

KEEP = "public, max-age=86400"
"""What is proven stays true for ever; a later version may have more to say, so ask once a day."""


def register_no_store(app: Flask) -> None:
    """Have nothing kept of which nothing else is said."""

    @app.after_request
    def forbid(response: Response) -> Response:
        response.headers.setdefault("Cache-Control", "no-store")
        return response


def respond(wanted: MoveRequest, board: Board, think: Callable[[], MoveResponse]) -> Response:
    """What `think` answers, or 304, without a thought, to a client that has the answer.

    RFC 9110, section 13.1.2, has `If-None-Match` answered with 412 unless the method is GET or
    HEAD, lest a request change what the client does not know. This one changes nothing: it is a
    GET whose question needs a body, so it is answered as one.
    """
    tag = tag_of(wanted, board)
    known = request.if_none_match
    # Weak comparison; but `*` names no answer that the client has.
    if known.is_strong(tag) or known.is_weak(tag):
        return _keep(Response(status=304), tag)
    answer = think()
    response = Response(to_json(answer), content_type=JSON)
    if answer["search"]["complete"] and not current_ledger().by_chance:
        _keep(response, tag)
    return response


def tag_of(wanted: MoveRequest, board: Board) -> str:
    """A name of the question and the version of the service, however the question is spelt.

    The limits are part of it: even of complete answers they decide the order of equal options,
    for with little time or few nodes the opponent's mistakes are not counted to the end.
    """
    question = wanted.model_copy(update={"board": render(board), "to_move": board.to_move})
    return sha256(f"{__version__} {question.model_dump_json()}".encode()).hexdigest()[:32]


def _keep(response: Response, tag: str) -> Response:
    response.set_etag(tag)
    response.headers["Cache-Control"] = KEEP
    # The same question may have a stream for an answer.
    response.vary.add("Accept")
    return response
