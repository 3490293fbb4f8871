"""From a JSON value to a request and its `Board`; every fault is reported with its place.

Pydantic checks shapes and types; the limits are settings, so they are checked here.
"""

import math
from collections.abc import Iterable, Sequence
from typing import Any, NoReturn, TypeVar

from pydantic import BaseModel, ValidationError

from service.game import (
    CONNECT_FOUR,
    Board,
    PositionError,
    find_move,
    flat_square,
    parse,
    play_game,
    render,
)
from service.languages import ENGLISH, Language
from service.players import DEFAULT_LEVEL
from service.questions.json_text import TOO_LARGE
from service.questions.refusals import RefusedError, field_error, pointer
from service.questions.schemas import (
    FieldError,
    MoveRequest,
    MovesRequest,
    PictureRequest,
    PuzzleRequest,
    QrRequest,
    SheetRequest,
    SolveRequest,
)
from service.questions.schemas.cells import PLACE_HINT
from service.questions.schemas.qr import EXAMPLE
from service.questions.schemas.request import ROW_END
from service.settings import Settings
from service.solver import Budget

MOST_ERRORS = 20
"""The number of errors that are reported at once."""

Model = TypeVar("Model", bound=BaseModel)
Question = TypeVar("Question", bound=MoveRequest)

QUESTION = '{"board": ["X.O", "...", "..."], "row_length": 3}'


def _messages(model: type[BaseModel], example: str) -> dict[str, str]:
    return {
        "missing": "This field is required.",
        "extra_forbidden": f"No such field; there are {', '.join(model.model_fields)}.",
        "model_type": f"Send a JSON object, such as {example}.",
        "int_type": "Give an integer, without quotes or a fraction.",
        "string_type": "Give a string.",
        "bool_type": "Give true or false, without quotes.",
    }


MESSAGES: dict[type[BaseModel], dict[str, str]] = {
    MoveRequest: _messages(MoveRequest, QUESTION),
    PictureRequest: _messages(PictureRequest, QUESTION),
    MovesRequest: _messages(MovesRequest, f'{{"requests": [{QUESTION}]}}'),
    SolveRequest: _messages(SolveRequest, '{"pos": "4453"}')
    | {"string_pattern_mismatch": "Give the columns of the moves, each from 1 to 7."},
    PuzzleRequest: _messages(PuzzleRequest, '{"game": "connect-four"}'),
    QrRequest: _messages(QrRequest, f'{{"link": "{EXAMPLE}"}}')
    | {"string_pattern_mismatch": f"Give a link of the page, such as {EXAMPLE}."},
    SheetRequest: _messages(SheetRequest, '{"game": "connect-four"}'),
}
"""What to do about Pydantic's kinds of errors; the messages of other kinds are good as they are."""
LIST_MESSAGES = {
    "board": f"Give an array of rows, top row first, or a text with {ROW_END} between them.",
    "moves": 'Give an array of cells, such as ["b2", "a1"], the first move first.',
    "requests": "Give an array of questions.",
}
"""What to do where there is no list."""

SECONDS_PER_CELL = 1e-5
"""The time of a question that is kept back for listing the options and writing the answer."""
MOST_SHOWN = 6
"""The side from which on a square is too large to be shown in an error."""
LEAST_SHARE = 0.5
"""The share of the time that the analysis gets at least, however large the board is."""

WRONG_FIELDS = "The request does not have the right fields."
BOARDS = ("board", "width", "height")
"""The fields of which a question needs the first one, or the other two."""
NO_BOARD = field_error("/board", "Give a board, or width and height of an empty one.")
CELL_MESSAGES = {
    "board": 'A cell is "X", "O", "#", or empty: ".", " ", "_", "-", "" or null.',
    "moves": PLACE_HINT,
}
"""What to do about a part of a row, or of a move."""


def read_request(value: Any, settings: Settings, language: Language = ENGLISH) -> MoveRequest:
    """Return the request in a JSON value; else a problem that names everything wrong.

    One that names no language is in the given one.
    """
    return read_question(MoveRequest, value, settings, language)


