"""The book: its file, what it makes a solver answer, and whether what it says is true."""

import json
from pathlib import Path

import numpy as np
import pytest

from service.game import Board, Rules
from service.solver import Analysis, Assessment, Book, BookError, Budget, Proof, Solver
from service.solver.book import GAMES, Entry, read_bounds, read_game, written, written_bounds
from service.solver.lines import WIN
from tests.solver.checks import check_line, score_of, values
from tests.support.waiting import PATIENCE_SECONDS

SHAPES = [(3, 3, 3), (4, 3, 3), (4, 4, 4), (5, 4, 4), (5, 3, 3), (2, 2, 2), (5, 3, 4), (4, 4, 3)]
"""Small games that a solver without a book knows all of: wins and draws, weak ones among them."""


def known(shape: tuple[int, int, int]) -> Analysis:
    """Return all that there is to know of an empty board."""
    return Solver(1).analyse(Board(Rules(*shape)), Budget())


def assessments(analysis: Analysis) -> dict[int, Assessment]:
    """Return what is said of each option, by its cell."""
    return {option.cell: option.assessment for option in analysis.options}


def entry_of(analysis: Analysis, whole: bool = True) -> Entry:
    """Return an entry of all that an analysis knows, or of its first option alone."""
    scores = {cell: score_of(each) for cell, each in values(analysis).items()}
    first, best = analysis.options[0].cell, max(scores.values())
    bounds = {
        cell: (score, score) if whole or cell == first else (-WIN, best)
        for cell, score in scores.items()
    }
    return Entry(analysis.board, bounds, tuple(analysis.principal_variation))


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("best_only", [False, True])
def test_the_answer_is_that_of_a_search_however_the_board_is_turned(
    shape: tuple[int, int, int], best_only: bool
) -> None:
    truth = known(shape)
    solver = Solver(1, book=Book([entry_of(truth, whole=not best_only)]))
    for board in (truth.board, Board(Rules(shape[1], shape[0], shape[2]))):
        plain = Solver(1).analyse(board, Budget())
        for seed in (None, 1, 2):
            found = solver.analyse(board, Budget(best_only=best_only, seed=seed))
            assert found.whole
            # With a seed another option may come first, of which the book has no line of play.
            assert seed is not None or found.search.nodes == 0
            assert found.proof is not None
            assert found.proof.method == "book"
            assert found.assessment == plain.assessment
            told = {
                cell: each for cell, each in assessments(found).items() if each.value is not None
            }
            assert told.items() <= assessments(plain).items()
            check_line(found)


@pytest.mark.parametrize("shape", [(5, 4, 4), (4, 3, 3)], ids=str)
def test_a_search_goes_on_from_what_the_book_knows(shape: tuple[int, int, int]) -> None:
    truth = known(shape)
    # A book that says so little that it settles nothing: one option.
    entry = Entry(truth.board, dict(list(entry_of(truth).bounds.items())[:1]), ())
    solver = Solver(1, book=Book([entry]))
    for budget in (Budget(), Budget(nodes=1_000_000)):
        solver.forget()
        found = solver.analyse(truth.board, budget)
        assert found.search.complete
        assert found.search.nodes > 0
        assert found.assessment == truth.assessment
        assert assessments(found) == assessments(truth)
    glanced = assessments(solver.glance(truth.board, Budget()))
    assert glanced[truth.options[0].cell].value is not None


@pytest.mark.parametrize("shape", [(4, 3, 3), (3, 3, 3), (5, 3, 3)], ids=str)
def test_the_value_of_every_option_settles_them_all_if_not_how_soon_they_win(
    shape: tuple[int, int, int],
) -> None:
    truth = known(shape)
    late = WIN - truth.board.rules.cells
    loose = {1: (late, WIN), 0: (0, 0), -1: (-WIN, -late)}
    worth = {each.cell: each.assessment.value for each in truth.options}
    entry = Entry(truth.board, {cell: loose[value or 0] for cell, value in worth.items()}, ())
    found = Solver(1, book=Book([entry])).analyse(truth.board, Budget())
    assert found.whole
    assert found.proof == Proof("book")
    check_line(found)
    for option in found.options:
        assert option.assessment.value == worth[option.cell]
        assert option.assessment.shortest == (option.assessment.value == 0)
    # With one value left out it is not settled, and all is searched for.
    classes = truth.board.classes
    last = classes[truth.options[-1].cell]
    less = {cell: each for cell, each in entry.bounds.items() if classes[cell] != last}
    searched = Solver(1, book=Book([Entry(entry.board, less, ())])).analyse(truth.board, Budget())
    assert {each.cell: each.assessment.value for each in searched.options} == worth
    assert all(each.assessment.shortest for each in searched.options)


def test_the_book_is_told_with_what_a_search_has_proven() -> None:
    """It has one first move alone, of which a question for the best asks; a search had all."""
    truth = known((4, 3, 3))
    entry = Entry(truth.board, dict(list(entry_of(truth).bounds.items())[:1]), ())
    solver = Solver(1, book=Book([entry]))
    solver.analyse(truth.board, Budget(seed=1))
    found = solver.analyse(truth.board, Budget(best_only=True))
    assert found.proof == Proof("book")
    assert assessments(found) == assessments(truth)


