"""Searches on many machines: the workers of a Dask cluster search positions as jobs."""

from service.research.cluster import checkpoint
from service.research.cluster.coordinator import ClusterError, connected
from service.research.cluster.search import JobSearch
from service.research.cluster.solver import ClusterProgress, ClusterSolver, unfit

__all__ = [
    "ClusterError", "ClusterProgress", "ClusterSolver", "JobSearch", "checkpoint", "connected",
    "unfit",
]  # fmt: skip
