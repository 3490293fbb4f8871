"""Proven results shared between replicas: one door, `SharedStore`, a `Store` of the solver.

An entry is checked when it is read: first that it was sealed with the secret, for this very key,
then that it is an analysis of this very position. So whoever can write to the cache can make it
forget, but not make it say something wrong.
"""

from service.sharing.store import Event, NotSharedError, SharedStore

__all__ = ["Event", "NotSharedError", "SharedStore"]
