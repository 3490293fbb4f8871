"""The bill of materials is valid and complete, and every licence lets the service use the rest."""

import json
import re
from typing import Any

import pytest

from tests.packaging.test_locks import requirements
from tests.support.project import ROOT
from tools.sbom import bill_of_materials

pytestmark = pytest.mark.thorough
PERMISSIVE = {
    "0BSD", "Apache Software License", "Apache-2.0", "BSD", "BSD License", "BSD-2-Clause",
    "BSD-3-Clause", "CC0-1.0", "LLVM-exception", "MIT", "MIT License", "MIT-0", "PSF-2.0", "Zlib",
    # Of files, not of what uses them.
    "MPL-2.0", "Mozilla Public License 2.0 (MPL 2.0)",
}  # fmt: skip


@pytest.fixture(scope="module")
def document() -> Any:
    return bill_of_materials()


def test_it_is_valid(document: Any) -> None:
    from cyclonedx.schema import SchemaVersion  # It takes seconds, in every process of a run.
    from cyclonedx.validation.json import JsonStrictValidator

    validator = JsonStrictValidator(SchemaVersion.from_version(document["specVersion"]))
    assert validator.validate_str(json.dumps(document)) is None


def test_it_lists_what_is_locked_and_nothing_else(document: Any) -> None:
    locked = set()
    for requirement in requirements("requirements.lock"):
        name, version = re.split(r"==|[ ;]", requirement)[:2]
        locked.add((name, version, frozenset(re.findall(r"sha256:(\w+)", requirement))))
    listed = {
        (each["name"], each["version"], frozenset(hashes(each))) for each in document["components"]
    }
    assert listed == locked


def hashes(component: Any) -> list[str]:
    """Return the SHA-256 of each file that a component may be installed from."""
    return [
        digest["content"]
        for reference in component["externalReferences"]
        for digest in reference["hashes"]
    ]


def test_every_licence_is_known_and_permissive(document: Any) -> None:
    licensed = [each for each in document["components"] if "licenses" in each]
    assert len(licensed) > len(document["components"]) / 2
    for component in licensed:
        names = {word for licence in component["licenses"] for word in words(licence)}
        assert names, component["name"]
        assert names <= PERMISSIVE, component["name"]


def words(licence: Any) -> set[str]:
    """Return the licences it names; where one may choose, all that there are to choose from."""
    if "expression" in licence:
        return set(re.sub(r"[()]", "", licence["expression"]).split()) - {"AND", "OR", "WITH"}
    return {licence["license"]["name"]}


def test_the_licence_of_the_service_is_the_one_it_declares(document: Any) -> None:
    (licence,) = document["metadata"]["component"]["licenses"]
    assert licence["license"]["id"] == "MIT"
    assert (ROOT / "LICENSE").read_text().startswith("MIT License\n")
