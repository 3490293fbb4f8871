"""The name of a build of the service: of all that computes and writes its answers.

Two builds of one version may list equal options in another order, or write an answer otherwise. So
what clients and the shared cache keep, they keep under the name of the build.
"""

from functools import cache
from pathlib import Path

from service.solver.compiling import digest_of

SERVICE = Path(__file__).parent
APART = {"agents", "cli", "heaps", "research", "web"}
"""The folders that take no part between a question and its answer; all else does."""


@cache
def build_name() -> str:
    """Return a digest of all files but those of these folders: of sources, data and languages."""
    files = (file.relative_to(SERVICE) for file in SERVICE.rglob("*") if file.is_file())
    apart = APART | {"__pycache__"}
    return digest_of(SERVICE, *(str(file) for file in files if apart.isdisjoint(file.parts)))
