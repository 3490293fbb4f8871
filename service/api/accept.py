"""Whether a client can take the answer it would get."""

from __future__ import annotations

from flask import Request

from service.api.problems import ProblemError


def require_json_accepted(request: Request) -> None:
    """A 406 problem when the `Accept` header admits no application/json."""
    if request.environ.get("HTTP_ACCEPT", "") in ("", "*/*", "application/json"):
        return
    quality = {"application/json": -1.0, "application/*": -1.0, "*/*": -1.0}
    for media_type, weight in request.accept_mimetypes:
        name = media_type.split(";")[0].strip().lower()
        if name in quality:
            quality[name] = max(quality[name], weight)
    most_specific = next((weight for weight in quality.values() if weight >= 0), 0.0)
    if most_specific == 0:
        raise ProblemError("not_acceptable", "Answers are application/json; accept that.")
