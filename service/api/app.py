"""The application factory."""

from __future__ import annotations

from flask import Flask

from service.api.cors import register_cors
from service.api.documents import document_routes
from service.api.errors import register_errors
from service.api.health import health_routes
from service.api.lifecycle import Lifecycle
from service.api.move import move_routes
from service.api.moves import moves_routes
from service.api.pages import page_routes
from service.api.slots import Slots
from service.api.solving import new_solver
from service.api.telemetry.scrape import scrape_routes
from service.api.telemetry.watch import Watch
from service.api.thinker import Thinker
from service.settings import Settings
from service.solver import Solver


def create_app(settings: Settings, solver: Solver | None = None) -> Flask:
    """The application; without a solver it makes one of its own.

    Whoever stops it calls `drain` of `app.extensions["lifecycle"]` first.
    """
    solver = solver or new_solver(settings)
    lifecycle = Lifecycle()
    thinker = Thinker(solver, Slots(settings.solver_slots, settings.queue_length), lifecycle)
    app = Flask(__name__, static_folder=None)
    app.extensions["lifecycle"] = lifecycle
    # A redirect would be a success without a body of ours; `//move` is simply not found.
    app.url_map.merge_slashes = False
    register_errors(app)
    register_cors(app, settings.allowed_origins)
    for work in (move_routes(settings, thinker), moves_routes(settings, thinker)):
        work.before_request(lifecycle.refuse_work)
        app.register_blueprint(work)
    app.register_blueprint(health_routes(solver, lifecycle))
    app.register_blueprint(scrape_routes())
    app.register_blueprint(document_routes(settings))
    app.register_blueprint(page_routes())
    app.wsgi_app = Watch(app.wsgi_app, settings, solver)  # type: ignore[method-assign]
    return app
