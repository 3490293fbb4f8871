"""Searches on many machines: the workers of a Dask cluster search positions as jobs."""

from service.research.cluster import checkpoint
from service.research.cluster.conclusion import conclude, quick_analysis
from service.research.cluster.coordinator import ClusterError, Coordinator, connected
from service.research.cluster.joining import FactRequests, joined
from service.research.cluster.search import JobSearch

__all__ = [
    "ClusterError",
    "Coordinator",
    "FactRequests",
    "JobSearch",
    "checkpoint",
    "conclude",
    "connected",
    "joined",
    "quick_analysis",
]
