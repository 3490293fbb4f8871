"""The first stones of Connect Four: what is shipped is true, and is answered at once."""

from pathlib import Path

import pytest

from service.game import CONNECT_FOUR, Board, other, parse
from service.solver import Book, BookError, Budget, Proof, Solver
from service.solver.book import (
    CONNECT_FOUR_FILE,
    FirstStones,
    name_position,
    read_first_stones,
    read_position,
    written_first_stones,
)
from service.solver.lines import WIN
from tests.solver.checks import check_line, played
from tests.support.connect_four import board_after
from tests.support.facts import facts
from tests.support.sampling import chance_of, samples
from tools.openings.proving import Layer, layers

SHIPPED = read_first_stones(CONNECT_FOUR_FILE)
MOST_STONES = max(name.count("X") + name.count("O") for name in SHIPPED.scores) - 1
"""With up to so many stones every option is in the book."""


def test_a_position_and_its_reflection_have_one_name() -> None:
    assert name_position(Board(CONNECT_FOUR)) == "//////"
    assert name_position(board_after("4453")) == "//O/XO/X//"
    assert name_position(board_after("4435")) == "//O/XO/X//"
    assert name_position(board_after("17")) == "O//////X"


@pytest.fixture(scope="module")
def known_layers() -> list[Layer]:
    """Provide the layers that are checked: with few stones, or in the thorough tier all."""
    return layers(samples(MOST_STONES + 1))


def test_what_is_known_holds_whoever_has_moved_first() -> None:
    solver, reach = Solver(1, book=Book([], SHIPPED)), MOST_STONES
    for columns in ("", "4", "44", "4453"[:reach], "34567"[:reach]):
        board = board_after(columns)
        swapped = Board(CONNECT_FOUR, board.o, board.x, other(board.to_move))
        assert name_position(swapped) == name_position(board)
        found, image = (solver.glance(each, Budget()) for each in (board, swapped))
        assert image.options == found.options
        assert image.assessment == found.assessment
        # With equal stones, but the other side to move, it is another position.
        if columns:
            turned = Board(CONNECT_FOUR, board.o, board.x, board.to_move)
            assert name_position(turned) != name_position(board)


def test_every_layer_has_as_many_wins_draws_and_losses_as_is_published(
    known_layers: list[Layer],
) -> None:
    """The layers are counted by enumeration, reflections apart (Böck 2025)."""
    for layer, row in zip(known_layers, facts("connect_four_7x6_layers.csv"), strict=False):
        stones, won, drawn, lost, _, terminal = map(int, row)
        first, found = 1 if stones % 2 == 0 else -1, dict.fromkeys(("won", "drawn", "lost"), 0)
        for name in layer:
            score = SHIPPED.scores[name] * first
            columns = name.split("/")
            found["won" if score > 0 else "lost" if score < 0 else "drawn"] += (
                1 if columns == columns[::-1] else 2
            )
        # What is over has been won by the last to move.
        found["lost" if first == 1 else "won"] += terminal
        assert found == {"won": won, "drawn": drawn, "lost": lost}, stones


def test_every_score_is_that_of_the_best_option(known_layers: list[Layer]) -> None:
    for layer in known_layers[:-1]:
        for name, board in layer.items():
            assert name_position(read_position(name)) == name
            assert SHIPPED.scores[name] == max(SHIPPED.options(board).values())


@pytest.mark.parametrize(
    ("columns", "plies"),
    # A win in the middle, draws beside it and losses farther out (Allen and Allis, 1988), with the
    # plies that public solvers give.
    [("", 41), ("4", -40), ("3", 0), ("5", 0), ("1", 39), ("2", 41), ("44", 39), ("444", -38)],
)
def test_what_is_published_of_first_moves(columns: str, plies: int) -> None:
    score = SHIPPED.scores[name_position(board_after(columns))]
    assert (WIN - abs(score)) * (1 if score > 0 else -1 if score < 0 else 0) == plies


def test_the_start_of_a_game_is_answered_at_once_with_every_option() -> None:
    solver = Solver(1, book=Book([], SHIPPED))
    chance = chance_of("first stones")
    for _ in range(samples(40)):
        board = Board(CONNECT_FOUR)
        for _ in range(chance.randint(0, MOST_STONES)):
            board = board.play(chance.choice(board.legal_moves))
        found = solver.glance(board, Budget())
        assert (found.proof, found.search.complete) == (Proof("book"), True)
        assert len(found.options) == len(board.legal_moves)
        for option in found.options:
            assert option.assessment.shortest
        assert found.assessment == found.options[0].assessment
        check_line(found)
        after = played(board, found.principal_variation)
        assert (after.x | after.o).bit_count() > MOST_STONES
        rows = [row[::-1] for row in board.rows]
        image = solver.glance(parse(rows, 4, board.to_move, gravity=True), Budget())
        worth = {divmod(option.cell, 7): option.assessment for option in found.options}
        for option in image.options:
            row, column = divmod(option.cell, 7)
            assert option.assessment == worth[row, 6 - column]


def test_where_the_book_ends_a_search_goes_on_with_the_line_of_play() -> None:
    """Six stones lie on the board, so that the book says how the game ends, and one move of it."""
    board = board_after("453551")
    solver = Solver(1, book=Book([], SHIPPED))
    cut = solver.analyse(board, Budget(nodes=10_000))
    assert (cut.assessment.plies_to_end, cut.search.complete) == (33, True)
    assert len(cut.principal_variation) < 33
    assert cut.search.stopped_by == "nodes"
    found = solver.analyse(board, Budget(nodes=1_000_000))
    assert found.proof == Proof("book")
    assert found.whole
    assert len(found.principal_variation) == 33
    assert played(board, found.principal_variation).winner == found.mover
    assert solver.analyse(board, Budget()).search.nodes == 0, "it is remembered"


def test_the_book_goes_as_far_as_the_readme_says() -> None:
    assert MOST_STONES == 6


def test_beyond_its_positions_it_says_nothing() -> None:
    board = Board(CONNECT_FOUR)
    for _ in range(MOST_STONES + 1):
        assert SHIPPED.find(board) is not None
        board = board.play(board.legal_moves[0])
    assert SHIPPED.find(board) is None
    assert SHIPPED.find(Board(CONNECT_FOUR._replace(gravity=False))) is None
    assert FirstStones({}).find(Board(CONNECT_FOUR)) is None


def test_a_file_is_read_as_it_is_written(tmp_path: Path) -> None:
    path = tmp_path / "positions.json"
    assert written_first_stones(SHIPPED) == CONNECT_FOUR_FILE.read_text()
    text = written_first_stones(FirstStones({"//////": WIN - 41, "///X///": 40 - WIN}))
    path.write_text(text)
    assert read_first_stones(path).scores == {"//////": WIN - 41, "///X///": 40 - WIN}
    path.write_text(text.replace(": 41", ": 39"))
    with pytest.raises(BookError, match="is damaged: its entries have another SHA-256"):
        Book.read(first_stones=path)
    path.write_text(written_first_stones(FirstStones({"//////": WIN - 43})))
    with pytest.raises(BookError, match="no game takes 43 plies"):
        Book.read(first_stones=path)
