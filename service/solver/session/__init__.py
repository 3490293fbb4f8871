"""One analysis, from the quick probe to the conclusion: time slices for each engine in turn."""

from service.solver.session.opening import Opening
from service.solver.session.progress import Look, Observer, Progress
from service.solver.session.session import Session
from service.solver.session.threads import ThreadPool

__all__ = ["Look", "Observer", "Opening", "Progress", "Session", "ThreadPool"]
