"""`make sbom`: what the service is made of, as CycloneDX JSON.

The lock file tells names, versions and hashes; what is installed tells the licences.
"""

import importlib.metadata
import json
import sys
from contextlib import suppress
from typing import Any

from tests.support.programs import printed
from tests.support.project import ROOT

OSI = "License :: OSI Approved :: "


def bill_of_materials() -> Any:
    """Return the document; what is locked for other Pythons or systems has no licence."""
    written = printed(
        sys.executable, "-W", "ignore", "-m", "cyclonedx_py", "requirements",
        "--output-reproducible", "--pyproject", "pyproject.toml", "requirements.lock", folder=ROOT,
    )  # fmt: skip
    document = json.loads(written)
    for component in document["components"]:
        with suppress(importlib.metadata.PackageNotFoundError):
            component["licenses"] = _licences(importlib.metadata.metadata(component["name"]))
    return document


def _licences(metadata: importlib.metadata.PackageMetadata) -> list[dict[str, Any]]:
    if "License-Expression" in metadata:
        return [{"expression": metadata["License-Expression"]}]
    classifiers = metadata.get_all("Classifier") or []
    names = [each.removeprefix(OSI) for each in classifiers if each.startswith(OSI)]
    return [{"license": {"name": name}} for name in names or [metadata["License"]]]


if __name__ == "__main__":
    sys.stdout.write(json.dumps(bill_of_materials(), indent=2) + "\n")
