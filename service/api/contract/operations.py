"""The table of routes that the OpenAPI document is built from."""

from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from service.api.http.negotiation import EVENT_STREAM, HTML, JSON, PLAIN, SVG, YAML
from service.questions.schemas import (
    Contract,
    Health,
    Limits,
    MoveProgress,
    MoveRequest,
    MoveResponse,
    MovesRequest,
    MovesResponse,
    PictureRequest,
    Problem,
    PuzzleRequest,
    PuzzleResponse,
    QrRequest,
    SheetRequest,
    SolveRequest,
    SolveResponse,
)
from service.questions.schemas.qr import MOST_CHARACTERS

COMMON = (400, 404, 405, 408, 414, 417, 431, 500, 501)
"""The statuses that any route may answer with: those of the server and of the framework."""


@dataclass(frozen=True, slots=True)
class Operation:
    """A method of a route."""

    method: str
    path: str
    name: str
    summary: str
    description: str
    tag: str
    answer: Any = None
    """The type of the answer; None for text and events."""
    media_types: tuple[str, ...] = (JSON,)
    """The media types of the answer; the first unless the client prefers another."""
    request: Any = None
    """The type of the body."""
    link: type[BaseModel] | None = None
    """The type of the question in the query of the address."""
    problems: tuple[int, ...] = ()
    """The statuses of its problems, beyond `COMMON`."""
    headers: tuple[str, ...] = ()
    """The headers of its answers, beyond those of every response."""

    @property
    def types(self) -> list[Any]:
        """Return the types of what it is asked and of what it answers."""
        return [each for each in (self.request, self.link, self.answer) if each is not None]

    @property
    def streams(self) -> bool:
        """Return whether its answer is a stream of the `EVENTS`."""
        return EVENT_STREAM in self.media_types

    @property
    def speaks(self) -> bool:
        """Return whether its answers have sentences, whose language clients choose."""
        return "Content-Language" in self.headers

    @property
    def kept(self) -> bool:
        """Return whether its answers have an `ETag`, by which clients ask for changes."""
        return "ETag" in self.headers


EVENTS = {
    "progress": (
        MoveProgress,
        "when the search gets deeper or knows more, and after a second without news",
    ),
    "result": (MoveResponse, "once, at the end"),
    "error": (Problem, "instead of the result, should the search fail"),
}
"""The server-sent events of a stream: the type of the data of each, and when it comes."""

TAGS = {
    "play": "The best move, for programs and people.",
    "operate": "What operators, load balancers and Prometheus ask.",
    "contract": "What may be asked of this server, and how.",
}
"""What the operations of each tag are for."""

