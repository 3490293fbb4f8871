"""What a search by jobs would gain from many workers: `python -m benchmarks.cluster 7 4 4`.

Every job is really done, one after the other and in the memory of the worker that would do it; the
processor time that it takes passes on the clock of that worker. So nothing is assumed of how the
workers would get on but how long the way to them takes. Without a cluster, and on a busy machine.
"""

import csv
import heapq
import time
from pathlib import Path
from typing import NamedTuple

import click

from service.game import Board, Rules
from service.research.cluster.job import Memory, Outcome, Question
from service.research.cluster.search import JobSearch, Task
from service.solver import Budget, Solver

TRIP_SECONDS = 0.005
"""From the end of a job to the begin of the next, if no worker is far away."""


class Run(NamedTuple):
    """One search with so many workers."""

    workers: int
    seconds: float
    """Until the value is proven."""
    nodes: int
    jobs: list["Job"]
    """Those that have been done to their end."""
    cancelled: int
    """Jobs that others have made superfluous."""


class Job(NamedTuple):
    """One job; ordered by its end."""

    end: float
    worker: int
    task: Task
    outcome: Outcome


def simulate(board: Board, workers: int, mebibytes: int) -> Run:
    """Return how a search of a position goes with so many workers, each with its own table."""
    search = JobSearch(board)
    memories = [Memory(mebibytes) for _ in range(workers)]
    idle, running, done = list(range(workers)), list[Job](), list[Job]()
    now, cancelled = 0.0, 0
    while search.bounds.value is None:
        while idle and (task := search.next_task(workers)):
            worker = idle.pop()
            outcome = memories[worker].work(task.question, task.nodes, lambda: True)
            heapq.heappush(
                running, Job(now + TRIP_SECONDS + outcome.seconds, worker, task, outcome)
            )
        done.append(heapq.heappop(running))
        now = done[-1].end
        idle.append(done[-1].worker)
        search.take(done[-1].task, done[-1].outcome)
        for job in [each for each in running if not search.wants(each.task)]:
            running.remove(job)
            idle.append(job.worker)
            search.take(job.task, None)
            cancelled += 1
        heapq.heapify(running)
    return Run(workers, now, search.nodes, done, cancelled)


def alone(board: Board, mebibytes: int) -> tuple[float, int]:
    """Return seconds of processor time and nodes of `solve` in one process with one thread."""
    solver, started = Solver(mebibytes), time.process_time()
    analysis = solver.analyse(board, Budget(best_only=True))
    return time.process_time() - started, analysis.search.nodes


def record(path: Path, runs: list[Run]) -> None:
    """Write the jobs of some searches as CSV."""
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["workers", "worker", "end", "seconds", "nodes", *Question._fields])
        for run in runs:
            for job in run.jobs:
                spent = f"{job.end:.4f}", f"{job.outcome.seconds:.4f}", job.outcome.nodes
                writer.writerow([run.workers, job.worker, *spent, *job.task.question])


@click.command()
@click.argument("sizes", nargs=3, type=click.IntRange(min=1), metavar="WIDTH HEIGHT ROW_LENGTH")
@click.option("--workers", multiple=True, type=click.IntRange(min=1), default=[1, 2, 10, 100])
@click.option("--table-mib", type=click.IntRange(min=1), default=8, help="Of each worker.")
@click.option("--record", "path", type=click.Path(path_type=Path), help="Write the jobs as CSV.")
def main(
    sizes: tuple[int, int, int], workers: tuple[int, ...], table_mib: int, path: Path | None
) -> None:
    """Simulate a search by jobs with so many workers."""
    board = Board(Rules(*sizes))
    Solver(1).warm_up()
    seconds, nodes = alone(board, table_mib)
    print(
        f"{'workers':>10} {'seconds':>8} {'speed-up':>8} {'jobs':>6} {'cancelled':>9} {'nodes':>12}"
    )
    print(f"{'no cluster':>10} {seconds:8.2f} {'':>8} {'':>6} {'':>9} {nodes:12,}")
    runs: list[Run] = []
    for count in workers:
        run = simulate(board, count, table_mib)
        runs.append(run)
        gain = runs[0].seconds / run.seconds
        jobs = f"{len(run.jobs):6} {run.cancelled:9} {run.nodes:12,}"
        print(f"{count:10} {run.seconds:8.2f} {gain:8.1f} {jobs}", flush=True)
    if path is not None:
        record(path, runs)


if __name__ == "__main__":
    main()
