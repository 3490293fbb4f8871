"""The header fields that every response gets, whichever route makes it."""

from collections.abc import Iterable, Sequence
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from service.api.http.cors import CrossOrigin
from service.api.http.etag import caching_headers
from service.api.http.language import language_headers
from service.api.http.request_id import HEADER, request_id_of


class ResponseHeaders:
    """An application whose responses tell the request id, who may read and who may keep them."""

    def __init__(self, application: WSGIApplication, origins: Sequence[str]) -> None:
        """Pages of these `origins` may read the responses."""
        self._application = application
        self._cross_origin = CrossOrigin(origins)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Have the application answer, and add the fields."""

        def start(line: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            if all(name != "Cache-Control" for name, _ in headers):
                headers.extend(caching_headers(environ, int(line[:3])))
            headers.extend(language_headers(environ, int(line[:3])))
            headers.extend(self._cross_origin.headers(environ))
            headers.append((HEADER, request_id_of(environ)))
            return start_response(line, headers, *error)

        return self._application(environ, start)
