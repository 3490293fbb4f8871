"""The gunicorn worker: a thread is for a whole request, never for waiting for a client."""

from service.api.worker.worker import Worker

__all__ = ["Worker"]
