"""`GET /puzzle/sheet`: six puzzles of a day to be printed, with their solutions on the next page.

The solutions are what the analysis of the service says, as they are in answers of `POST /move`.
"""

import time
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from babel.dates import format_date
from flask import Blueprint, Response, render_template, request

from service.api.admission.analysis_service import AnalysisService
from service.api.admission.disconnect import DisconnectDetector
from service.api.http.link import parse_link
from service.api.http.negotiation import HTML, negotiate
from service.api.routes.pages import protecting
from service.api.routes.puzzle import day_of, language_of, question_of, respond
from service.api.telemetry.progress import current_progress
from service.api.telemetry.request_stats import current_stats
from service.languages import ENGLISH, Language, say
from service.puzzles import Puzzle, goal, sheet_of_the_day
from service.puzzles.titles import DEGREES, NAMES, rules_in_words
from service.questions.answering import answer_question
from service.questions.reading import read_fields
from service.questions.refusals import RefusedError
from service.questions.schemas import MoveResponse, SheetRequest
from service.settings import Settings

SIZE = 6
"""The number of puzzles on a sheet."""
STYLE = (Path(__file__).parent / "templates" / "sheet.css").read_text()
POLICY = (
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    f"img-src 'self'; style-src 'sha256-{b64encode(sha256(STYLE.encode()).digest()).decode()}'"
)
"""The style is within the page, so that it is printed as well from a file that was saved."""


def sheet_routes(settings: Settings, service: AnalysisService) -> Blueprint:
    """Return the route, answered by `service` within the limits of `settings`."""
    routes = Blueprint("sheet", __name__, template_folder="templates")

    @routes.get("/puzzle/sheet")
    def sheet() -> Response:
        negotiate(request.environ, HTML)
        wanted, now = read_fields(SheetRequest, parse_link(request.query_string)), time.time()
        day = day_of(wanted, now)
        listed = sheet_of_the_day(wanted.game, wanted.difficulty, day, SIZE)
        kind = {"game": NAMES[wanted.game], "difficulty": DEGREES[wanted.difficulty]}
        language = language_of(wanted)
        page = render_template(
            "sheet.html",
            language=language,
            style=STYLE,
            title=say("Puzzles: {game}, {difficulty}", **kind).render(language),
            day=format_date(day, "long", locale="en_GB" if language == ENGLISH else language),
            name=say("Name").render(language),
            date=say("Date").render(language),
            rules=" ".join(each.render(language) for each in rules_in_words(listed[0].board.rules)),
            solutions=say("Solutions: {game}, {difficulty}", **kind).render(language),
            puzzles=[
                {"board": puzzle.board, "goal": goal(puzzle).render(language), **solution}
                for puzzle, solution in zip(listed, solve(listed, language), strict=True)
            ],
        )
        response = respond(page.encode(), f"{HTML}; charset=utf-8", wanted, now)
        response.headers.update(protecting(POLICY))
        return response

    def solve(listed: list[Puzzle], language: Language) -> Iterator[dict[str, str]]:
        """Yield the solution of each puzzle; a problem if one is not proven in time."""
        stats, progress = current_stats(), current_progress()
        stats.batch = len(listed)
        progress.limit = limit = settings.max_time_limit_ms / 1000
        client = DisconnectDetector(request.environ)
        for left, puzzle in zip(range(len(listed), 0, -1), listed, strict=True):
            client.check()
            question = {
                **question_of(puzzle),
                "time_limit_ms": settings.max_time_limit_ms,
                "lang": language,
            }
            answer = answer_question(
                service.of(client),
                settings,
                question,
                lambda answer: answer,
                most_seconds=max(limit - stats.seconds, 0.0) / left,
            )
            if answer["outcome"] != puzzle.outcome:
                raise RefusedError("not_proven", f"{puzzle.id} is not proven in time; ask again.")
            progress.mark()
            yield _solution(answer)

    return routes


def _solution(answer: MoveResponse) -> dict[str, str]:
    """Return the move with its reason and, if it wins later, the line of play."""
    names, reason = [cell["name"] for cell in answer["principal_variation"]], answer["reason"]
    if answer["shortest"] and len(names) < (answer["plies_to_end"] or 0):
        names.append("…")
    line = ", ".join(names) if answer["value"] and len(names) > 1 else ""
    return {"solution": reason["sentence"] if reason else "", "line": line}
