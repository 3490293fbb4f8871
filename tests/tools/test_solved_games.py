"""The maps of plain games and of games with one switch, against what is published and laws."""

from itertools import product

import pytest

from service.game import Board, Rules, find_cell
from service.solver import Budget, Solver
from service.solver.book import GAMES as BOOK
from service.solver.book import SWITCHES, rules_of, written
from tests.rules.cases import Case
from tests.rules.facts import known_values
from tests.support.connect_four import connect_four
from tests.support.facts import facts, solved_games
from tests.support.project import ROOT
from tests.support.reference import Variant
from tests.support.sampling import chance_of, samples
from tools.map.games import FEW_CELLS, LONGEST, MOST_CELLS, THEOREM, games, implies
from tools.map.page import page, switched_page
from tools.map.record import Record, RecordFile, chapters

DOCS = ROOT / "docs"
RECORDS = RecordFile(DOCS / "solved_rules.csv")
PLAIN = RecordFile(DOCS / "solved_games.csv")
KNOWN, PLAIN_KNOWN = list(RECORDS), list(PLAIN)
SOLVED, PLAIN_SOLVED = (
    [each for each in known if each.bounds.value is not None] for known in (KNOWN, PLAIN_KNOWN)
)
QUICK_SECONDS = 0.1
"""Games that took longer are proven again only by long tests."""
PLAIN_SEARCH_CELLS = 12
"""Larger boards take the plain search of the tests too long."""

Outcome = tuple[int | None, int | None]
"""The value of a game for the first player and its plies."""


def outcome_of(record: Record) -> Outcome:
    """Return what a record says, of a game that is solved with exact plies."""
    assert record.exact, record.name
    return record.bounds.value, record.plies


def plain_outcome(width: int, height: int, row_length: int) -> Outcome:
    """Return what the map of plain games says of a board, which may be turned."""
    # Longer rows than those of that map are draws as well.
    record = PLAIN.find(Rules(max(width, height), min(width, height), min(row_length, LONGEST)))
    assert record is not None
    return outcome_of(record)


def solved_again(rules: Rules, solver: Solver) -> Outcome:
    """Return what a solver says of an empty board, which it knows with exact plies."""
    solver.forget()
    found = solver.analyse(Board(rules), Budget(best_only=True)).assessment
    assert found.shortest
    return found.value, found.plies_to_end


def test_every_game_is_on_the_map_once() -> None:
    assert [each.rules for each in PLAIN_KNOWN] == list(games(MOST_CELLS))
    plain, cells = {each.rules for each in PLAIN_KNOWN}, range(1, MOST_CELLS + 1)
    for width, height, row_length in product(cells, cells, range(1, LONGEST + 1)):
        rules = Rules(max(width, height), min(width, height), row_length)
        assert (rules in plain) == (rules.cells <= MOST_CELLS and row_length <= rules.width)
    listed = [each.rules for each in KNOWN]
    assert len(listed) == len(set(listed))
    for switch in SWITCHES:
        assert set(games(FEW_CELLS, switch)) <= set(listed)
    sides = range(1, FEW_CELLS + 1)
    for width, height, switch in product(sides, sides, SWITCHES):
        if width * height <= FEW_CELLS:
            kept = (width, height)
            if switch in ("both", "exact", "misere"):  # These are the same turned.
                kept = (max(kept), min(kept))
            for row_length in range(1, max(kept) + 1):
                assert rules_of(*kept, row_length, switch) in listed


def test_the_pages_and_the_book_are_made_of_the_records() -> None:
    made = page(PLAIN, "solved_games.csv"), switched_page(RECORDS, "solved_rules.csv")
    for name, text in zip(("solved_games.md", "solved_rules.md"), made, strict=True):
        assert (DOCS / name).read_text(encoding="utf-8") == text
    assert BOOK.read_text() == written(chapters([*PLAIN, *RECORDS]))


def test_the_map_of_plain_games_contradicts_nothing_that_is_published() -> None:
    found = [(PLAIN.find(Rules(*shape)), *outcome) for shape, outcome in solved_games().items()]
    common = [(record, value, plies) for record, value, plies in found if record is not None]
    assert len(common) >= 15
    for record, value, plies in common:
        assert record.lower <= value <= record.upper
        if record.bounds.value is not None and plies is not None:
            assert record.plies == plies if record.exact else plies <= (record.plies or 0)


def test_the_map_of_plain_games_obeys_its_theorems() -> None:
    draws = [each for each in PLAIN_SOLVED if each.weak_draw]
    for draw, each in product(draws, [each for each in PLAIN_SOLVED if each.bounds.value != 0]):
        assert not implies(draw.rules, each.rules), (draw.name, each.name)
    for each in PLAIN_KNOWN:
        # Strategy stealing; Zetters.
        assert each.lower >= 0
        assert each.row_length < LONGEST or each.bounds.value == 0
        if each.bounds.value == 0:
            assert (each.plies, each.exact) == (each.rules.cells, True)
        elif each.bounds.value == 1:
            assert each.plies is not None
            assert each.plies % 2 == 1
            assert 2 * each.row_length - 1 <= each.plies <= each.rules.cells
            assert not each.weak_draw
        if each.method == THEOREM:
            by = next(other for other in PLAIN_KNOWN if other.name == each.by)
            assert by.weak_draw
            assert by.method != THEOREM
            assert implies(by.rules, each.rules)


