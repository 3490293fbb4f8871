"""`python -m benchmarks.cluster`: a search by jobs with as many workers as one likes."""

import csv
from pathlib import Path

from benchmarks.cluster import TRIP_SECONDS, record, simulate
from service.game import Board, Rules


def test_every_job_is_done_by_one_worker_after_the_other(tmp_path: Path) -> None:
    path, board = tmp_path / "jobs.csv", Board(Rules(5, 5, 4))
    runs = [simulate(board, count, mebibytes=1) for count in (1, 3)]
    record(path, runs)
    with path.open(newline="") as file:
        jobs = list(csv.DictReader(file))
    assert len(jobs) == sum(len(run.jobs) for run in runs)
    for run in runs:
        ends = {str(worker): 0.0 for worker in range(run.workers)}
        for job in (each for each in jobs if int(each["workers"]) == run.workers):
            begun = float(job["end"]) - float(job["seconds"]) - TRIP_SECONDS
            assert begun >= ends[job["worker"]] - 0.001, "it has done its last job before"
            ends[job["worker"]] = float(job["end"])
        assert all(ends.values()), "every worker has something to do"
        assert run.seconds == run.jobs[-1].end
