"""The answer of `POST /move`: its exact shape, and that it agrees with itself."""

from itertools import product
from string import ascii_lowercase
from typing import Any

import pytest
from pydantic import TypeAdapter

from service import __version__
from service.game import Player, Rules, parse
from service.questions.schemas import MoveResponse
from tests.api.questions import EMPTY, HARD, ask
from tests.support.positions import random_positions
from tests.support.reference import lines_of

FIELDS = [
    "status", "to_move", "rules", "winner", "winning_line", "best_move", "value", "outcome",
    "bounds", "score", "plies_to_end", "shortest", "verdict", "principal_variation", "reason",
    "proof", "options", "level", "strength", "search", "board_after", "status_after",
    "winner_after", "winning_line_after", "version",
]  # fmt: skip
OPTION_FIELDS = [
    "row", "column", "name", "value", "outcome", "bounds", "score", "plies_to_end", "shortest",
    "equivalent_to",
]  # fmt: skip
SEARCH_FIELDS = ["complete", "stopped_by", "depth", "nodes", "table_hits", "time_ms"]
OUTCOMES = {1: "win", 0: "draw", -1: "loss", None: "unknown"}
COLUMNS = ["".join(each) for size in (1, 2, 3) for each in product(ascii_lowercase, repeat=size)]
"""The letters of all columns, in their order."""
SHAPES = [(1, 1, 1), (1, 7, 3), (7, 1, 2), (2, 2, 3), (3, 3, 3), (4, 3, 3), (5, 5, 4), (10, 10, 5)]

answer_type = TypeAdapter(MoveResponse)


def best_answer(base_url: str, **question: Any) -> dict[str, Any]:
    """Return the answer, after checking all that holds of every answer."""
    response = ask(base_url, **question)
    assert response.status_code == 200, response.text
    answer: dict[str, Any] = response.json()
    answer_type.validate_python(answer, strict=True)
    assert list(answer) == FIELDS
    assert list(answer["search"]) == SEARCH_FIELDS
    assert answer["version"] == __version__
    check_names(answer, answer["rules"]["height"])
    for known in (answer, *answer["options"]):
        check_assessment(known)
    for option in answer["options"]:
        assert list(option) == OPTION_FIELDS
    return answer


def check_assessment(known: dict[str, Any]) -> None:
    """Check that value, outcome, bounds and score agree."""
    lower, upper = known["bounds"]["lower"], known["bounds"]["upper"]
    assert lower <= known["score"] <= upper
    assert known["value"] == (lower if lower == upper else None)
    assert known["outcome"] == OUTCOMES[known["value"]]
    assert (known["plies_to_end"] is None) == (known["value"] is None)
    assert (known["shortest"] is None) == (known["value"] is None)


def check_names(part: Any, height: int) -> None:
    """Check that every cell in a part of an answer has the name that people call it by."""
    if isinstance(part, list):
        for each in part:
            check_names(each, height)
    elif isinstance(part, dict):
        if "row" in part:
            assert part["name"] == f"{COLUMNS[part['column']]}{height - part['row']}"
        for each in part.values():
            check_names(each, height)


def check_end(answer: dict[str, Any]) -> None:
    """Check that what is said of the game after the move agrees with the board then."""
    to_move: Player = "O" if answer["to_move"] == "X" else "X"
    after = parse(answer["board_after"], answer["rules"]["row_length"], to_move)
    line = answer["winning_line_after"]
    assert (answer["status_after"], answer["winner_after"]) == (after.status, after.winner)
    assert (line is None) == (after.winner is None)
    if line is not None:
        assert [each["row"] * after.rules.width + each["column"] for each in line] == (
            after.winning_line
        )


def pair_of(cell: dict[str, int]) -> tuple[int, int]:
    """Return the row and the column of a cell."""
    return cell["row"], cell["column"]


