"""The name of a build of the service: of all that computes and writes its answers.

Two builds of one version may list equal options in another order, or write an answer otherwise. So
what clients and the shared cache keep, they keep under the name of the build.
"""

from functools import cache
from pathlib import Path

from service.solver.compiling import digest_of

SERVICE = Path(__file__).parent
FLOORS = ("game", "solver", "sharing", "players", "api")
"""The floors between a question and its answer."""


@cache
def build_name() -> str:
    """Return a digest of the sources of these floors and of the data that they read."""
    kinds = ("py", "json")
    return digest_of(SERVICE, *(f"{floor}/**/*.{kind}" for floor in FLOORS for kind in kinds))
