"""Certificates: proven values as text that anyone can check without this solver."""

from service.research.certificates.certificates import NoCertificateError, by_search, certificate
from service.research.certificates.document import Node
from service.research.certificates.facts import Step
from service.research.certificates.strategy import ProvenFact, Strategy

__all__ = [
    "NoCertificateError",
    "Node",
    "ProvenFact",
    "Step",
    "Strategy",
    "by_search",
    "certificate",
]
