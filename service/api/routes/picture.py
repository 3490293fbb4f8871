"""`GET /board.svg`: the picture of a position, for pages, messages and documents."""

from hashlib import sha256

from flask import Blueprint, Response, request

from service.api.http.etag import CACHE_LINK, respond_under
from service.api.http.link import parse_question
from service.api.http.negotiation import SVG, negotiate
from service.api.routes.pages import protecting
from service.game import find_cell, name_rules
from service.questions.last_move import last_move
from service.questions.reading import WRONG_FIELDS, read_board, read_question
from service.questions.refusals import RefusedError, field_error
from service.questions.schemas import PictureRequest
from service.settings import Settings

POLICY = "default-src 'none'; frame-ancestors 'none'"


def picture_routes(settings: Settings) -> Blueprint:
    """Return the route, for boards within the limits of `settings`."""
    routes = Blueprint("picture", __name__)

    @routes.get("/board.svg")
    def picture() -> Response:
        negotiate(request.environ, SVG)
        link = parse_question(request.query_string)
        with link.named_as_sent():
            wanted = read_question(PictureRequest, link.question, settings)
            return respond(_draw(wanted).encode())

    return routes


def respond(content: bytes) -> Response:
    """Return a picture as it may be kept, and shown anywhere."""
    headers = {"Cache-Control": CACHE_LINK, **protecting(POLICY)}
    response = Response(content, content_type=SVG, headers=headers)
    response.vary.add("Accept")
    return respond_under(sha256(content).hexdigest()[:32], response)


def _draw(wanted: PictureRequest) -> str:
    board = read_board(wanted)
    last = last_move(wanted, board)[1] if wanted.moves else None
    marked = {name: find_cell(board.rules, name) for name in wanted.marked}
    errors = [
        field_error(f"/marked/{index}", f"There is no such cell on {name_rules(board.rules)}.")
        for index, name in enumerate(wanted.marked)
        if marked[name] is None
    ]
    if errors:
        raise RefusedError("invalid_request", WRONG_FIELDS, errors)
    return board.picture(last, [cell for cell in marked.values() if cell is not None])
