"""The page to play on at `/`, the contract to try at `/docs`, and the files of both.

Each file has two addresses. The pages name one in a folder that is called by the version of all
files, so that a browser may keep it for ever; what it imports is in it. By its plain name a file is
as it was written, and a browser asks each time whether it has changed.

The policies forbid a browser to load or to ask for anything from elsewhere.
"""

import gzip
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable

import flask_swagger_ui
from flask import Blueprint, Response, abort, request
from pydantic_core import to_json

from service.api.http.etag import respond_under
from service.api.routes.contract import limits_of
from service.api.routes.joining import joined_module, joined_sheet
from service.build import build_name
from service.languages import LANGUAGES, translations
from service.players import BY_STRENGTH, LEVELS, STRENGTHS
from service.settings import Settings

_SAME_ORIGIN = (
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "connect-src 'self'; script-src 'self'; "
)
PAGE_POLICY = (
    _SAME_ORIGIN + "style-src 'self'; img-src 'self'; manifest-src 'self'; "
    "require-trusted-types-for 'script'; trusted-types worker"
)
DOCS_POLICY = _SAME_ORIGIN + "style-src 'self'; img-src 'self' data:"
"""The policy of Swagger UI, which brings its icons as data."""

WEB = files("service") / "web"
PAGE, DOCS_PAGE = "index.html", "docs.html"
SWAGGER_FILES = ("swagger-ui.css", "swagger-ui-bundle.js")
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
}
"""The media types by ending: the table of the system may lack a type or have it wrong."""
CATALOGUES = tuple(f"{language}.json" for language in LANGUAGES[1:])
"""The page's translations; English needs none."""
SAID_ON_PAGE = ("service/web/", "service/players/levels/", "service/players/strength.py")
"""The files whose messages the page shows."""
VERSION_LENGTH = 16
ASK_EACH_TIME = "no-cache"
KEEP = "public, max-age=31536000, immutable"


@dataclass(frozen=True, slots=True)
class File:
    """A file as it is sent."""

    content: bytes
    media_type: str
    tag: str
    """The entity tag of the content."""
    policy: str
    """The `Content-Security-Policy`."""

    def respond(self, caching: str = ASK_EACH_TIME) -> Response:
        """Return the file, compressed for whoever accepts that, or 304 to a browser that has it."""
        content, tag = self.content, self.tag
        headers = {"Cache-Control": caching, **protecting(self.policy)}
        if request.accept_encodings["gzip"]:
            content, tag = _compressed(content), f"{tag}-gzip"
            headers["Content-Encoding"] = "gzip"
        response = Response(content, content_type=self.media_type, headers=headers)
        response.vary.add("Accept-Encoding")
        return respond_under(tag, response)


def protecting(policy: str) -> dict[str, str]:
    """Return the headers of a page with this `Content-Security-Policy`, or of a part of it."""
    return {
        "Content-Security-Policy": policy,
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
    }


