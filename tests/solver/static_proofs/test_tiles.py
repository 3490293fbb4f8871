"""Draws of eight or more in a row by tiles: what is found is what it says, and true."""

import random
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from service.game import Board, Player, Rules, parse, render
from service.solver import Budget, Proof, Solver
from service.solver.analysis import Tile
from service.solver.static_proofs.pairings import find_pairing
from service.solver.static_proofs.static_proof import find_static_proof
from service.solver.static_proofs.tiles import (
    LAYOUTS,
    SETS,
    find_tiling,
    is_sound,
    lay_out,
    tile_of,
)
from tests.solver.checks import (
    check_bounds,
    check_drawn_by,
    check_exact,
    check_tiles,
    check_variation,
    contents_of,
)
from tests.solver.engines import BY_ENGINES
from tests.support.positional_games import maker_wins, open_sets, scattered_stones
from tests.support.positions import Position, random_positions
from tests.support.reference import Reference
from tests.support.sampling import enough

EMPTY = [
    (14, 14, 8), (15, 15, 8), (19, 19, 8), (50, 50, 8), (40, 11, 8), (13, 30, 8), (15, 15, 9),
    (20, 20, 10), (30, 12, 13),
]  # fmt: skip
SMALL = [(8, 8, 8), (9, 3, 8), (3, 11, 8), (8, 2, 8), (12, 1, 8), (10, 3, 9), (4, 12, 10)]


