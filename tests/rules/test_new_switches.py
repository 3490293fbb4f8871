"""Under a switch that is new, nothing proven is wrong: what an engine ignores is not relied on.

The switches here are made as the guide says: rules with one item more, and what it changes in
`directions.py`. Of some it is said in `Rules` that all facts hold, of others nothing is.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from importlib import import_module
from typing import Any, NamedTuple, cast

import pytest

from service.game import CONNECT_FOUR, Board, Direction, Geometry, Rules, bits, directions
from service.game import Switches as GameSwitches
from service.solver import Budget, Solver
from service.solver.book import Book
from service.solver.lines import has_keys
from service.solver.session import engines
from service.solver.session.engines import Engines, engines_for
from service.solver.static_proofs import answers_opposite
from tests.rules.cases import (
    COMBINATIONS,
    Case,
    Shape,
    Switches,
    name_of,
    random_case,
    variant_of,
)
from tests.solver.checks import check_bounds, check_exact, check_variation
from tests.solver.engines import BY_ENGINES, ENGINES_FOR, counter_engines, remainder_engines
from tests.support.reference import (
    DIRECTIONS,
    Step,
    Variant,
    VariantReference,
    Window,
    bits_of,
    blank_of,
)
from tests.support.sampling import chance_of, samples


class Change(NamedTuple):
    """What a new switch changes, and what is said of it."""

    name: str
    steps: tuple[Step, ...] = DIRECTIONS
    """The directions in which a row lies."""
    dead: int = 0
    """The cell that is on no row, counted from the last one, 1; 0 if there is none."""
    holds: bool = False
    """Whether all facts name the switch; else that alone does on which every search relies."""


STRAIGHT = Change("straight", DIRECTIONS[:2], holds=True)
CHANGES = [
    STRAIGHT,
    STRAIGHT._replace(name="straight, of which nothing is said", holds=False),
    Change("no columns", ((0, 1), (1, 1), (1, -1))),
    Change("one diagonal", ((0, 1), (1, 0), (1, 1))),
    Change("a dead cell", dead=2),
]
every_change = pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.name)
SHAPES: list[Shape] = [
    (3, 3, 3), (4, 3, 3), (3, 4, 3), (4, 4, 3), (4, 4, 4), (5, 4, 3), (6, 4, 3), (3, 3, 2),
    (9, 8, 4), (2, 6, 3), (8, 2, 3), (4, 4, 5),
]  # fmt: skip
LOW: list[Shape] = [(3, 2, 3), (4, 2, 3), (3, 3, 3), (5, 2, 3), (4, 3, 3)]
MOVES_LEFT = 8
SHARES = [name for name in vars(engines) if name.endswith("_SHARES")]
SLICES = [name for name in vars(engines) if name.endswith("_SLICE")]
"""Nodes of the first time slices of engines."""
FACTS = [
    "rows_decide", "rows_lie_alike", "runs_in_columns_win", "stones_never_hurt", "pairings_hold",
    "patterns_hold",
]  # fmt: skip


class NewRules(Rules):
    """Rules with a new switch, the last item of the tuple."""

    __slots__ = ()

    @property
    def change(self) -> Change:
        return cast("Change", tuple(self)[-1])

    @property
    def switched_on(self) -> GameSwitches:
        unnamed = {} if self.change.holds else {self.change.name: True}
        return cast("GameSwitches", {**super().switched_on, **unnamed})

    @property
    def rows_decide(self) -> bool:
        return True

    def _replace(self, **fields: Any) -> Rules:  # type: ignore[override]
        return changed(super()._replace(**fields), self.change)


class UnknownRules(NewRules):
    """Rules with a new switch that no fact names."""

    __slots__ = ()
    rows_decide = Rules.rows_decide


def changed(rules: Rules, change: Change, kind: type[Rules] = NewRules) -> Rules:
    """Return rules with a new switch."""
    return tuple.__new__(kind, (*rules, change))


def changed_directions(rules: Rules) -> tuple[Direction, ...]:
    """Return the directions of rows, as `directions_of` would under the switch."""
    if not isinstance(rules, NewRules):
        return directions.directions_of(rules)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(directions, "STEPS", rules.change.steps)
        found = directions.directions_of(rules)
    dead = rules.cells - rules.change.dead
    live = [replace(each, starts=live_starts(each, dead)) for each in found]
    return tuple(each for each in live if each.starts)


def live_starts(direction: Direction, dead: int) -> int:
    """Return the starts of the windows without the dead cell."""
    length = direction.rules.row_length
    starts = bits(direction.starts)
    return sum(1 << start for start in starts if dead not in direction.cells_from(start, length))


class ChangedReference(VariantReference):
    """The plain search under a new switch."""

    def __init__(self, variant: Variant, blank: str, change: Change) -> None:
        super().__init__(variant, blank)
        self.steps, self._dead = change.steps, len(blank) - change.dead

    def _find_windows(self, step: Step) -> Iterator[Window]:
        for window in super()._find_windows(step):
            if self._dead not in window[0]:
                yield window

    def makes_row(self, stones: int, cell: int) -> bool:
        # A stone on the dead cell is in no row, but makes a run too long all the same.
        runs = self.runs(stones if self.variant.exact else stones & ~(1 << self._dead), cell)
        return any(self.is_row(run) and self._dead not in run for run in runs)


changed_reference = lru_cache(32)(ChangedReference)


@dataclass(frozen=True)
class ChangedCase(Case):
    """A position under a new switch."""

    change: Change = STRAIGHT

    @property
    def reference(self) -> VariantReference:
        return changed_reference(self.variant, blank_of(self.cells), self.change)

    @property
    def board(self) -> Board:
        plain = self.plain
        return replace(plain, rules=changed(plain.rules, self.change))

    @property
    def plain(self) -> Board:
        """Return the position without the switch; the game may be over then."""
        walls, x, o = (bits_of(self.cells, mark) for mark in "#XO")
        return Board(Rules(*self.variant, self.any_position, walls), x, o, self.to_move)


@pytest.fixture(autouse=True)
def new_switches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the rules read the new switches."""
    # The package has a function of the same name as the module.
    module = import_module("service.game.geometry")
    monkeypatch.setattr(module, "directions_of", changed_directions)


