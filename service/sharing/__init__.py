"""Proven results shared between replicas: one door, `SharedStore`, a `Store` of the solver.

An entry is sealed with the secret of the replicas for its very key, and what carries that seal is
trusted. So a client that can write to the cache without knowing the secret can make the replicas
forget, but not make them say something wrong.
"""

from service.sharing.store import Event, NotSharedError, SharedStore

__all__ = ["Event", "NotSharedError", "SharedStore"]
