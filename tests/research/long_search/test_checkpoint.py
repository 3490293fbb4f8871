"""Checkpoints: a search goes on where it was, and a file that is not right is refused whole."""

import json
import random
import zipfile
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from service.game import Board, Rules
from service.research.long_search import checkpoint
from service.research.long_search.checkpoint import CheckpointError
from service.solver import Budget, Solver
from service.solver.lines.encodings import keys_of_rules
from service.solver.memory.kernels import table as tt
from service.solver.memory.transposition import TranspositionTable
from tests.solver.checks import check_exact
from tests.solver.engines import nothing_proven
from tests.support.positions import random_positions

RULES = Rules(5, 5, 4)
BOARD = Board(RULES)
ENOUGH = 1_000_000
"""A limit of nodes makes searches repeatable; this one is never reached."""


@pytest.fixture(scope="module")
def half_way() -> Solver:
    """Provide a solver that was stopped on the way to a draw."""
    cold = Solver(2).analyse(BOARD, Budget(nodes=ENOUGH)).search.nodes
    solver = Solver(2)
    assert not solver.analyse(BOARD, Budget(nodes=cold // 2)).search.complete
    return solver


@pytest.fixture(scope="module")
def saved(half_way: Solver, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Provide its checkpoint."""
    path = tmp_path_factory.mktemp("saved") / "half_way.npz"
    checkpoint.save(path, half_way.table, RULES)
    return path


def loaded(path: Path, rules: Rules = RULES) -> Solver:
    """Return a solver that goes on from a checkpoint."""
    solver = Solver(2)
    checkpoint.load(path, solver.table, rules)
    return solver


def check_refused(path: Path, message: str, rules: Rules = RULES, mebibytes: int = 2) -> None:
    """Check that loading fails with the message, and leaves nothing in the table."""
    table = TranspositionTable(mebibytes)
    with pytest.raises(CheckpointError, match=message):
        checkpoint.load(path, table, rules)
    assert not table.entries.any()
    assert not table.proof_numbers.any()


def contents(path: Path) -> dict[str, np.ndarray]:
    """Return the arrays of a checkpoint; it is an archive that numpy reads."""
    with np.load(path, allow_pickle=False) as archive:
        return dict(archive)


def test_the_search_goes_on_where_it_was(saved: Path, tmp_path: Path) -> None:
    cold = Solver(2).analyse(BOARD, Budget(nodes=ENOUGH))
    warm = loaded(saved)
    resumed = warm.analyse(BOARD, Budget(nodes=ENOUGH))
    assert resumed.assessment == cold.assessment
    assert {each.cell: each.assessment for each in resumed.options} == {
        each.cell: each.assessment for each in cold.options
    }
    assert resumed.search.nodes < cold.search.nodes
    checkpoint.save(tmp_path / "done", warm.table, RULES)
    again = loaded(tmp_path / "done")
    assert again.analyse(BOARD, Budget(nodes=ENOUGH)).search.nodes < cold.search.nodes / 2


@pytest.mark.parametrize(
    ("shape", "share", "empty"),
    [((3, 3, 3), 0.3, (1, 9)), ((3, 3, 3), 0.9, (1, 9)), ((5, 5, 4), 0.2, (5, 8)),
     ((5, 5, 4), 0.7, (5, 8)), ((4, 4, 3), 0.5, (4, 9))],
    ids=str,
)  # fmt: skip
def test_what_is_carried_over_is_true(
    tmp_path: Path, shape: tuple[int, int, int], share: float, empty: tuple[int, int]
) -> None:
    """3x3 and 5x5 with four are won where nobody counters, and drawn: no field is worth more.

    A search is stopped on its way, saved and loaded, and then asked about the board and about
    positions that it may have met; and so is a plain negamax.
    """
    rules, path = Rules(*shape), tmp_path / "half_way"
    board = Board(rules)
    nodes = Solver(2).analyse(board, Budget(nodes=ENOUGH)).search.nodes
    stopped, proven = Solver(2), nothing_proven(board)
    stopped.analyse(board, Budget(nodes=int(share * nodes)), proven=proven)
    checkpoint.save(path, stopped.table, rules, proven)
    warm, carried = Solver(2), nothing_proven(board)
    checkpoint.load(path, warm.table, rules, carried)
    assert np.array_equal(carried.lower, proven.lower)
    assert np.array_equal(carried.upper, proven.upper)
    assert warm.table.entries.any()
    for position in random_positions(shape, empty, 40, seed=81):
        asked = position.board
        check_exact(warm.analyse(asked, Budget()), position)
    drawn = shape != (4, 4, 3)
    found = warm.analyse(board, Budget(nodes=ENOUGH), proven=carried)
    assert found.search.complete
    assert found.assessment.value == (0 if drawn else 1)
    if drawn:
        assert {option.assessment.value for option in found.options} == {0}


@pytest.mark.parametrize("shape", [(4, 4, 3), (5, 5, 4)], ids=str)
def test_what_is_settled_in_small_steps_is_exact(shape: tuple[int, int, int]) -> None:
    """Each step knows nothing but what those before have settled."""
    for position in random_positions(shape, (6, 9), 15, seed=17):
        board = position.board
        proven = nothing_proven(board)
        for nodes in count(8, 8):
            analysis = Solver(1).analyse(board, Budget(nodes=nodes), proven=proven)
            if analysis.whole:
                break
        check_exact(analysis, position)


def test_options_of_another_position_are_left_alone(tmp_path: Path) -> None:
    solver, proven = Solver(2), nothing_proven(BOARD)
    solver.analyse(BOARD, Budget(nodes=100), proven=proven)
    checkpoint.save(tmp_path / "one", solver.table, RULES, proven)
    for board in (BOARD, BOARD.play(0), Board(RULES, to_move="O")):
        known = nothing_proven(board)
        checkpoint.load(tmp_path / "one", TranspositionTable(2), RULES, known)
        kept = proven if board == BOARD else nothing_proven(board)
        assert np.array_equal(known.snapshot(), kept.snapshot())
    assert not np.array_equal(proven.snapshot(), nothing_proven(BOARD).snapshot())


def test_nothing_is_lost_and_nothing_else_is_kept(half_way: Solver, saved: Path) -> None:
    table = loaded(saved).table
    assert table.entries.any()
    assert np.array_equal(table.entries, half_way.table.entries)
    assert np.array_equal(table.proof_numbers, half_way.table.proof_numbers)


def test_other_games_and_torn_entries_stay_behind(half_way: Solver, tmp_path: Path) -> None:
    """Keys of parts of larger boards name another game in the next process."""
    solver = Solver(2)
    solver.table.entries[:] = half_way.table.entries
    key = solver.table.private_keys()[0]
    tt.store(solver.table.entries, np.uint64(1), np.uint64(2), key, 0, 0, 1 << 40)
    solver.analyse(Board(Rules(4, 4, 4)), Budget(nodes=2_000))
    slots = solver.table.entries.reshape(-1, 4)
    torn = np.flatnonzero(slots[:, tt.DATA] != 0)[7]
    slots[torn, 0] ^= np.uint64(1)
    path = tmp_path / "mixed"
    checkpoint.save(path, solver.table, RULES)
    data = loaded(path).table.entries.reshape(-1, 4)[:, tt.DATA]
    keys = np.unique(data[data != 0] >> np.uint64(64 - tt.KEY_BITS))
    assert set(keys.tolist()) <= set(keys_of_rules(RULES).tolist())
    assert 0 < np.count_nonzero(data) < np.count_nonzero(slots[:, tt.DATA])
    assert data[torn] == 0


def test_a_file_cut_short_is_refused(saved: Path, tmp_path: Path) -> None:
    whole = saved.read_bytes()
    path = tmp_path / "short"
    for share in (0.0, 0.01, 0.5, 0.9, 0.999):
        path.write_bytes(whole[: int(share * len(whole))])
        check_refused(path, "no checkpoint")


@pytest.mark.thorough
def test_no_flipped_bit_changes_the_table(saved: Path, tmp_path: Path) -> None:
    """Wherever it is: refused with nothing kept, or without effect on what is loaded."""
    expected = loaded(saved).table
    whole = saved.read_bytes()
    path = tmp_path / "flipped"
    chance = random.Random(1)
    refused = 0
    ends = [*range(100), *range(len(whole) - 400, len(whole))]
    for place in [*ends, *chance.sample(range(len(whole)), 100)]:
        flipped = bytearray(whole)
        flipped[place] ^= 1 << chance.randrange(8)
        path.write_bytes(flipped)
        table = TranspositionTable(2)
        try:
            checkpoint.load(path, table, RULES)
        except CheckpointError:
            refused += 1
            assert not table.entries.any()
        else:
            assert np.array_equal(table.entries, expected.entries)
            assert np.array_equal(table.proof_numbers, expected.proof_numbers)
    assert refused > 200


def test_what_is_no_file_is_refused_unread(tmp_path: Path) -> None:
    """A device may have no end."""
    for path in (Path("/dev/zero"), tmp_path):
        check_refused(path, "is no file")


def flipped(array: np.ndarray, *place: int) -> np.ndarray:
    """Return a copy of an array with the lowest bit changed at a place, or everywhere."""
    copy = array.copy()
    copy[place] ^= np.uint64(1)
    return copy


def test_contents_that_do_not_fit_the_checksums_are_refused(saved: Path, tmp_path: Path) -> None:
    """Without compression a changed bit makes no other fault."""
    path = tmp_path / "poisoned.npz"
    np.savez(path, **contents(saved))  # type: ignore[arg-type]
    whole, numbers = path.read_bytes(), contents(saved)["numbers_0"].tobytes()
    place = whole.index(numbers)
    path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
    check_refused(path, "its checksums are not those of its contents")


def test_damaged_entries_and_those_of_another_game_are_refused(saved: Path, tmp_path: Path) -> None:
    arrays, path = contents(saved), tmp_path / "forged.npz"
    other = Solver(2)
    other.analyse(Board(Rules(4, 4, 4)), Budget(nodes=2_000))
    checkpoint.save(path, other.table, Rules(4, 4, 4))
    foreign = {name: array for name, array in contents(path).items() if name != "header"}
    damaged = {"entries_0": flipped(arrays["entries_0"], 3, 1 + tt.DATA)}
    for changes in (damaged, foreign):
        np.savez(path, **arrays | changes)  # type: ignore[arg-type]
        check_refused(path, "entries that are damaged")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"format": 3}, "has format 3 of checkpoints; this version reads 4"),
        ({"kernels": "0"}, "another version of the solver"),
        ({"keys": [1, 2, 3]}, "another version of the solver"),
        ({"rules": None}, "no checkpoint"),
        ({"format": None}, "format"),
    ],
)
def test_what_does_not_fit_is_refused(
    saved: Path, tmp_path: Path, changes: dict[str, Any], message: str
) -> None:
    arrays = contents(saved)
    header = json.dumps(json.loads(arrays["header"].tobytes()) | changes).encode()
    path, arrays["header"] = tmp_path / "changed.npz", np.frombuffer(header, np.uint8)
    np.savez(path, **arrays)  # type: ignore[arg-type]
    check_refused(path, message)


def test_a_table_of_another_size_or_game_is_refused(saved: Path, tmp_path: Path) -> None:
    check_refused(saved, "is of a table of 2 MiB, this one has 4 MiB", mebibytes=4)
    checkpoint.save(tmp_path / "wide", TranspositionTable(2), Rules(6, 4, 4))
    check_refused(tmp_path / "wide", "is of another game: 6x4, 4 in a row", rules=Rules(4, 6, 4))


def test_other_archives_are_refused(saved: Path, tmp_path: Path) -> None:
    arrays, path = contents(saved), tmp_path / "strange.npz"
    for changes in (
        {"entries_0": arrays["entries_0"].astype(np.float64)},
        {"entries_0": arrays["entries_0"] + np.array([1 << 40, 0, 0, 0, 0], np.uint64)},
    ):
        np.savez(path, **arrays | changes)
        check_refused(path, "checkpoint|something other")
    np.savez(path, header=np.arange(3), digest=np.arange(3))
    check_refused(path, "checkpoint|something other")
    np.savez(path, **arrays)  # type: ignore[arg-type]
    with zipfile.ZipFile(path, "a") as archive, archive.open("entries_9.npy", "w") as file:
        np.save(file, np.array([{}], object), allow_pickle=True)
    check_refused(path, "checkpoint|something other")
