"""What is true of an answer, by a plain search of the position under its rules."""

import re
from typing import Any

from service.game import name_place
from tests.heaps.heap import question_of
from tests.rules.cases import Case
from tests.support.reference import Outcome

UNHURRIED = {"time_limit_ms": 60_000}
WORDS = {"win": 1, "draw": 0, "loss": -1}
CLAUSE = re.compile(
    r"\b(?P<who>[XO]|[a-g]\d) (?P<does>wins|loses|draws|does not lose|does not win)"
    r"(?P<span> in at most| in| within)?(?: (?P<count>\d+) moves?)?"
)
TRUTHS = {
    "wins": (1, 1), "loses": (-1, -1), "draws": (0, 0), "does not lose": (0, 1),
    "does not win": (-1, 0),
}  # fmt: skip
GAVE_UP = re.compile(
    r"gave up (?P<what>the win|the draw|at least a draw)(?:; (?P<better>\w+) kept)?"
)
HAD = {"the win": (1, 1), "the draw": (0, 0), "at least a draw": (0, 1)}


def cell_of(place: dict[str, int], case: Case) -> int:
    """Return the cell that an answer names."""
    return place["row"] * case.variant.width + place["column"]


def name_of(cell: int, case: Case) -> str:
    """Return the name by which people call a cell."""
    return name_place(*divmod(cell, case.variant.width), case.variant.height)


def check_options(answer: dict[str, Any], case: Case) -> None:
    """Check that an answer is about this position under its rules, and right."""
    asked = {"board": case.rows, "to_move": answer["to_move"], **answer["rules"]}
    assert asked == question_of(case), case
    told = {
        cell_of(each, case): (each["value"], each["plies_to_end"]) for each in answer["options"]
    }
    over = not case.reference.legal_moves(case.cells)
    assert told == ({} if over else case.expected), case


def check_end(answer: dict[str, Any], case: Case, when: str = "") -> None:
    """Check what an answer says of how the game has ended, if it has."""
    winner, owner = case.reference.winner(case.cells), case.reference.row_owner(case.cells)
    over = not case.reference.legal_moves(case.cells)
    status = "won" if winner else "drawn" if over else "in_progress"
    assert (answer[f"status{when}"], answer[f"winner{when}"]) == (status, winner), case
    line = answer[f"winning_line{when}"]
    assert (line is None) == (owner is None), case
    if line is not None:
        cells = [cell_of(each, case) for each in line]
        assert {case.cells[cell] for cell in cells} == {owner}, case
        assert len(set(cells)) == len(cells) >= case.variant.row_length, case


def check_best_move(answer: dict[str, Any], case: Case) -> None:
    """Check the move of a player who errs in nothing, and what it leads to."""
    best = answer["best_move"]
    assert (best is None) == (not answer["options"])
    if best is not None:
        first, after = answer["options"][0], case.after(cell_of(best, case))
        assert first["name"] == best["name"] == answer["principal_variation"][0]["name"]
        assert first["value"] == answer["value"]
        assert answer["reason"]["cells"]
        assert answer["board_after"] == after.rows
        check_end(answer, after, "_after")


def check_known(known: dict[str, Any], true: Outcome) -> None:
    """Check the fields about the outcome of a position or a move."""
    value, plies = true
    assert known["bounds"]["lower"] <= value <= known["bounds"]["upper"]
    assert known["value"] in (None, value)
    assert WORDS.get(known["outcome"]) == known["value"]
    if known["value"]:
        assert known["plies_to_end"] == plies or (
            not known["shortest"] and known["plies_to_end"] >= plies
        )


def check_clauses(text: str, said_of: dict[str, Outcome]) -> None:
    """Check what a text says of the outcomes of players and moves, by their names."""
    for clause in CLAUSE.finditer(text):
        if clause["span"] is None and clause["does"] in ("wins", "loses"):
            continue  # Not said of best play: a move wins with a row, or a row would lose.
        value, plies = said_of[clause["who"]]
        least, most = TRUTHS[clause["does"]]
        assert least <= value <= most, text
        if clause["count"]:
            count, exact = int(clause["count"]), (plies + 1) // 2
            assert count == exact or (clause["span"] != " in" and count > exact), text


def check_last_move(answer: dict[str, Any], case: Case, cell: int) -> None:
    """Check what is said of the move at this cell, and of what it gave up in the position."""
    options = case.expected
    names = {name_of(each, case): true for each, true in options.items()}
    best, (value, plies) = max(each for each, _ in options.values()), options[cell]
    last, mistake = answer["last_move"], answer["mistake"]
    assert last["kept"] in (None, value == best)
    assert (mistake is not None) == (last["kept"] is False)
    text, better = last["sentence"], last["better_move"]
    check_clauses(text, {**names, case.to_move: options[cell]})
    assert "every move loses" not in text or best == -1
    assert "No move is better than" not in text or value == best
    if last["kept"] and better is not None:
        kept, length = names[better["name"]]
        assert kept == best
        assert length < plies if value == 1 else length > plies
    if mistake is None:
        assert "gave up" not in text
        return
    had = mistake["bounds"]["lower"], mistake["bounds"]["upper"]
    assert value < had[0] <= best <= had[1]
    assert WORDS.get(mistake["gave_up"]) == (had[0] if had[0] == had[1] else None)
    assert mistake["move"]["name"] == name_of(cell, case)
    assert mistake["better_move"] == better
    said = GAVE_UP.search(mistake["text"])
    assert said is not None
    assert HAD[said["what"]] == had
    assert said["better"] == (better and better["name"])
    assert better is None or names[better["name"]][0] >= had[0]
    assert text.startswith(mistake["text"])