def test_what_is_no_empty_board_of_the_book_is_searched() -> None:
    solver = Solver(1, book=Book([entry_of(known((3, 3, 3)))]))
    for board in (Board(Rules(4, 3, 3)), Board(Rules(3, 3, 3)).play(4)):
        found = solver.analyse(board, Budget())
        assert found.proof is not None
        assert found.proof.method != "book"


@pytest.mark.parametrize("shape", [(3, 3, 3), (4, 4, 3), (5, 4, 4)], ids=str)
def test_bounds_are_read_as_they_are_written(shape: tuple[int, int, int]) -> None:
    rules = Rules(*shape)
    cells, scores = [0, 1, 2, 4, 5, 6, 7], [0, WIN - 5, 6 - WIN, WIN - 3, WIN - 7, 4 - WIN, 0]
    bounds = [(score, score) for score in scores]
    assert read_bounds(rules, written_bounds(rules, cells, bounds)) == dict(
        zip(cells, bounds, strict=True)
    )
    partly = [(2 - WIN, 0), (0, WIN - 3), (2 - WIN, WIN - 5), (WIN - 7, WIN - 5)]
    text = written_bounds(rules, cells, partly[: len(cells)] + bounds[:3])
    read = read_bounds(rules, text)
    assert read[0] == (-WIN, 0)
    assert read[1] == (0, WIN)
    assert read[2] == (-WIN, WIN - 5)
    assert read[4] == (WIN - 7, WIN - 5)


SEAL, LISTED = GAMES.read_text().split("\n", 1)
"""The two parts of the file: its format and digest, and the games."""
NO_BOOK = "is damaged: it is no book"
CHANGED = "is damaged: its entries have another"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", NO_BOOK),
        ("[]", NO_BOOK),
        ("[" * 100_000, NO_BOOK),
        (LISTED, NO_BOOK),
        (f"{SEAL}\n{LISTED[:-20]}", CHANGED),
        (f'{{"format": 2}}\n{LISTED}', NO_BOOK),
        (SEAL.replace("2", "1", 1) + f"\n{LISTED}", "is a book of format 1, not 2"),
        (f"{SEAL}\n{LISTED.replace('c3', 'z9', 1)}", CHANGED),
        (written([{"game": "3x3-3 upwards", "weak_draw": False, "options": "", "line": "",
                   "certificate": None}]), r"is damaged: it is no book \(upwards is no switch\)"),
        (written([{"game": "3x3"}]), NO_BOOK),
        (
            written([{"game": "3x3-3", "weak_draw": False, "options": "d1:0:0", "line": "",
                      "certificate": None}]),
            r"is damaged: it is no book \(d1 is no cell\)",
        ),
        (
            written([{"game": "3x3-3", "weak_draw": False, "options": "a1:3:5", "line": "",
                      "certificate": None}]),
            r"is damaged: it is no book \(a1:3:5 is no bounds\)",
        ),
    ],
)  # fmt: skip
def test_a_damaged_book_is_refused(text: str, told: str, tmp_path: Path) -> None:
    path = tmp_path / "book.json"
    path.write_text(text)
    with pytest.raises(BookError, match=told) as error:
        Book.read(path)
    assert str(error.value).startswith(str(path))


def test_a_book_that_is_not_there_is_told_of(tmp_path: Path) -> None:
    with pytest.raises(BookError, match="cannot be read: No such file"):
        Book.read(tmp_path / "book.json")


def test_the_shipped_book_answers_everything_that_it_lists_at_once() -> None:
    solver = Solver(1, book=Book.read())
    for game in json.loads(LISTED):
        game_rules = read_game(game["game"])
        width, height, row_length = game_rules.shape
        turned = [Rules(height, width, row_length)] if game_rules.is_plain else []
        for rules in (game_rules, *turned):
            found = solver.analyse(Board(rules), Budget(seconds=PATIENCE_SECONDS, best_only=True))
            assert found.proof is not None
            assert found.proof.method == "book"
            assert found.search.nodes == 0
            assert found.assessment.value is not None
            assert found.whole
            check_line(found)
        if game["weak_draw"]:
            every = solver.analyse(Board(rules), Budget(seconds=PATIENCE_SECONDS))
            assert every.search.nodes == 0
            assert {option.assessment.value for option in every.options} == {0}


def test_bounds_of_a_class_hold_for_each_of_its_options() -> None:
    """Whichever of the moves that symmetries make alike an entry names."""
    rules = Rules(4, 3, 3)
    for cell in range(rules.cells):
        proven = Entry(Board(rules), {cell: (0, 0)}, ()).proven(np.unique(Board(rules).classes))
        settled = proven.cells[proven.lower == proven.upper].tolist()
        assert settled == [int(Board(rules).classes[cell])]
