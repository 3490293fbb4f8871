"""What the book and the map say, against published values, theorems and searches without them."""

from hashlib import sha256
from itertools import product
from pathlib import Path

import pytest

from service.game import Board, Rules
from service.solver import Analysis, Book, Budget, Solver
from service.solver.lines import ROOT, whole_board
from service.solver.memory import TranspositionTable
from service.solver.proof_number import ProofSearch
from service.solver.session import Opening
from tests.support import project
from tools.map.games import implies
from tools.map.record import Record, RecordFile

DOCS = project.ROOT / "docs"
RECORDS = RecordFile(DOCS / "solved_games.csv")
KNOWN = list(RECORDS)
SOLVED = [each for each in KNOWN if each.bounds.value is not None]


def holds_weakly(rules: Rules) -> bool:
    """Return whether the second player holds the weak game, by a search of nothing else."""
    question = ProofSearch(whole_board(rules), TranspositionTable(1), weak=True)
    question.ask(ROOT, [0, 0], ROOT)
    assert question.search(1 << 60)
    return question.holds


SMALL = [Rules(*sizes) for sizes in product(range(1, 6), range(1, 5), range(1, 6))]


@pytest.fixture(scope="module")
def weak_draws() -> list[Rules]:
    """Provide those of the small games that the second player holds weakly."""
    return [rules for rules in SMALL if holds_weakly(rules)]


def analysed(rules: Rules) -> Analysis:
    """Return all options, by search alone."""
    return Solver(1).analyse(Board(rules), Budget())


def test_after_a_weak_draw_every_first_move_draws(weak_draws: list[Rules]) -> None:
    assert len(weak_draws) > 40
    for rules in weak_draws:
        values = {option.assessment.value for option in analysed(rules).options}
        assert values == {0}, rules
    # Not every draw is weak.
    assert Rules(3, 3, 3) not in weak_draws
    assert analysed(Rules(3, 3, 3)).assessment.value == 0


def test_a_weak_draw_is_one_of_smaller_boards_and_longer_rows(weak_draws: list[Rules]) -> None:
    implied = [
        (larger, rules)
        for larger, rules in product(SMALL, SMALL)
        if larger in weak_draws and implies(larger, rules)
    ]
    assert len(implied) > 500
    assert {rules for _, rules in implied} <= set(weak_draws)
    assert not implies(Rules(5, 4, 4), Rules(6, 4, 4))
    assert not implies(Rules(5, 4, 4), Rules(5, 5, 4))
    assert not implies(Rules(5, 4, 4), Rules(5, 4, 3))


@pytest.mark.parametrize(
    "record", [each for each in SOLVED if each.seconds < 0.02 and each.rules.cells <= 20],
    ids=lambda each: each.name,
)  # fmt: skip
def test_small_games_are_worth_what_the_map_says(record: Record) -> None:
    for shape in (record.rules, Rules(record.height, record.width, record.row_length)):
        found = analysed(shape).assessment
        assert (found.value, found.plies_to_end) == (record.bounds.value, record.plies)


@pytest.mark.parametrize(
    "path", sorted((DOCS / "certificates").iterdir()), ids=lambda each: each.stem
)
def test_a_certificate_is_the_one_that_the_record_names_and_proves_what_it_says(path: Path) -> None:
    """The certificates themselves are checked in `tests/tools`."""
    text = path.read_bytes()
    lines = text.decode("ascii").splitlines()
    width, height, row_length = map(int, lines[1].split()[1:])
    record = RECORDS.find(Rules(width, height, row_length))
    assert record is not None
    assert path.name == record.certificate
    assert len(text) == record.certificate_bytes
    assert sha256(text).hexdigest() == record.certificate_sha256
    if record.bounds.value == 0:
        assert lines[4] == "claim draw"
    else:
        within = int(lines[4].removeprefix("claim X wins within "))
        assert record.plies is not None
        assert within >= record.plies


def test_the_book_names_the_certificates_of_the_record() -> None:
    book = Book.read()
    for record in KNOWN:
        entry = book.find(Board(record.rules))
        if entry is not None:
            assert entry.certificate == record.certificate
    assert any(record.certificate for record in KNOWN)


def test_the_games_of_which_the_book_knows_every_first_move_are_those_that_are_listed() -> None:
    """Beside weak draws."""
    book, names = Book.read(), []
    for record in KNOWN:
        board = Board(record.rules)
        entry = book.find(board)
        if entry and not entry.weak_draw and Opening(board, entry).settles(best_only=False):
            assert record.row_length == 4
            names.append(f"{record.width}\N{MULTIPLICATION SIGN}{record.height}")
    listed = f"the boards {', '.join(names[:-1])} and {names[-1]} with 4 in a row."
    assert listed in " ".join((DOCS / "proofs.md").read_text(encoding="utf-8").split())
