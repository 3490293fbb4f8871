"""The HTTP surface, with a room for each concern. Its doors are `app.create_app` and `wsgi`.

Each room imports only those before it: `schemas`, `http`, `contract`, `telemetry`, `admission`,
`routes`, `app`. Beside the routes stands `server`, by which gunicorn and uvicorn serve the
application.
"""