def cases(
    change: Change,
    name: str,
    count: int,
    shapes: list[Shape] = SHAPES,
    combinations: list[Switches] = COMBINATIONS,
) -> Iterator[ChangedCase]:
    """Yield seeded positions of games that go on, beside these combinations of other switches."""
    chance = chance_of(f"{name} {change.name}")
    for _ in range(samples(count)):
        variant = variant_of(chance.choice(shapes), chance.choice(combinations))
        kind = partial(ChangedCase, change=change)
        case = random_case(variant, chance.randint(2, MOVES_LEFT), chance, kind)
        if case.reference.legal_moves(case.cells):
            yield cast("ChangedCase", case)


@every_change
@pytest.mark.parametrize(
    ("search", "nodes"),
    [(None, None), (None, BY_ENGINES), ("in turn", BY_ENGINES), (counter_engines, BY_ENGINES),
     (remainder_engines, BY_ENGINES)],
    ids=["few cells", "one by one", "in turn", "counters", "remainders"],
)  # fmt: skip
def test_all_that_is_proven_is_true(
    monkeypatch: pytest.MonkeyPatch, change: Change, search: Any, nodes: int | None
) -> None:
    """By whatever engines, also after the same position of the game as it was."""

    def chosen(board: Board, *arguments: Any, **how: Any) -> Engines:
        relies = board.rules.stones_never_hurt and board.rules.pairings_hold
        return (search if relies else engines_for)(board, *arguments, **how)

    if search == "in turn":
        # A few nodes a turn, so that all engines have one.
        for name in SHARES:
            monkeypatch.setattr(engines, name, (8, 64))
        for name in SLICES:
            monkeypatch.setattr(engines, name, 8)
    elif search:
        monkeypatch.setattr(ENGINES_FOR, chosen)
    solver = Solver(1)
    for case in cases(change, f"answers {search} {nodes}", 50 if nodes else 80):
        solver.analyse(case.plain, Budget(nodes=nodes))
        analysis = solver.analyse(case.board, Budget(nodes=nodes))
        check_exact(analysis, case)
        check_variation(analysis, case)


@every_change
def test_answers_prove_nothing_false(change: Change) -> None:
    """Where a row loses, they move rows down and to the other side of the board."""
    solver = Solver(1)
    misere: list[Switches] = [(gravity, "none", False, True) for gravity in (False, True)]
    for case in cases(change, "answers to all", 100, LOW, misere):
        check_bounds(solver.analyse(case.board, Budget(nodes=1)), case)


@every_change
def test_answers_on_the_cell_opposite_hold(change: Change) -> None:
    chance, held = chance_of(f"opposite {change.name}"), 0
    for _ in range(samples(60)):
        shape = chance.choice([each for each in LOW if each[0] * each[1] % 2 == 0])
        half = "".join(chance.choices("XO.", k=shape[0] * shape[1] // 2))
        cells = half + half[::-1].translate(str.maketrans("XO", "OX"))
        variant = variant_of(shape, (False, "none", False, True))
        case = ChangedCase(variant, cells, "X", change=change)
        if case.board.status == "in_progress" and answers_opposite(case.board):
            assert max(case.expected.values())[0] <= 0, case
            held += 1
    assert change.holds == (held > 0)


@every_change
def test_no_book_knows_the_game(change: Change) -> None:
    book = Book.read()
    for rules in (Rules(9, 4, 4), CONNECT_FOUR):
        assert book.find(Board(rules)) is not None
        assert book.find(Board(changed(rules, change))) is None


@pytest.mark.parametrize("switches", COMBINATIONS, ids=name_of)
def test_of_a_switch_that_no_fact_names_none_holds(switches: Switches) -> None:
    rules = Rules(*variant_of((11, 11, 5), switches))
    unknown = changed(rules, STRAIGHT._replace(holds=False), UnknownRules)
    assert not any(getattr(unknown, fact) for fact in FACTS)
    assert len(Geometry(unknown).symmetries) == 1
    assert not has_keys(unknown)


def test_a_game_that_no_search_knows_is_refused() -> None:
    rules = changed(Rules(3, 3, 3), STRAIGHT._replace(holds=False), UnknownRules)
    with pytest.raises(ValueError, match="no search knows what decides under straight"):
        Solver(1).analyse(Board(rules), Budget())