@pytest.mark.parametrize("shape", SHAPES)
def test_every_legal_move_is_an_option_and_the_first_is_played(
    base_url: str, shape: tuple[int, int, int]
) -> None:
    empty_cells = (1, min(12, shape[0] * shape[1]))
    for position in random_positions(shape, empty_cells, 6, seed=1):
        answer = best_answer(
            base_url, board=position.rows, row_length=shape[2], to_move=position.to_move
        )
        empty = {
            (row, column)
            for row, cells in enumerate(position.rows)
            for column, mark in enumerate(cells)
            if mark == "."
        }
        assert {pair_of(option) for option in answer["options"]} == empty
        assert len(answer["options"]) == len(empty)
        first = answer["options"][0]
        assert pair_of(answer["best_move"]) == pair_of(first)
        assert pair_of(answer["principal_variation"][0]) == pair_of(first)
        assert (
            answer["value"]
            == first["value"]
            == position.game.solve(position.cells, position.to_move)[0]
        )
        assert answer["rules"] == dict(
            zip(("width", "height", "row_length"), shape, strict=True), **Rules(*shape).switches
        )
        assert (answer["to_move"], answer["status"]) == (position.to_move, "in_progress")
        assert answer["search"]["complete"]
        assert answer["reason"]["cells"]
        rows = [list(row) for row in position.rows]
        rows[first["row"]][first["column"]] = position.to_move
        after = ["".join(row) for row in rows]
        assert answer["board_after"] == after
        check_end(answer)


def test_every_notation_means_the_same(base_url: str) -> None:
    boards: list[list[Any]] = [
        ["X.O", ".X.", "..O"],
        ["x o", "_X-", "  O"],
        [["X", None, "O"], ["", "X", "."], ["_", "-", "o"]],
        ["X.O", [" ", "x", None], "..O"],
    ]
    answers = [best_answer(base_url, board=board, row_length=3) for board in boards]
    for answer in answers:
        del answer["search"]
        assert answer == answers[0]


@pytest.mark.parametrize(
    ("board", "now", "after"),
    [
        (["XO.", ".XO", "..X"], ("won", "X", [(0, 0), (1, 1), (2, 2)]), None),
        (["xox", "xxo", "oxo"], ("drawn", None, None), None),
        (
            ["XX.", "OO.", "..."],
            ("in_progress", None, None),
            ("won", "X", [(0, 0), (0, 1), (0, 2)]),
        ),
        (["XOX", "XOO", "OX."], ("in_progress", None, None), ("drawn", None, None)),
    ],
)
def test_the_end_of_the_game_is_told_now_and_after_the_move(
    base_url: str, board: list[str], now: tuple[Any, ...], after: tuple[Any, ...] | None
) -> None:
    answer = best_answer(base_url, board=board, row_length=3)
    assert end_of(answer, "") == now
    assert end_of(answer, "_after") == (after or now)
    if after is None:
        assert answer["board_after"] == [row.upper() for row in board]
        assert answer["best_move"] is answer["reason"] is None
        assert answer["options"] == answer["principal_variation"] == []
        assert (answer["proof"]["method"], answer["plies_to_end"]) == ("game_over", 0)
        assert answer["value"] == (-1 if now[1] else 0)


def end_of(answer: dict[str, Any], when: str) -> tuple[Any, ...]:
    """Return status, winner and winning line, before the best move or after it."""
    line = answer[f"winning_line{when}"]
    cells = line and [pair_of(each) for each in line]
    return answer[f"status{when}"], answer[f"winner{when}"], cells


def test_either_player_may_have_started(base_url: str) -> None:
    nothing = dict.fromkeys(("to_move", "seed", "time_limit_ms", "node_limit", "max_options"))
    assert best_answer(base_url, **EMPTY, **nothing)["to_move"] == "X"
    assert best_answer(base_url, **EMPTY, to_move="O")["to_move"] == "O"
    assert best_answer(base_url, board=["O..", "..."], row_length=3, to_move="X")["value"] == 0


