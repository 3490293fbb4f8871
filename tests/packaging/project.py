"""Where the project lies and what it declares; shared by the tests of its packaging."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]


def declared(extras: list[str]) -> set[str]:
    """The names that pyproject.toml asks for, spelt as in a lock file."""
    project: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = list(project["dependencies"])
    for extra in extras:
        wanted += project["optional-dependencies"][extra]
    names = (re.split(r"[<>=!~\[; ]", requirement)[0] for requirement in wanted)
    return {re.sub(r"[-_.]+", "-", name).lower() for name in names}