OPERATIONS = (
    Operation(
        method="get",
        path="/move",
        name="findBestMoveByLink",
        summary="Find the best move, by a link",
        description="Asks what POST /move asks, with its fields in the query of the address, and "
        "gets the same answer. One with an ETag may be kept by browsers and proxies.",
        tag="play",
        answer=MoveResponse,
        link=MoveRequest,
        headers=("ETag", "Content-Language", "Vary", "Server-Timing"),
        problems=(406, 413, 422, 503),
    ),
    Operation(
        method="post",
        path="/move",
        name="findBestMove",
        summary="Find the best move",
        description="Takes a position of any width, height and row length, and answers with the "
        "best move, why, and what every legal move is worth. Whatever runs out, the bounds are "
        "true and the move is legal. A finished game is a good question too.",
        tag="play",
        answer=MoveResponse,
        request=MoveRequest,
        headers=("ETag", "Content-Language", "Vary", "Server-Timing"),
        problems=(406, 413, 415, 422, 503),
    ),
    Operation(
        method="get",
        path="/move/stream",
        name="streamBestMoveByLink",
        summary="Follow the search for the best move, by a link",
        description="Asks what GET /move asks, and tells the answer as it gets better: for an "
        "EventSource. GET /move does the same for clients that prefer text/event-stream to JSON.",
        tag="play",
        media_types=(EVENT_STREAM,),
        link=MoveRequest,
        headers=("Content-Language", "Vary", "X-Accel-Buffering"),
        problems=(406, 413, 422, 503),
    ),
    Operation(
        method="post",
        path="/move/stream",
        name="streamBestMove",
        summary="Follow the search for the best move",
        description="Asks what POST /move asks, and tells the answer as it gets better. POST /move "
        "does the same for clients that prefer text/event-stream to JSON.",
        tag="play",
        media_types=(EVENT_STREAM,),
        request=MoveRequest,
        headers=("Content-Language", "Vary", "X-Accel-Buffering"),
        problems=(406, 413, 415, 422, 503),
    ),
    Operation(
        method="post",
        path="/moves",
        name="findBestMoves",
        summary="Find the best moves of many positions",
        description="Takes questions as POST /move does and answers them in their order, within "
        "one time limit. Each result has an `answer` or a `problem`, whose pointers begin at the "
        "batch.",
        tag="play",
        answer=MovesResponse,
        request=MovesRequest,
        headers=("Content-Language", "Vary", "Server-Timing"),
        problems=(406, 413, 415, 422, 503),
    ),
    Operation(
        method="get",
        path="/solve",
        name="solveConnectFour",
        summary="Score the columns of Connect Four",
        description="Takes a game on 7x6 with four in a row by the columns of its moves, and "
        "answers as a public solver does that many programs ask. Every score is proven: if one is "
        "not within the time limit, or the game is over, there is a problem instead.",
        tag="play",
        answer=SolveResponse,
        link=SolveRequest,
        headers=("ETag", "Vary", "Server-Timing"),
        problems=(406, 413, 422, 503),
    ),
    Operation(
        method="get",
        path="/puzzle",
        name="getPuzzle",
        summary="Get a puzzle",
        description="A position with one best move, which is proven: every other one gives up the "
        "win, or the draw. Without an id, it is the puzzle of the day, of a game and a difficulty. "
        "The answer does not tell the move; POST /move does, to the `question` in it.",
        tag="play",
        answer=PuzzleResponse,
        link=PuzzleRequest,
        headers=("ETag", "Content-Language", "Vary"),
        problems=(406, 422),
    ),
    Operation(
        method="get",
        path="/puzzle/sheet",
        name="puzzleSheet",
        summary="Puzzles to print",
        description="Six puzzles of a day on a page to be printed, A4 or letter, and their "
        "solutions on the next: the moves and their reasons, as POST /move answers.",
        tag="play",
        media_types=(HTML,),
        link=SheetRequest,
        headers=("ETag", "Content-Language", "Vary", "Server-Timing"),
        problems=(406, 413, 422, 503),
    ),
    Operation(
        method="get",
        path="/board.svg",
        name="drawBoard",
        summary="A picture of a position",
        description="Takes the query of a link to GET /move, or of one to the page, and draws its "
        "position in at most 20 kB, with the last of its moves, a row that ends the game and the "
        "names of the cells. What else the query asks is ignored.",
        tag="play",
        media_types=(SVG,),
        link=PictureRequest,
        headers=("ETag", "Vary"),
        problems=(406, 413, 422),
    ),
    Operation(
        method="get",
        path="/qr.svg",
        name="drawLink",
        summary="A link of the page as a QR code",
        description="Takes the whole address of the page with a game or a puzzle, of up to "
        f"{MOST_CHARACTERS} characters. Browsers show the code only on pages of this server.",
        tag="play",
        media_types=(SVG,),
        link=QrRequest,
        headers=("ETag", "Vary"),
        problems=(406, 422),
    ),
    Operation(
        method="get",
        path="/",
        name="page",
        summary="A page to play on",
        description="Play, analyse and edit positions in a browser, with nothing but `POST /move`, "
        "`POST /moves` and `GET /puzzle`.",
        tag="play",
        media_types=(HTML,),
        headers=("ETag", "Vary"),
    ),
    Operation(
        method="get",
        path="/healthz",
        name="isAlive",
        summary="Liveness",
        description="200 while the process can answer at all, and no request hangs in it; never "
        "depends on load.",
        tag="operate",
        answer=Health,
        problems=(503,),
    ),
    Operation(
        method="get",
        path="/readyz",
        name="isReady",
        summary="Readiness",
        description="200 when the solver is compiled and the service accepts work.",
        tag="operate",
        answer=Health,
        problems=(503,),
    ),
    Operation(
        method="get",
        path="/metrics",
        name="metrics",
        summary="Metrics",
        description="Counts and durations of all worker processes in the text format of "
        "Prometheus, or as OpenMetrics to those who ask for it.",
        tag="operate",
        media_types=(PLAIN,),
    ),
    Operation(
        method="get",
        path="/limits",
        name="limits",
        summary="The limits of this server",
        description="What a client has to know before it asks: how large a board, a batch and a "
        "body may be, how long a search, and which levels there are. The contract says the same.",
        tag="contract",
        answer=Limits,
        headers=("ETag",),
    ),
    Operation(
        method="get",
        path="/openapi.yaml",
        name="contractAsYaml",
        summary="This document as YAML",
        description="The contract, with the limits of the running server; as plain text, too.",
        tag="contract",
        media_types=(YAML, PLAIN),
        headers=("Vary",),
        problems=(406,),
    ),
    Operation(
        method="get",
        path="/openapi.json",
        name="contractAsJson",
        summary="This document as JSON",
        description="The contract, with the limits of the running server.",
        tag="contract",
        answer=Contract,
    ),
    Operation(
        method="get",
        path="/openapi-3.0.yaml",
        name="olderContract",
        summary="This document as OpenAPI 3.0.3",
        description="The same contract, without its examples, for generators that do not "
        "understand OpenAPI 3.1; as plain text, too.",
        tag="contract",
        media_types=(YAML, PLAIN),
        headers=("Vary",),
        problems=(406,),
    ),
    Operation(
        method="get",
        path="/docs",
        name="contractAsPage",
        summary="This document as a page",
        description="The contract, to read and to try in a browser.",
        tag="contract",
        media_types=(HTML,),
        headers=("ETag", "Vary"),
    ),
)
