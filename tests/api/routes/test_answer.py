"""The answer of `POST /move`: its exact shape, and that it agrees with itself."""

import re
from itertools import product
from string import ascii_lowercase
from typing import Any

import pytest
from pydantic import TypeAdapter

from service import __version__
from service.questions.schemas import MoveResponse
from tests.api.questions import EMPTY, HARD, ask
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
NO_PROOF: dict[str, Any] = {"method": None, "pairs": [], "first_move": None, "certificate": None}
OUTCOMES = {1: "win", 0: "draw", -1: "loss", None: "unknown"}
COLUMNS = ["".join(each) for size in (1, 2, 3) for each in product(ascii_lowercase, repeat=size)]
"""The letters of all columns, in their order."""

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
    cells = re.findall(r'"row":(\d+),"column":(\d+),"name":"(\w+)"', response.text)
    assert len(cells) == response.text.count('"row":'), "every cell has a name"
    for row, column, name in cells:
        assert name == f"{COLUMNS[int(column)]}{answer['rules']['height'] - int(row)}"
    for known in (answer, *answer["options"]):
        check_assessment(known)
    names: list[str] = []
    for option in answer["options"]:
        assert list(option) == OPTION_FIELDS
        same = option["equivalent_to"]
        assert same is None or same["name"] in names, "it comes before those that are like it"
        names.append(option["name"])
    return answer


def check_assessment(known: dict[str, Any]) -> None:
    """Check that value, outcome, bounds and score agree."""
    lower, upper = known["bounds"]["lower"], known["bounds"]["upper"]
    assert lower <= known["score"] <= upper
    assert known["value"] == (lower if lower == upper else None)
    assert known["outcome"] == OUTCOMES[known["value"]]
    assert (known["plies_to_end"] is None) == (known["value"] is None)
    assert (known["shortest"] is None) == (known["value"] is None)


def pair_of(cell: dict[str, int]) -> tuple[int, int]:
    """Return the row and the column of a cell."""
    return cell["row"], cell["column"]


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


@pytest.mark.parametrize(
    ("question", "stopped_by"),
    [({"board": ["." * 9] * 9, "row_length": 5, "node_limit": 50}, "nodes"),
     (HARD | {"time_limit_ms": 30}, "time")],
    ids=["nodes", "time"],
)  # fmt: skip
def test_a_limit_stops_the_search_with_true_bounds(
    base_url: str, question: dict[str, Any], stopped_by: str
) -> None:
    answer = best_answer(base_url, **question)
    assert (answer["search"]["complete"], answer["search"]["stopped_by"]) == (False, stopped_by)
    assert stopped_by == "time" or answer["search"]["nodes"] <= 50
    assert (answer["value"], answer["proof"]) == (None, NO_PROOF)
    assert answer["reason"]["text"].endswith("it looks best, but who wins is not proven.")


def test_the_largest_board_is_answered(base_url: str) -> None:
    for board in (["." * 50] * 50, ["." * 2500], ["."] * 2500):
        sides = {"width": len(board[0]), "height": len(board)}
        answer = best_answer(base_url, board=board, **sides, row_length=5, node_limit=100)
        assert len(answer["options"]) == 2500


def test_a_seed_chooses_among_equally_good_moves(base_url: str) -> None:
    """`test_levels.py` asks each seed more than once."""
    board = {"board": ["...", ".X.", "..."], "row_length": 3}
    chosen = set()
    for seed in (*range(10), -(2**63), 2**63 - 1):
        answer = best_answer(base_url, **board, seed=seed)
        assert (answer["level"], answer["value"]) == ("master", 0)
        chosen.add(answer["best_move"]["name"])
    assert len(chosen) > 2


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
    assert answer["proof"] == NO_PROOF | {"method": "tiling"}
    assert (answer["value"], answer["search"]["complete"]) == (0, True)
    assert {option["value"] for option in answer["options"]} == {0}
