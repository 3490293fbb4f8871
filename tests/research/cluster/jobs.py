"""Doing the jobs of a search in this process, in any order, as a cluster might."""

import random

from service.research.cluster.job import Memory
from service.research.cluster.search import JobSearch, Task


def work(
    search: JobSearch, memory: Memory, workers: int, chance: random.Random, jobs: int = 1 << 30
) -> None:
    """Do jobs until the value is proven, or so many are done.

    Some are under way at once; some get lost on the way.
    """
    tasks: list[Task] = []
    while search.bounds.value is None and search.jobs < jobs:
        while len(tasks) < workers and (task := search.next_task()):
            tasks.append(task)
        task = tasks.pop(chance.randrange(len(tasks)))
        lost = chance.random() < 0.1
        search.take(task, None if lost else memory.work(task.question, task.nodes, lambda: True))
    for task in tasks:
        search.take(task, None)
