"""The application factory, which puts all parts together as the settings say."""

from flask import Flask, request
from werkzeug.exceptions import NotFound

from service.api.admission.address import ClientNames, ForwardedAddress
from service.api.admission.analysis_service import AnalysisService
from service.api.admission.lifecycle import Lifecycle
from service.api.admission.places import Places
from service.api.http.problems import register_errors
from service.api.routes.batch import batch_routes
from service.api.routes.contract import contract_routes
from service.api.routes.health import health_routes
from service.api.routes.move import move_routes
from service.api.routes.pages import page_routes
from service.api.routes.picture import picture_routes
from service.api.routes.puzzle import puzzle_routes
from service.api.routes.qr import qr_routes
from service.api.routes.sheet import sheet_routes
from service.api.routes.solve import solve_routes
from service.api.telemetry import metrics
from service.api.telemetry.access_log import begin_failures
from service.api.telemetry.middleware import Middleware
from service.questions.in_process import new_solver
from service.settings import Settings
from service.sharing import Event
from service.solver import Solver


def create_app(settings: Settings, solver: Solver | None = None) -> Flask:
    """Return the application; without a `solver` it makes one of its own.

    To stop it, call `drain` of `app.extensions["lifecycle"]` first, and at last `abort_searches`.
    """
    solver = solver or new_solver(settings, count_event)
    lifecycle = Lifecycle()
    analyses = new_analysis_service(settings, solver, lifecycle)
    app = Flask(__name__, static_folder=None)
    app.extensions["lifecycle"] = lifecycle
    addresses = ForwardedAddress(settings.proxies)
    names = ClientNames(settings.log_key.get_secret_value())
    app.extensions["client_name"] = lambda *said: names.name(addresses.address(*said))
    # `//move` is not found: a redirect would be a success without the body of the contract.
    app.url_map.merge_slashes = False
    app.before_request(_refuse_leading_slashes)
    register_errors(app)
    app.register_blueprint(move_routes(settings, analyses))
    app.register_blueprint(batch_routes(settings, analyses))
    app.register_blueprint(solve_routes(settings, analyses))
    app.register_blueprint(picture_routes(settings))
    app.register_blueprint(qr_routes())
    app.register_blueprint(puzzle_routes())
    app.register_blueprint(sheet_routes(settings, analyses))
    app.register_blueprint(health_routes(solver, lifecycle))
    app.register_blueprint(contract_routes(settings))
    app.register_blueprint(page_routes(settings))
    begin_failures(
        (each.rule, method) for each in app.url_map.iter_rules() for method in each.methods or ()
    )
    app.wsgi_app = Middleware(  # type: ignore[method-assign]
        app.wsgi_app, settings, solver, addresses.address, names.name
    )
    return app


def _refuse_leading_slashes() -> None:
    """Find nothing at a path with more slashes in front, which werkzeug drops."""
    if request.environ["PATH_INFO"].startswith("//"):
        raise NotFound


def new_analysis_service(
    settings: Settings, solver: Solver, lifecycle: Lifecycle
) -> AnalysisService:
    """Return the solver as requests may use it, within the limits of the settings."""
    places = Places(settings.solver_slots, settings.queue_length, settings.share)
    return AnalysisService(
        solver, places, lifecycle, settings.most_waiting, settings.cores_per_worker
    )


def count_event(event: Event) -> None:
    """Count what came of asking the shared cache."""
    metrics.cache_events.labels(event).inc()
