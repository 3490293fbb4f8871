"""The file of puzzles is what the maker makes: each position again, and none is left out."""

from collections import Counter
from itertools import cycle, islice
from pathlib import Path

import pytest

from service.game import Board, bits, other, parse, union
from service.puzzles import DIFFICULTIES, GAMES, Difficulty, count
from service.puzzles.puzzle import FILE, read_board, records
from service.solver import Solver
from tests.cli.commands import output_of_tool
from tests.docs.documents import PAGES
from tests.puzzles.lists import LISTS
from tests.support.reference import Reference, put
from tests.support.sampling import chance_of, samples
from tools.puzzles.__main__ import command
from tools.puzzles.making import (
    PLANS,
    Records,
    difficulty_of,
    make,
    written,
)
from tools.puzzles.positions import position
from tools.puzzles.proving import measure, name_up_to_symmetry, prove

MADE = [
    (game, difficulty, record)
    for game, difficulty in LISTS
    for record in records()[game][difficulty]
]


@pytest.fixture(scope="module")
def maker() -> Solver:
    """Provide a solver with a table of the size that the command has."""
    return Solver(16)


def test_the_file_is_written_as_the_maker_writes_it() -> None:
    assert FILE.read_text() == written(records())


@pytest.mark.thorough
def test_each_position_makes_its_puzzle(maker: Solver) -> None:
    for game, _, record in chance_of("sources").sample(MADE, samples(100)):
        board = position(game, record.source)
        assert board is not None
        assert board == read_board(game, record.rows)
        analysis = prove(game, board, maker)
        assert analysis is not None
        assert measure(analysis, record.source) == record


def test_the_difficulty_is_what_the_measures_say() -> None:
    assert all(difficulty_of(game, record) == difficulty for game, difficulty, record in MADE)


@pytest.mark.thorough
def test_other_chance_makes_no_puzzle_one_of_another_difficulty(maker: Solver) -> None:
    """With as many other seeds some come to lie between two difficulties, one in eight."""
    between, tried = 0, chance_of("other seeds").sample(MADE, samples(60))
    for game, difficulty, record in tried:
        analysis = prove(game, read_board(game, record.rows), maker)
        assert analysis is not None
        again = difficulty_of(game, measure(analysis, record.source, first_seed=1000))
        assert again in (difficulty, None), record
        between += again is None
    assert between < len(tried) / 3


@pytest.mark.parametrize(("game", "difficulty"), LISTS)
def test_no_theme_has_more_than_its_share(game: str, difficulty: Difficulty) -> None:
    """A third, rounded up, but where there are few themes."""
    listed = records()[game][difficulty]
    most = max(Counter(record.theme for record in listed).values())
    of_a_theme = PLANS[game].of_a_theme[DIFFICULTIES.index(difficulty)]
    assert of_a_theme * (most - 1) < len(listed)


def test_a_row_that_is_open_on_both_sides_is_not_hard_to_see_in_five_in_a_row() -> None:
    assert all(record.theme != "open_row" for record in records()["five"]["hard"])


@pytest.mark.thorough
@pytest.mark.parametrize("game", GAMES)
def test_the_first_puzzles_are_the_first_that_are_made(game: str, maker: Solver) -> None:
    made: Records = {difficulty: [] for difficulty in DIFFICULTIES}
    known = records()[game]
    plan, some = PLANS[game], samples(15, 2)
    assert len([*islice(make(game, made, maker, plan.of_each, plan.last), some)]) == some
    for difficulty in DIFFICULTIES:
        assert made[difficulty] == known[difficulty][: len(made[difficulty])]


@pytest.mark.parametrize("game", GAMES)
def test_no_two_are_alike(game: str) -> None:
    names = [
        name_up_to_symmetry(read_board(game, record.rows)) for of, _, record in MADE if of == game
    ]
    assert len({*names}) == len(names)


def test_the_page_says_how_many_there_are_and_where_difficulties_begin() -> None:
    shown = PAGES["docs/puzzles.md"].table("game")
    for (game, *told), plan in zip(shown, PLANS.values(), strict=True):
        counts = [f"{count(game.strip('`'), difficulty)}" for difficulty in DIFFICULTIES]
        found = [f"{each[0]} to {each[-1]}" for each in plan.found]
        of_a_theme = ", ".join(map(str, plan.of_a_theme))
        assert told == [*counts, *found, of_a_theme], game


def test_symmetries_and_colours_do_not_change_the_name() -> None:
    for game, _, record in chance_of("symmetries").sample(MADE, samples(100)):
        board = read_board(game, record.rows)
        exchanged = Board(board.rules, board.o, board.x, other(board.to_move))
        image = chance_of(f"{game} {record}").choice(board.geometry.symmetries).tolist()
        turned = Board(
            board.rules,
            union(1 << image[cell] for cell in bits(board.x)),
            union(1 << image[cell] for cell in bits(board.o)),
            board.to_move,
        )
        name = name_up_to_symmetry(board)
        assert name_up_to_symmetry(exchanged) == name_up_to_symmetry(turned) == name
        assert name_up_to_symmetry(board.play(board.legal_moves[0])) != name


@pytest.mark.thorough
def test_the_command_goes_on_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.json"
    known = records()["misere"]
    last = sorted(record.source for listed in known.values() for record in listed)[-3]
    before = {
        difficulty: [record for record in listed if record.source < last]
        for difficulty, listed in known.items()
    }
    path.write_text(written({**records(), "misere": before}))
    told = output_of_tool(command, "--file", str(path), "--game", "misere")
    assert path.read_text() == FILE.read_text()
    counts = ", ".join(f"{len(known[difficulty])} {difficulty}" for difficulty in DIFFICULTIES)
    assert told == f"misere: {counts}\n"


@pytest.mark.thorough
def test_the_command_begins_a_file(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.json"
    output_of_tool(command, "--file", str(path), "--game", "misere", "--count", "1")
    begun = records(path)
    assert list(begun) == list(GAMES)
    for difficulty, listed in records()["misere"].items():
        assert begun["misere"][difficulty] == listed[:1]
        assert begun["five"][difficulty] == []


def test_there_is_every_puzzle_of_tic_tac_toe() -> None:
    """There are no others with at least three moves to choose from."""
    game, names = Reference(3, 3, 3), set()
    layer = {"." * 9}
    for mover in islice(cycle("XO"), 7):
        for cells in layer:
            values = sorted(
                (value for value, _ in game.options(cells, mover).values()), reverse=True
            )
            if values[0] > max(values[1], -1):
                names.add(name_up_to_symmetry(parse(game.rows(cells), 3)))
        after = {put(cells, cell, mover) for cells in layer for cell in game.legal_moves(cells)}
        layer = {cells for cells in after if game.legal_moves(cells)}
    made = {
        name_up_to_symmetry(read_board(name, record.rows))
        for name, _, record in MADE
        if name == "tic-tac-toe"
    }
    assert made == names