def page_routes(settings: Settings) -> Blueprint:
    """Return the routes; the files are read now."""
    routes = Blueprint("pages", __name__)
    own = {
        path.name: _read(path, DOCS_POLICY if path.name == DOCS_PAGE else PAGE_POLICY)
        for path in WEB.iterdir()
        if _extension(path.name) in TYPES
    }
    own["levels.js"] = _as_file("levels.js", _levels_module(), PAGE_POLICY)
    languages = b"export const LANGUAGES = %b;\n" % to_json(LANGUAGES)
    own["languages.js"] = _as_file("languages.js", languages, PAGE_POLICY)
    limits = b"export const LIMITS = %b;\n" % to_json(limits_of(settings))
    own["limits.js"] = _as_file("limits.js", limits, PAGE_POLICY)
    version = _version(own)
    joined = own | {name: _joined(name, own) for name in ("app.js", "page.css")}
    shown = {
        name: _as_file(
            name,
            own[name].content.replace(b'"web/', b'"web/%b/' % version.encode()),
            own[name].policy,
        )
        for name in (PAGE, DOCS_PAGE)
    }
    swagger = {
        name: _read(files(flask_swagger_ui) / "dist" / name, DOCS_POLICY) for name in SWAGGER_FILES
    }

    @routes.get("/")
    def page() -> Response:
        return shown[PAGE].respond()

    @routes.get("/docs", strict_slashes=False)
    def docs() -> Response:
        if request.path.endswith("/"):
            # The page's links are relative, and so is this: a proxy may have put all under a path.
            return Response(status=308, headers={"Location": "../docs"})
        return shown[DOCS_PAGE].respond()

    @routes.get("/web/<name>")
    def file_of_a_page(name: str) -> Response:
        return _find(own, name).respond()

    @routes.get("/web/languages/<name>")
    def translations_of_the_page(name: str) -> Response:
        return _find_translations(name).respond()

    # Another version is that of another replica, while the service is replaced: a file of this one
    # is better than none.
    @routes.get(f"/web/<string(length={VERSION_LENGTH}):of>/<name>")
    def file_of_a_version(of: str, name: str) -> Response:
        response = _find(joined, name).respond(KEEP if of == version else ASK_EACH_TIME)
        # The worker of the page is in this folder, and the page it works for is not.
        response.headers["Service-Worker-Allowed"] = "../.."
        return response

    @routes.get(f"/web/<string(length={VERSION_LENGTH}):of>/languages/<name>")
    def translations_of_a_version(of: str, name: str) -> Response:
        return _find_translations(name).respond(KEEP if of == version else ASK_EACH_TIME)

    @routes.get("/docs/<name>")
    def file_of_swagger(name: str) -> Response:
        return _find(swagger, name).respond()

    return routes


def _find(folder: dict[str, File], name: str) -> File:
    return folder.get(name) or abort(404)


def _find_translations(name: str) -> File:
    return _translations(name) if name in CATALOGUES else abort(404)


def _read(path: Traversable, policy: str) -> File:
    """Return the file at `path`; raises KeyError if its type is not known."""
    return _as_file(path.name, path.read_bytes(), policy)


def _as_file(name: str, content: bytes, policy: str) -> File:
    """Return a file of this content; KeyError if the type that `name` ends in is not known."""
    return File(content, TYPES[_extension(name)], sha256(content).hexdigest()[:32], policy)


def _version(own: dict[str, File]) -> str:
    """Return a digest of these files and of the build, which has the translations."""
    tags = sorted((name, file.tag) for name, file in own.items())
    return sha256(to_json((build_name(), tags))).hexdigest()[:VERSION_LENGTH]


def _joined(name: str, own: dict[str, File]) -> File:
    """Return a module or a stylesheet with all that it imports."""
    texts = {each: file.content.decode() for each, file in own.items()}
    join = joined_sheet if _extension(name) == ".css" else joined_module
    return _as_file(name, join(name, texts).encode(), own[name].policy)


@cache
def _compressed(content: bytes) -> bytes:
    return gzip.compress(content, mtime=0)


def _levels_module() -> bytes:
    """Return a JavaScript module of the levels, the strongest first, and of the strengths.

    `LEVELS` has a name that children understand and a sentence for each level, `STRENGTHS` a
    sentence for each strength, from 1.
    """
    levels = {
        name: [LEVELS[name].friendly_name.render(), LEVELS[name].summary.render()]
        for name in BY_STRENGTH
    }
    return b"export const LEVELS = %b;\nexport const STRENGTHS = %b;\n" % (
        to_json(levels),
        to_json([level.summary.render() for level in STRENGTHS.values()]),
    )


@cache
def _translations(name: str) -> File:
    """Return one of the `CATALOGUES`: an object from English texts to their translations."""
    content = to_json(translations(name.removesuffix(".json"), *SAID_ON_PAGE))
    return _as_file(name, content, PAGE_POLICY)


def _extension(name: str) -> str:
    """Return the ending of a file's name, such as `.css`."""
    return "." + name.rpartition(".")[2]