@pytest.fixture
def no_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave everything to tiles, on small boards too."""
    monkeypatch.setattr("service.solver.static_proofs.static_proof.CELLS", 0)
    monkeypatch.setattr("service.solver.static_proofs.static_proof.find_pairing", lambda *_: None)


def tiling_of(*tiles: Tile, first_move: int | None = None) -> Proof:
    """Return a tiling, whether or not it is sound."""
    return Proof("tiling", first_move=first_move, tiles=tiles)


def against(
    game: Reference, cells: str, side: Player
) -> tuple[Board, NDArray[np.uint8], NDArray[np.uint8]]:
    """Return what the finder is asked to keep `side`, which is to move, off all its lines."""
    board = Board(Rules(game.width, game.height, game.row_length), to_move=side)
    contents = contents_of(cells, side)
    return board, contents, (contents[board.geometry.lines] != 2).all(axis=1).astype(np.uint8)


def test_tiles_are_laid_in_every_way_once() -> None:
    """Symmetries of the board lead from one layout to another, and no two are the same."""

    def sets_of(layout: tuple[bool, bool, int, int], images: NDArray[np.int64]) -> object:
        tiles, places, count = lay_out(Rules(12, 12, 8), layout)
        whole = np.full((count, 12), -1)
        whole[tiles, places] = images
        sets = [frozenset(row[list(each)].tolist()) for row in whole for each in SETS]
        return frozenset(each for each in sets if -1 not in each)

    board = np.arange(144)
    known = {sets_of(layout, board) for layout in LAYOUTS}
    assert len(known) == len(LAYOUTS)
    square = board.reshape(12, 12)
    for images in (square[::-1], square[:, ::-1], square.T, np.rot90(square)):
        assert {sets_of(layout, images.reshape(-1)) for layout in LAYOUTS} == known


@pytest.mark.usefixtures("no_pairs")
@pytest.mark.parametrize("shape", EMPTY, ids=str)
def test_empty_boards(shape: tuple[int, int, int]) -> None:
    """Each is drawn at once, with a proof and with a whole game in which nobody has a line."""
    game, cells = Reference(*shape), "." * (shape[0] * shape[1])
    analysis = Solver(1).analyse(Position(game, cells, "X").board, Budget(nodes=1))
    check_drawn_by("tiling", analysis, game, cells)


@pytest.mark.parametrize(
    ("shape", "reach"),
    [((15, 15, 8), 3), pytest.param((13, 21, 8), 9, marks=pytest.mark.thorough)],
    ids=str,
)
def test_boards_with_stones(shape: tuple[int, int, int], reach: int) -> None:
    """Stones near the middle or anywhere; each kind of proof occurs."""
    game, chance, solver = Reference(*shape), random.Random(f"stones {shape}"), Solver(1)
    seen: Counter[str] = Counter()
    for stones in [1, 3, 5, 6, 8, 12, 16, 20, 24, 28] * 2:
        middle = [
            cell
            for cell in range(shape[0] * shape[1])
            if abs(cell // shape[0] - shape[1] // 2) <= reach
            and abs(cell % shape[0] - shape[0] // 2) <= reach
        ]
        board = Board(Rules(*shape))
        for cell in chance.sample(middle, stones):
            board = board.play(cell)
        cells = "".join(render(board))
        analysis = solver.analyse(board, Budget(nodes=1, best_only=True))
        proof = analysis.proof
        if proof is None or proof.method != "tiling":
            seen["none"] += 1
            continue
        check_drawn_by("tiling", analysis, game, cells)
        assert proof.first_move in (None, analysis.options[0].cell)
        seen["move" if proof.first_move is not None else "settled"] += 1
    assert seen["move"] >= 2, seen
    assert seen["settled"] + seen["none"] >= 2, seen


@pytest.mark.parametrize("paired", [1, 2])
def test_pairs_against_one_player_and_tiles_against_the_other(
    monkeypatch: pytest.MonkeyPatch, paired: int
) -> None:
    """A pair is then a tile of two cells."""

    def against_one(
        board: Board,
        contents: NDArray[np.uint8],
        needed: NDArray[np.uint8],
        may_move: bool,
        limit: int,
    ) -> Proof | None:
        if set(needed.tolist()) != {paired}:
            return None
        return find_pairing(board, contents, needed, may_move, limit)

    monkeypatch.setattr("service.solver.static_proofs.static_proof.find_pairing", against_one)
    game, cells = Reference(16, 16, 9), "." * 256
    analysis = Solver(1).analyse(Position(game, cells, "X").board, Budget(nodes=1))
    check_drawn_by("tiling", analysis, game, cells)
    assert analysis.proof is not None
    for number, player in enumerate("XO", 1):
        tiles = [tile for tile in analysis.proof.tiles if player in tile.against]
        assert all(len(tile.cells) == 2 for tile in tiles) == (number == paired)


def test_who_answers_in_the_tiles_never_loses() -> None:
    """The solver finds the tiles again at each move, whatever the opponent plays."""
    game, chance, solver = Reference(19, 19, 8), random.Random("answers in tiles"), Solver(1)
    board, moves = Board(Rules(19, 19, 8)), 0
    for _ in range(10):
        board = board.play(chance.choice(board.legal_moves))
        analysis = solver.analyse(board, Budget(nodes=1))
        assert analysis.options[0].assessment.bounds.lower == 0
        cells = "".join(render(board))
        known = find_static_proof(board, contents_of(cells, board.to_move), None)
        assert known.bounds is not None
        legal = known.bounds[0, board.legal_moves]
        assert legal.max() == 0
        moves += legal.min() < 0
        board = board.play(analysis.options[0].cell)
        tiling = find_tiling(
            *against(game, "".join(render(board)), board.to_move), 1, False, 1 << 30
        )
        assert tiling is not None
        check_tiles(tiling, game, "".join(render(board)), board.to_move, board.to_move)
    assert moves >= enough(5)


@pytest.mark.parametrize("shape", SMALL, ids=str)
def test_a_side_that_tiles_hold_does_not_win_the_weak_game(shape: tuple[int, int, int]) -> None:
    """Against brute force, with any stones."""
    game = Reference(*shape)
    seen: Counter[tuple[bool, bool]] = Counter()
    for cells in scattered_stones(game, 150, (2, 9), seed=30):
        tiling = find_tiling(*against(game, cells, "X"), 1, False, 1 << 40)
        wins = maker_wins(open_sets(game, cells, "X"), "Maker")
        seen[tiling is not None, wins] += 1
        if tiling is not None:
            assert tiling.first_move is None
            check_tiles(tiling, game, cells, "X", "X")
            assert not wins, game.rows(cells)
    assert seen[True, False] >= enough(20), seen
    assert seen[False, True] >= enough(5), seen


@pytest.mark.usefixtures("no_pairs")
@pytest.mark.parametrize("shape", [(8, 8, 8), (9, 8, 8), (3, 11, 8), (9, 3, 8)], ids=str)
def test_bounds_by_tiles_through_the_door(shape: tuple[int, int, int]) -> None:
    """On boards small enough for a plain search; with the table left by others."""
    solver, known = Solver(1), Counter[bool]()
    for position in random_positions(shape, (3, 7), 150, seed=33):
        board = position.board
        check_bounds(solver.analyse(board, Budget(nodes=1)), position)
        analysis = solver.analyse(board, Budget(nodes=BY_ENGINES))
        check_exact(analysis, position)
        check_variation(analysis, position)
        draw = find_static_proof(board, contents_of(position.cells, position.to_move), None)
        known[draw.proof is not None and draw.proof.method == "tiling"] += 1
    assert known[True] >= enough(3), known


def test_the_check_finds_what_is_wrong() -> None:
    game = Reference(15, 15, 8)
    board, contents, needed = against(game, "." * 225, "X")
    tiling = find_tiling(board, contents, needed, 1, False, 1)
    assert tiling is not None
    tiles = tiling.tiles

    def sound(*changed: Tile, first_move: int | None = None) -> bool:
        return is_sound(board, contents, needed, 1, tiling_of(*changed, first_move=first_move))

    assert sound(*tiles)
    assert not sound()
    spared = 0
    for index, tile in enumerate(tiles):
        spared += sound(*tiles[:index], *tiles[index + 1 :])
        assert not sound(*tiles, tile), "a cell in two tiles"
        both = tile_of(("X",), [*tile.sets, (tile.cells[0],)])
        assert not sound(*tiles[:index], both, *tiles[index + 1 :]), "a set that Maker gets"
        less = replace(tile, cells=tile.cells[1:])
        assert not sound(*tiles[:index], less, *tiles[index + 1 :]), "a set beyond the tile"
        contents[tile.cells[0]] = 1
        assert not sound(*tiles), "two moves in one tile"
        contents[tile.cells[0]] = 0
    assert spared < len(tiles) // 2, "lines without a set"


def test_a_first_move_is_on_no_stone() -> None:
    """It serves the lines through it, and tiles hold that would not without it."""
    game = Reference(15, 15, 8)
    board, contents, needed = against(game, "." * 225, "X")
    through = needed * (board.geometry.lines == 112).any(axis=1)
    assert is_sound(board, contents, through, 1, tiling_of(first_move=112))
    assert not is_sound(board, contents, needed, 1, tiling_of(first_move=112)), "lines elsewhere"
    for side in (1, 2):
        contents[112] = side
        assert not is_sound(board, contents, through, 1, tiling_of(first_move=112))
    contents[112] = 1
    pair = tile_of(("X",), [(112, 113)])
    nothing = np.zeros_like(needed)
    assert not is_sound(board, contents, nothing, 1, tiling_of(pair))
    assert is_sound(board, contents, nothing, 1, tiling_of(pair, first_move=113))


def test_shorter_rows_have_no_tiles() -> None:
    assert find_tiling(*against(Reference(15, 15, 7), "." * 225, "X"), 1, False, 1 << 30) is None


@pytest.mark.parametrize("seed", [None, 1, 2, 3])
def test_where_a_proof_begins_comes_before_its_equals(seed: int | None) -> None:
    """All options draw, but only by beginning at one of them is it shown without a search."""
    rows = [
        "..OX.OX.XO.X..O", "...OXOO..X.O.X.", ".XXO..OXOXXO.O.", "OO.OXX..OXOXXXO",
        "X..XO.OOXX.XOXX", ".XO.O.X.XO...XO", "O.XXXOOO.X.XOX.", "X.OO.X.XOX..OOX",
        ".OX.OXOXXOXOXXO", "...OX..OXOXO.O.", ".XOO..XOO.OX.O.", "O..XXO...XO.O.X",
        "XO.OXXXO..XO...",
    ]  # fmt: skip
    analysis = Solver(1).analyse(parse(rows, 5, "X"), Budget(nodes=200_000, seed=seed))
    assert analysis.proof is not None
    assert analysis.proof.first_move == analysis.options[0].cell == 70
    assert sum(option.assessment.value == 0 for option in analysis.options) > 60
