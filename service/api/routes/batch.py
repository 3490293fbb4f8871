"""`POST /moves`: many questions, one after the other, within one time limit."""

import gzip
from functools import partial
from io import BytesIO
from typing import Any

from flask import Blueprint, Response, request
from pydantic_core import to_json

from service.api.admission.analysis_service import AnalysisService
from service.api.admission.disconnect import DisconnectDetector
from service.api.admission.policy import HEAVY_CELLS, refuse_late
from service.api.http.json_body import read_json
from service.api.http.language import accepted_language, note_languages
from service.api.http.negotiation import JSON, negotiate
from service.api.http.request_id import current_request_id
from service.api.telemetry.progress import current_progress
from service.api.telemetry.request_stats import current_stats
from service.languages import LANGUAGES, Language
from service.questions.answering import answer_question, refusal
from service.questions.reading import read_batch
from service.questions.refusals import RefusedError
from service.questions.schemas import MoveResponse, MoveResult
from service.settings import Settings

TOO_LATE = "The time of the batch was over before its turn came. Ask for more time, or for less."
COMPRESSION_LEVEL = 1
"""A hundred answers about a large board are fifty megabytes of JSON, and two even at this level. A
temporary file would be in memory, too, where the folder of such files is, as in a container."""
PIECE_BYTES = 1 << 16
"""The uncompressed size of the pieces in which the answers are sent."""


def batch_routes(settings: Settings, service: AnalysisService) -> Blueprint:
    """Return the route, answered by `service` within the limits of `settings`."""
    routes = Blueprint("batch", __name__)

    @routes.post("/moves")
    def moves() -> Response:
        environ = request.environ
        negotiate(environ, JSON)
        stats, progress = current_stats(), current_progress()
        with stats.timed("read"), service.turn():
            batch = read_batch(read_json(environ, settings.max_body_bytes), settings)
        stats.batch = len(batch.requests)
        progress.limit = limit = (batch.time_limit_ms or settings.max_time_limit_ms) / 1000
        refuse_late(stats.seconds, limit)
        client, compressed = DisconnectDetector(environ), BytesIO()
        language = accepted_language(environ)
        spoken = {_language(question, language) for question in batch.requests}
        note_languages(environ, *sorted(spoken or {language}))
        with gzip.open(compressed, "wb", COMPRESSION_LEVEL) as body:
            body.write(b'{"results":[')
            for index, question in enumerate(batch.requests):
                client.check()
                share = max(limit - stats.seconds, 0.0) / (len(batch.requests) - index)
                result = result_of(question, index, share, limit, client, language)
                body.write(b"," * (index > 0) + result)
                progress.mark()
            body.write(b"]}")
            size = body.tell()
        compressed.seek(0)
        pieces = iter(partial(gzip.GzipFile(fileobj=compressed).read, PIECE_BYTES), b"")
        return Response(pieces, headers={"Content-Length": str(size)}, content_type=JSON)

    def result_of(
        question: Any,
        index: int,
        share: float,
        limit: float,
        client: DisconnectDetector,
        language: Language,
    ) -> bytes:
        """Return the result of one question, which may take `share` of the `limit`, in seconds."""

        def check_cells(cells: int) -> None:
            if cells > HEAVY_CELLS:
                refuse_late(current_stats().seconds, limit, TOO_LATE)

        try:
            return answer_question(
                service.of(client), settings, question, _answered, share, check_cells, language
            )
        except ConnectionResetError:
            raise  # The client has closed the connection.
        except Exception as error:
            if isinstance(error, RefusedError):
                error = error.within(["requests", index])
            return to_json(refusal(question, error, current_request_id()))

    return routes


def _language(question: Any, accepted: Language) -> Language:
    """Return the language of the answer to a question, which may be a wrong one."""
    named = question.get("lang") if isinstance(question, dict) else None
    return named if named in LANGUAGES else accepted


def _answered(answer: MoveResponse) -> bytes:
    return to_json(MoveResult(answer=answer))
