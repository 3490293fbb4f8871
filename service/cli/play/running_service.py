"""A source of moves that asks a running service over HTTP."""

from typing import Any

import requests
from requests.adapters import HTTPAdapter
from urllib3 import Retry

from service.cli.play.source import Evaluation, Move, SourceError
from service.game import Board, render
from service.loopback import loopback_host
from service.solver import Assessment, Bounds

CONNECT_SECONDS = 10.0
SPARE_SECONDS = 30.0
"""How long an answer may take in addition to its thinking time."""
RETRIES = Retry(
    total=4, connect=0, read=0, redirect=0, other=0, allowed_methods=None, status_forcelist=[503],
    backoff_factor=0.5, raise_on_status=False, retry_after_max=30,
)  # fmt: skip
"""A busy service is asked again after the time that it names, in seconds; the last 503 is read."""


class RunningService:
    """The service at a URL; a `Source`."""

    def __init__(self, url: str, seconds: float | None, seed: int | None) -> None:
        """Let the service think about a move for so many `seconds`; None means its own default."""
        self._url = url.rstrip("/") + "/move"
        self._seconds = seconds
        self._fields: dict[str, Any] = {}
        if seed is not None:
            self._fields["seed"] = seed
        if seconds is not None:
            self._fields["time_limit_ms"] = max(1, round(seconds * 1000))
        self._proxies = {"no_proxy": loopback_host(url)} if loopback_host(url) else None
        self._session = requests.Session()
        for scheme in ("http://", "https://"):
            self._session.mount(scheme, HTTPAdapter(max_retries=RETRIES))

    def move(self, board: Board, level: str, strength: int | None = None) -> Move:
        fields = {"level": level, "strength": strength, "evaluate": "none", "max_options": 0}
        return self._ask(board, **fields).best

    def evaluate(self, board: Board) -> Evaluation:
        return self._ask(board)

    def _ask(self, board: Board, **fields: str | int | None) -> Evaluation:
        """Ask about a position; SourceError if the answer is a problem or not understood."""
        question = {
            "board": render(board),
            "row_length": board.rules.row_length,
            "to_move": board.to_move,
            # A service that does not know the switches can be asked without them.
            **board.rules.switched_on,
            **self._fields,
            **fields,
        }
        response = self._post(question)
        if response.status_code != 200:
            raise SourceError(_problem(response))
        try:
            return _evaluation(response.json(), board)
        except (ValueError, KeyError, TypeError):
            raise SourceError(f"What {self._url} answers is no move.") from None

    def _post(self, question: dict[str, Any]) -> requests.Response:
        """Send a question; SourceError if the service does not answer."""
        timeout = (CONNECT_SECONDS, (self._seconds or 0.0) + 2 * SPARE_SECONDS)
        try:
            return self._session.post(
                self._url, json=question, timeout=timeout, proxies=self._proxies
            )
        except requests.RequestException as error:
            raise SourceError(f"{self._url} does not answer: {_cause(error)}") from None


def _evaluation(answer: Any, board: Board) -> Evaluation:
    """Read an answer of `POST /move`; ignore unknown fields, and raise if it is malformed."""
    width = board.rules.width

    def index(cell: Any) -> int:
        return int(cell["row"]) * width + int(cell["column"])

    best, reason = index(answer["best_move"]), answer["reason"]
    if best not in board.legal_moves:
        raise ValueError("no legal move")
    return Evaluation(
        Move(best, str(reason["text"]), [index(cell) for cell in reason["cells"]]),
        _assessment(answer),
        {index(option): _assessment(option) for option in answer["options"]},
    )


def _assessment(answer: Any) -> Assessment:
    """Read what an answer says about the position or about an option."""
    bounds = Bounds(answer["bounds"]["lower"], answer["bounds"]["upper"])
    return Assessment(bounds, answer["score"], answer["plies_to_end"], answer["shortest"])


def _problem(response: requests.Response) -> str:
    try:
        problem = response.json()
        faults = "".join(f" {fault['pointer']}: {fault['message']}" for fault in problem["errors"])
        return f"{problem['detail']}{faults} (request {problem['request_id']})"
    except (ValueError, KeyError, TypeError):
        return f"{response.url} answers {response.status_code} {response.reason}."


def _cause(error: requests.RequestException) -> str:
    """Describe the innermost exception, without those that libraries raise because of it."""
    cause: BaseException = error
    while cause.__context__ is not None:
        cause = cause.__context__
    return f"{cause}."