def test_the_map_agrees_with_everything_that_is_known() -> None:
    checked = 0
    for fact in known_values():
        rules = fact.case.board.rules
        if rules.wrap == "vertical":
            rules = rules_of(rules.height, rules.width, rules.row_length, "horizontal")
        record = RECORDS.find(rules)
        if record is not None:
            assert outcome_of(record) == fact.outcome, record.name
            checked += 1
    assert checked >= 20


def test_the_map_agrees_with_published_sizes_of_connect_four() -> None:
    solved = {record.rules: record for record in SOLVED}
    checked = 0
    for width, height, winner, last_move in facts("connect_four_sizes.csv"):
        if record := solved.get(connect_four(int(width), int(height))):
            assert record.bounds.value == {"0": 0, "1": 1, "2": -1}[winner], record.name
            assert not last_move or record.plies == int(last_move)
            checked += 1
    assert checked >= 20


@pytest.mark.parametrize(
    ("shape", "switch", "outcome"),
    [((3, 3, 3), "both", (1, 7)), ((3, 3, 3), "misere", (0, 9)), ((4, 4, 3), "misere", (-1, 15))],
)
def test_what_is_published_of_small_boards(
    shape: tuple[int, int, int], switch: str, outcome: Outcome
) -> None:
    (record,) = [each for each in KNOWN if each.rules.shape == shape and each.switch == switch]
    assert outcome_of(record) == outcome


def test_the_map_obeys_the_laws_of_its_rules() -> None:
    seen = set()
    for each in SOLVED:
        width, height, row_length = each.rules.shape
        found, equal = outcome_of(each), None
        match each.switch:
            case "exact" if row_length == max(width, height):
                equal = plain_outcome(width, height, row_length)
            case "gravity" if height == 1:
                equal = plain_outcome(width, height, row_length)
            case "gravity" if width == 1 < row_length:
                equal = (0, height)
            case "horizontal" if width == 1:
                # A row that crosses the edges would come back to a column that it has left.
                equal = plain_outcome(width, height, row_length)
            case "both" if height == 1:
                ring = RECORDS.find(rules_of(width, 1, row_length, "horizontal"))
                equal = outcome_of(ring) if ring else None
            case "misere" if row_length == 1:
                equal = (-1, 1)
        if equal is not None:
            seen.add(each.switch)
            assert found == equal, each.name
        if row_length == 1 and each.switch != "misere":
            assert found == (1, 1), each.name
        if each.rules.stones_never_hurt:
            assert found[0] != -1, each.name
    assert seen == set(SWITCHES)


@pytest.mark.thorough
def test_a_misere_game_without_a_line_is_a_draw() -> None:
    solver = Solver(16)
    for rules in {each.rules for each in KNOWN if each.switch == "misere"}:
        longer = rules._replace(row_length=max(rules.width, rules.height) + 1)
        assert solved_again(longer, solver) == (0, longer.cells)


def test_the_line_of_every_game_is_played_to_the_end_that_it_has() -> None:
    for each in SOLVED:
        board = Board(each.rules)
        for name in (each.line or "").split():
            cell = find_cell(each.rules, name)
            assert cell is not None
            board = board.play(cell)
        assert (each.line or "").count(" ") + 1 == each.plies, each.name
        value = {"X": 1, "O": -1, None: 0}[board.winner]
        assert board.status != "in_progress", each.name
        assert value == each.bounds.value, each.name


def test_a_sample_of_games_is_worth_what_the_map_says() -> None:
    """Boards are also searched turned, and small ones by the plain search of the tests."""
    solver, chance = Solver(16), chance_of("map of rules")
    quick = [each for each in SOLVED if each.seconds < QUICK_SECONDS]
    for each in chance.sample(quick, samples(min(len(quick), 150))):
        assert solved_again(each.rules, solver) == outcome_of(each), each.name
        if each.switch != "gravity":
            wrap = "vertical" if each.switch == "horizontal" else each.rules.wrap
            turned = each.rules._replace(width=each.height, height=each.width, wrap=wrap)
            assert solved_again(turned, solver) == outcome_of(each), each.name
    small = [each for each in SOLVED if each.rules.cells <= PLAIN_SEARCH_CELLS]
    for each in chance.sample(small, samples(15)):
        rules = each.rules
        variant = Variant(*rules.shape, rules.gravity, rules.wrap, rules.exact, rules.misere)
        case = Case(variant, "." * rules.cells, "X")
        assert case.reference.solve(case.cells, "X") == outcome_of(each), each.name


@pytest.mark.long
@pytest.mark.parametrize(
    "record",
    [
        *(each for each in PLAIN_SOLVED if QUICK_SECONDS / 5 <= each.seconds < 60),
        *(each for each in SOLVED if each.seconds >= QUICK_SECONDS),
    ],
    ids=lambda each: each.name,
)
def test_what_took_long_is_proven_anew(record: Record) -> None:
    found = Solver(256, threads=2).analyse(Board(record.rules), Budget(best_only=True)).assessment
    assert found.value == record.bounds.value
    assert not record.exact or found.plies_to_end == record.plies
    assert found.shortest or record.rules.is_plain
