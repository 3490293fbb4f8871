"""The gunicorn worker and its configuration: `gunicorn -c python:service.api.server.config`.

A thread is for a whole request, never for waiting for a client.
"""
