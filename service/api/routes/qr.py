"""`GET /qr.svg`: a link of the page as a QR code, by which a phone opens what a screen shows."""

from io import BytesIO

import segno
from flask import Blueprint, Response, request

from service.api.http.link import parse_link
from service.api.http.negotiation import SVG, negotiate
from service.api.routes.picture import respond
from service.questions.reading import read_fields
from service.questions.schemas import QrRequest

QUIET = 4
"""The modules around a code that have to be empty (ISO/IEC 18004)."""


def qr_routes() -> Blueprint:
    """Return the route."""
    routes = Blueprint("qr", __name__)

    @routes.get("/qr.svg")
    def qr() -> Response:
        negotiate(request.environ, SVG)
        wanted = read_fields(QrRequest, parse_link(request.query_string))
        drawn = BytesIO()
        segno.make_qr(wanted.link).save(drawn, "svg", border=QUIET, light="#fff", omitsize=True)
        response = respond(drawn.getvalue())
        # No page elsewhere has its codes made here.
        response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
        return response

    return routes
