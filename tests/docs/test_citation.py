"""`CITATION.cff` agrees with the package that it cites."""

import tomllib
from typing import Any

import yaml

from service import __version__
from tests.docs.documents import ROOT

CITATION: dict[str, Any] = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def test_it_cites_this_version_of_this_package() -> None:
    assert CITATION["cff-version"] == "1.2.0"
    assert CITATION["title"] == PROJECT["name"]
    assert str(CITATION["version"]) == __version__
    assert CITATION["license"] == PROJECT["license"]
    assert CITATION["authors"] == PROJECT["authors"]
    assert CITATION["message"]
