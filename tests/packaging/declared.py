"""Which packages the project declares."""

import re
import tomllib
from typing import Any

from service.extras import EXTRAS
from tests.support.project import ROOT

SERVICE_EXTRAS = sorted(set(EXTRAS.values()))
"""The extras of the service itself; others are for its tests and benchmarks."""


def declared(extras: list[str]) -> set[str]:
    """Return the packages that pyproject.toml asks for with extras, spelt as in a lock file."""
    project: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = list(project["dependencies"])
    for extra in extras:
        wanted += project["optional-dependencies"][extra]
    names = (re.split(r"[<>=!~\[; ]", requirement)[0] for requirement in wanted)
    return {re.sub(r"[-_.]+", "-", name).lower() for name in names}