def read_question(
    model: type[Question], value: Any, settings: Settings, language: Language = ENGLISH
) -> Question:
    """Return a request that asks of a position, as `read_request` does."""
    has_none = isinstance(value, dict) and all(value.get(name) is None for name in BOARDS)
    request = read_fields(model, value, [NO_BOARD] * has_none)
    request = _laid_out(request, settings, has_board=value.get("board") is not None)
    _check_cells(sum(map(len, request.board)), settings)
    _check_numbers(
        request,
        {
            "row_length": settings.max_cells,
            "time_limit_ms": settings.max_time_limit_ms,
            "node_limit": settings.max_node_limit,
        },
    )
    _check_strength(request)
    _check_to_move(request)
    request.lang = request.lang or language
    return request


def read_batch(value: Any, settings: Settings) -> MovesRequest:
    """Return the batch in a JSON value, with its questions unread; a problem if there is none."""
    batch = read_fields(MovesRequest, value)
    if len(batch.requests) > settings.max_batch:
        message = f"The batch has {len(batch.requests)} questions; at most {settings.max_batch} are"
        message += " allowed."
        raise RefusedError("batch_too_large", message, [field_error("/requests", message)])
    _check_numbers(batch, {"time_limit_ms": settings.max_time_limit_ms})
    return batch


def read_board(request: MoveRequest) -> Board:
    """Return the position of a request; a problem if no game can reach it."""
    try:
        if request.moves:
            return play_game(
                request.board,
                request.row_length,
                request.moves,
                request.to_move,
                **request.switches,
            )
        return parse(request.board, request.row_length, request.to_move, **request.switches)
    except PositionError as error:
        errors = [field_error(pointer(fault.path), fault.message) for fault in error.faults]
        shown = "moves lead to" if request.moves else "board shows"
        detail = f"The {shown} no position of such a game."
        raise RefusedError("impossible_position", detail, errors) from None


def read_columns(value: Any, settings: Settings) -> tuple[MoveRequest, Board]:
    """Return the question that a game of Connect Four is, and its position, which goes on."""
    asked, board = read_fields(SolveRequest, value), Board(CONNECT_FOUR)
    # An answer repeats the columns, as others repeat an id.
    question = MoveRequest(
        board=list(render(board)),
        row_length=CONNECT_FOUR.row_length,
        gravity=True,
        time_limit_ms=asked.time_limit_ms,
        id=asked.pos,
    )
    _check_cells(board.rules.cells, settings, "/pos")
    _check_numbers(asked, {"time_limit_ms": settings.max_time_limit_ms})
    for number, column in enumerate(asked.pos, 1):
        try:
            board = board.play(find_move(board, column))
        except ValueError as error:
            message = f"Move {number}: {error}"
            detail = "The moves lead to no position of such a game."
            errors = [field_error("/pos", message)]
            raise RefusedError("impossible_position", detail, errors) from None
    if board.status != "in_progress":
        message = f"The game is over with move {len(asked.pos)}; no column has a score."
        raise RefusedError("invalid_request", message, [field_error("/pos", message)])
    return question, board


def time_limit_ms(request: MoveRequest, settings: Settings) -> int:
    """Return the thinking time that is asked for, or else the default."""
    if request.time_limit_ms is not None:
        return request.time_limit_ms
    with_nodes = request.node_limit is not None
    return settings.max_time_limit_ms if with_nodes else settings.default_time_limit_ms


def budget_of(
    request: MoveRequest,
    settings: Settings,
    started: float | None,
    most_seconds: float | None = math.inf,
) -> Budget:
    """Return what the analysis may spend.

    `started` is when the request came, on the monotonic clock. If `most_seconds` is None, the limit
    of nodes alone counts.
    """
    if most_seconds is None:
        return Budget(None, request.node_limit, _is_best_enough(request), request.seed, None)
    seconds = min(time_limit_ms(request, settings) / 1000, most_seconds)
    answering = SECONDS_PER_CELL * sum(map(len, request.board))
    return Budget(
        seconds=max(seconds - answering, LEAST_SHARE * seconds),
        nodes=request.node_limit,
        best_only=_is_best_enough(request),
        seed=request.seed,
        started=started,
    )


def _is_best_enough(request: MoveRequest) -> bool:
    """Return whether nothing but the best option is wanted."""
    if request.evaluate == "none":
        # Of the levels that search, only this one at full strength asks for no more.
        return request.level == DEFAULT_LEVEL and request.strength is None
    return request.evaluate == "best"


