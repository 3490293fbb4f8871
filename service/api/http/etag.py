"""Which answers may be cached, and their entity tags."""

from collections.abc import Callable
from hashlib import blake2b
from wsgiref.types import WSGIEnvironment

from flask import Response, request
from pydantic_core import to_json

from service.api.http.negotiation import JSON
from service.build import build_name
from service.game import Board
from service.questions.reading import time_limit_ms
from service.questions.schemas import MoveRequest
from service.settings import Settings

CACHE_LINK = "public, max-age=3600"
"""The `Cache-Control` of an answer to a link: browsers and shared caches may keep it.

A complete answer stays true; the rest may change with the build and the settings of the server.
"""
CACHE_POST = "private, no-cache"
"""The `Cache-Control` of an answer to a POST: its client asks each time whether it still holds.

A shared cache goes by the address, which is the same for every question; RFC 9111 lets it use such
an answer for a later GET at most (section 4), and would have to be told so by a Content-Location.
"""

_TAG = "service.entity_tag"


def set_tag(environ: WSGIEnvironment, tag: str) -> None:
    """Give the response to a request a tag, for it would always be the same."""
    environ[_TAG] = tag


def caching_headers(environ: WSGIEnvironment, status: int) -> list[tuple[str, str]]:
    """Return the headers for caching: of an error, or without a tag, nothing may be kept."""
    tag = environ.get(_TAG)
    if tag is None or status >= 400:
        return [("Cache-Control", "no-store")]
    # The same question may be answered with a stream.
    policy = CACHE_POST if environ["REQUEST_METHOD"] == "POST" else CACHE_LINK
    return [("ETag", f'W/"{tag}"'), ("Cache-Control", policy), ("Vary", "Accept")]


def respond_under(tag: str, response: Response) -> Response:
    """Return the response with its tag, or 304 to a client that has it (RFC 9110, 13.1.2).

    `If-Match` is ignored, as on every route: it guards what a request changes.
    """
    response.set_etag(tag)
    if request.if_none_match.contains_weak(tag):
        response.status_code = 304
    return response


def respond_unless_had(environ: WSGIEnvironment, tag: str, write: Callable[[], bytes]) -> Response:
    """Return what `write` returns, or 304, without computing it, to a client that has the answer.

    RFC 9110, section 13.1.2, has a match answered with 412 unless the method is GET or HEAD, for
    another may change what the client knows. A POST changes nothing here: it is a GET whose
    question needs a body, so it is answered as one. But `*` is no name of its answer, nor of one
    that has no tag: what may not be kept, nobody has.
    """
    # To parse a header that most clients do not send would take a while.
    if "HTTP_IF_NONE_MATCH" not in environ:
        return Response(write(), content_type=JSON)
    had = request.if_none_match
    # Weak comparison.
    if had.is_strong(tag) or had.is_weak(tag):
        set_tag(environ, tag)
        return Response(status=304)
    answer = write()
    if had.star_tag and request.method != "POST" and _TAG in environ:
        return Response(status=304)
    return Response(answer, content_type=JSON)


class Tags:
    """The entity tags of answers, which are weak: what an answer has cost differs each time."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        # These decide how far a search gets; the cores may differ from one replica to another.
        self._server = to_json((
            build_name(), settings.table_mebibytes, settings.threads_per_search, settings.book,
        ))  # fmt: skip

    def tag_of(self, wanted: MoveRequest, board: Board) -> str:
        """Return the tag of a question to this server, the same however the question is spelt.

        The limits are part of it: even of complete answers they decide the order of equal options,
        for with little time or few nodes the opponent's mistakes are not counted to the end.
        """
        limit = time_limit_ms(wanted, self._settings)
        question = vars(wanted) | {
            "board": (*board.rules, board.x, board.o),
            "moves": wanted.moves[-1] if wanted.moves else None,
            "to_move": board.to_move,
            "time_limit_ms": limit,
        }  # fmt: skip
        return blake2b(self._server + to_json(question), digest_size=16).hexdigest()
