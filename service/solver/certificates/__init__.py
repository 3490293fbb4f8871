"""Certificates: proven values as text that anyone can check without this solver."""

from service.solver.certificates.certificates import NoCertificateError, by_search, certificate
from service.solver.certificates.document import Node
from service.solver.certificates.facts import Step
from service.solver.certificates.strategy import Strategy, Told

__all__ = ["NoCertificateError", "Node", "Step", "Strategy", "Told", "by_search", "certificate"]
