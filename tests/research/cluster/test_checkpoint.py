"""Trees on disk: the search goes on from them, and what cannot be trusted is refused."""

from pathlib import Path

import pytest

from service.game import Board, Rules
from service.research.cluster import checkpoint
from service.research.cluster import search as job_search
from service.research.cluster.job import Memory
from service.research.cluster.search import JobSearch
from service.solver.memory.checkpoint import CheckpointError
from tests.research.cluster.jobs import work
from tests.support.sampling import chance_of

BOARD = Board(Rules(5, 5, 4))
JOBS = 3
"""The number of jobs of a search that has no answer yet."""


@pytest.fixture
def kept(tmp_path: Path) -> tuple[Path, JobSearch]:
    """Provide a search that has begun, in a file."""
    search = JobSearch(BOARD)
    work(search, Memory(1), 2, chance_of("checkpoint"), JOBS)
    path = tmp_path / "trees"
    checkpoint.save(path, search)
    return path, search


def shape(search: JobSearch) -> list[object]:
    """Return all that its trees say."""
    return [
        [
            (node.stones, node.attacks, node.numbers, node.free, node.under_way,
             [child.stones for child in node.children],
             sorted(parent.stones for parent in node.parents))
            for node in tree.nodes
        ]
        for tree in search.trees
    ]  # fmt: skip


def test_a_search_goes_on_from_its_file(kept: tuple[Path, JobSearch]) -> None:
    path, search = kept
    assert search.bounds.value is None
    resumed = JobSearch(BOARD)
    checkpoint.load(path, resumed)
    assert shape(resumed) == shape(search)
    assert (resumed.jobs, resumed.nodes) == (search.jobs, search.nodes)
    assert list(path.parent.iterdir()) == [path]
    for each in (search, resumed):
        work(each, Memory(1), 2, chance_of("go on"))
        assert each.bounds.value == 0
    checkpoint.save(path, resumed)
    known = JobSearch(BOARD)
    checkpoint.load(path, known)
    assert known.bounds.value == 0


def test_a_job_under_way_is_to_be_done_again(tmp_path: Path) -> None:
    search, path = JobSearch(BOARD), tmp_path / "trees"
    first = [search.next_task(2), search.next_task(2)]
    assert search.next_task(2) is None, "there are two trees, and each has but its root"
    checkpoint.save(path, search)
    resumed = JobSearch(BOARD)
    checkpoint.load(path, resumed)
    again = [resumed.next_task(2), resumed.next_task(2)]
    assert [task and task.question for task in again] == [task and task.question for task in first]


def test_damage_is_refused(kept: tuple[Path, JobSearch]) -> None:
    path, _ = kept
    whole = path.read_bytes()
    chance = chance_of("damage")
    damaged = [whole[:size] for size in (0, 1, len(whole) // 2, len(whole) - 2)]
    damaged += [b"[" * 100_000 + b"\n" + whole]
    for _ in range(50):
        place = chance.randrange(len(whole) - 1)
        damaged.append(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
    for each in [*damaged, b"\xff\xfe", b"{}\n[]\n", whole + b"more\n"]:
        path.write_bytes(each)
        with pytest.raises(CheckpointError, match="no checkpoint of a cluster, or it is damaged"):
            checkpoint.load(path, JobSearch(BOARD))


@pytest.mark.parametrize(
    ("board", "told"),
    [
        (Board(Rules(5, 5, 5)), "with 4 in a row, X to move"),
        (Board(Rules(5, 5, 4), to_move="O"), "X to move"),
        (BOARD.play(0), r"\.\.\.\.\./\.\.\.\.\./"),
    ],
)
def test_another_position_is_refused(kept: tuple[Path, JobSearch], board: Board, told: str) -> None:
    with pytest.raises(CheckpointError, match=f"is of another position: .*{told}"):
        checkpoint.load(kept[0], JobSearch(board))


def test_small_jobs_make_deep_trees_that_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job_search, "LEAST_NODES", 64)
    search, path = JobSearch(Board(Rules(4, 4, 3))), tmp_path / "trees"
    memory, chance = Memory(1), chance_of("stages")
    while search.bounds.value is None:
        work(search, memory, 3, chance, search.jobs + 1)
        checkpoint.save(path, search)
        resumed = JobSearch(search.board)
        checkpoint.load(path, resumed)
        assert shape(resumed) == shape(search)
        search = resumed
    assert search.bounds.value == 1
