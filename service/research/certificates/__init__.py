"""Certificates: proven values as text that anyone can check without this solver."""

from service.research.certificates.certificates import NoCertificateError, certificate

__all__ = ["NoCertificateError", "certificate"]
