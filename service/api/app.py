"""The application factory."""

from __future__ import annotations

from flask import Flask
from flask_cors import CORS

from service.api.documents import document_routes
from service.api.errors import register_errors
from service.api.health import health_routes
from service.api.last_headers import SERVER_TIMING
from service.api.lifecycle import Lifecycle
from service.api.move import move_routes
from service.api.moves import moves_routes
from service.api.pages import page_routes
from service.api.scrape import scrape_routes
from service.api.slots import Slots
from service.api.solving import new_solver
from service.api.thinker import Thinker
from service.api.watch import Watch
from service.settings import Settings
from service.solver import Solver


def create_app(settings: Settings, solver: Solver | None = None) -> Flask:
    """The application; without a solver it makes one of its own."""
    solver = solver or new_solver(settings)
    lifecycle = Lifecycle()
    thinker = Thinker(solver, Slots(settings.solver_slots, settings.queue_length), lifecycle)
    app = Flask(__name__, static_folder=None)
    # A redirect would be a success without a body of ours; `//move` is simply not found.
    app.url_map.merge_slashes = False
    register_errors(app)
    CORS(
        app,
        origins=settings.allowed_origins,
        expose_headers=["X-Request-Id", SERVER_TIMING, "Retry-After", "ETag"],
    )
    app.register_blueprint(move_routes(settings, thinker))
    app.register_blueprint(moves_routes(settings, thinker))
    app.register_blueprint(health_routes(solver))
    app.register_blueprint(scrape_routes())
    app.register_blueprint(document_routes(settings))
    app.register_blueprint(page_routes())
    app.wsgi_app = Watch(app.wsgi_app, settings, solver)  # type: ignore[method-assign]
    return app
