"""The examples of the contract: questions, and the real answers a cold table gives to them.

Each route has a folder of its own.
"""

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent


def load_examples(route: str) -> dict[str, dict[str, Any]]:
    """Return the examples of a route by name, with `summary`, `request` and `response` each."""
    return {path.stem: json.loads(path.read_text()) for path in sorted(_folder(route).glob("*"))}


def save_example(route: str, name: str, example: dict[str, Any]) -> None:
    """Write an example back."""
    text = json.dumps(example, indent=2, ensure_ascii=False)
    (_folder(route) / f"{name}.json").write_text(text + "\n")


def _folder(route: str) -> Path:
    return FOLDER / route.strip("/")