def test_a_node_limit_stops_the_search_with_true_bounds(base_url: str) -> None:
    question = {"board": ["." * 9] * 9, "row_length": 5, "node_limit": 50}
    answer = best_answer(base_url, **question)
    assert (answer["search"]["complete"], answer["search"]["stopped_by"]) == (False, "nodes")
    assert answer["search"]["nodes"] <= 50
    assert answer["value"] is None
    nothing = {"method": None, "first_move": None, "certificate": None}
    assert answer["proof"] == {"pairs": [], **nothing}
    assert answer["reason"]["code"] == "center"
    assert answer["reason"]["text"].endswith("it looks best, but who wins is not proven.")
    assert len(answer["options"]) == 81


def test_a_time_limit_stops_the_search(base_url: str) -> None:
    answer = best_answer(base_url, **HARD, time_limit_ms=30)
    assert (answer["search"]["complete"], answer["search"]["stopped_by"]) == (False, "time")


def test_the_largest_board_is_answered(base_url: str) -> None:
    for board in (["." * 50] * 50, ["." * 2500], ["."] * 2500):
        sides = {"width": len(board[0]), "height": len(board)}
        answer = best_answer(base_url, board=board, **sides, row_length=5, node_limit=100)
        assert len(answer["options"]) == 2500


def test_no_more_options_are_listed_than_asked_for(base_url: str) -> None:
    """They are the first of all; an option to which another is equivalent comes before that one."""
    cases: tuple[dict[str, Any], ...] = ({}, {"seed": 3}, {"level": "rules", "seed": 4})
    for board in (["...", "...", "..."], ["X..", "...", "..O"], ["XX.", "OO.", "X.."]):
        for fields in cases:
            question = {"board": board, "row_length": 3, **fields}
            whole = best_answer(base_url, **question)
            whole["search"] = None
            options = whole.pop("options")
            for most in (0, 1, 2, len(options), 2**63 - 1):
                answer = best_answer(base_url, **question, max_options=most) | {"search": None}
                listed = answer.pop("options")
                assert (listed, answer) == (options[:most], whole)
                cells = [pair_of(option) for option in listed]
                for index, option in enumerate(listed):
                    same = option["equivalent_to"]
                    assert same is None or pair_of(same) in cells[:index]


def test_a_seed_chooses_among_equally_good_moves(base_url: str) -> None:
    board = {"board": ["...", ".X.", "..."], "row_length": 3}
    for limits in (-(2**63), 2**63 - 1):
        assert best_answer(base_url, **board, level="master", seed=limits)["level"] == "master"
    chosen = {}
    for seed in range(10):
        answers = [best_answer(base_url, **board, seed=seed) for _ in range(2)]
        assert answers[0]["best_move"] == answers[1]["best_move"]
        assert answers[0]["value"] == 0
        chosen[seed] = pair_of(answers[0]["best_move"])
    assert len(set(chosen.values())) > 2


def test_the_schema_has_exactly_these_fields() -> None:
    assert list(answer_type.json_schema()["properties"]) == [*FIELDS, "mistake", "last_move", "id"]


def test_a_pairing_is_shown_with_its_pairs(base_url: str) -> None:
    """Each line holds both cells of a pair, and no two pairs share a cell."""
    for side, row_length in ((5, 5), (10, 8), (15, 9)):
        answer = best_answer(base_url, board=["." * side] * side, row_length=row_length)
        assert (answer["value"], answer["search"]["complete"]) == (0, True)
        assert answer["proof"]["method"] == "pairing"
        pairs = [
            (pair_of(pair["first"]), pair_of(pair["second"])) for pair in answer["proof"]["pairs"]
        ]
        assert len({cell for pair in pairs for cell in pair}) == 2 * len(pairs)
        assert all(pair["against"] == ["X", "O"] for pair in answer["proof"]["pairs"])
        for line in lines_of(side, side, row_length):
            through = {divmod(cell, side) for cell in line}
            assert any(set(pair) <= through for pair in pairs)


def test_a_draw_by_a_theorem_is_told_with_its_values_alone(base_url: str) -> None:
    answer = best_answer(base_url, board=["." * 19] * 19, row_length=8)
    nothing = {"first_move": None, "certificate": None}
    assert answer["proof"] == {"method": "tiling", "pairs": [], **nothing}
    assert (answer["value"], answer["search"]["complete"]) == (0, True)
    assert {option["value"] for option in answer["options"]} == {0}
