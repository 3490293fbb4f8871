"""Searches on many machines: positions are handed out to the workers of a Dask cluster."""

from service.cluster import checkpoint
from service.cluster.coordinator import ClusterError, connected
from service.cluster.search import JobSearch
from service.cluster.solver import ClusterProgress, ClusterSolver, unfit

__all__ = [
    "ClusterError", "ClusterProgress", "ClusterSolver", "JobSearch", "checkpoint", "connected",
    "unfit",
]  # fmt: skip
