"""The HTTP surface, one room a concern. Its doors: `app.create_app`, and `wsgi` for a server.

Each room imports only those before it: `schemas`, `http`, `contract`, `telemetry`, `admission`,
`routes`, `app`. Beside the routes stands `server`, the gunicorn that serves the application.
"""