def read_fields(model: type[Model], value: Any, errors: Sequence[FieldError] = ()) -> Model:
    """Return the model in a JSON value; a problem if there are `errors` or it has any."""
    read = None
    try:
        read = model.model_validate(value)
    except ValidationError as error:
        wrong = error.errors(include_url=False)[:MOST_ERRORS]
        errors = [*errors, *(_field_error(each, MESSAGES[model]) for each in wrong)]
    if read is None or errors:
        raise RefusedError("invalid_request", WRONG_FIELDS, errors[:MOST_ERRORS])
    return read


def _field_error(error: Any, messages: dict[str, str]) -> FieldError:
    path, kind = list(error["loc"]), error["type"]
    if len(path) == 4:
        # The third part is Pydantic's name for the kind of row or cell, no step into the body.
        del path[2]
        return field_error(pointer(path), CELL_MESSAGES[path[0]])
    message = LIST_MESSAGES[path[0]] if kind == "list_type" else messages.get(kind)
    return field_error(pointer(path), message or f"{error['msg']}.".replace("..", "."))


def _laid_out(request: Question, settings: Settings, *, has_board: bool) -> Question:
    """Return the request with the rows of its board, or of an empty one of its width and height.

    One row or column of cells that may be meant as a square is only taken beside its own sides.
    """
    width, height, rows = request.width, request.height, request.board
    if has_board:
        own = {"width": len(rows[0]) if rows else 0, "height": len(rows)}
        wrong = [name for name in own if getattr(request, name) not in (None, own[name])]
        message = "The board has {}; give as many, or leave this out."
        if not width and not height and (square := flat_square(rows)):
            own["board"], wrong, message = 0, ["board"], _square_hint(square, **own)
    else:
        own = {"width": width or 0, "height": height or 0}
        wrong = [name for name in own if not own[name]]
        message = "Give width and height together."
    if wrong:
        errors = [field_error(pointer([name]), message.format(own[name])) for name in wrong]
        raise RefusedError("invalid_request", WRONG_FIELDS, errors)
    if width and height and not has_board:
        _check_cells(width * height, settings, "/width")
        rows = ["." * width] * height
    return request.model_copy(update={"board": rows, "width": None, "height": None})


def _square_hint(square: list[str], width: int, height: int) -> str:
    """Return what to do about a board that may be meant as a square."""
    side, line = len(square), "One row" if height == 1 else "One column"
    example = f', such as "{ROW_END.join(square)}"' if side < MOST_SHOWN else ""
    return (
        f"{line} of {side * side} cells may be meant as {side}x{side}: then give {side} rows of "
        f"{side} cells{example}. If it is meant as it is, give width {width} and height {height} "
        "as well."
    )


def _refuse_fields(names: Iterable[str], message: str) -> NoReturn:
    """Raise the problem that these fields have, for one reason."""
    errors = [field_error(pointer([name]), message) for name in names]
    raise RefusedError("invalid_request", WRONG_FIELDS, errors)


def _check_cells(cells: int, settings: Settings, at: str = "/board") -> None:
    if cells > settings.max_cells:
        counted = cells if cells < TOO_LARGE else f"more than {settings.max_cells}"
        message = f"The board has {counted} cells; at most {settings.max_cells} are allowed."
        raise RefusedError("board_too_large", message, [field_error(at, message)])


def _check_strength(request: MoveRequest) -> None:
    if request.strength is not None and request.level != DEFAULT_LEVEL:
        message = f"Only {DEFAULT_LEVEL} has a strength: leave out strength, or level."
        _refuse_fields(["strength"], message)


def _check_to_move(request: MoveRequest) -> None:
    if request.any_position and request.to_move is None:
        message = "With any_position the stones do not tell whose turn it is: give X or O."
        _refuse_fields(["to_move"], message)


def _check_numbers(request: BaseModel, limits: dict[str, int]) -> None:
    errors = [
        field_error(pointer([name]), f"Give at most {limit}.")
        for name, limit in limits.items()
        if (getattr(request, name) or 0) > limit
    ]
    if errors:
        raise RefusedError("invalid_request", "A number is out of range.", errors)
