"""The examples of the contract: questions, and the real answers a cold table gives to them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent


def load_examples() -> dict[str, dict[str, Any]]:
    """Each example by name: its `summary`, `request` and `response`."""
    return {path.stem: json.loads(path.read_text()) for path in sorted(FOLDER.glob("*.json"))}


def save_example(name: str, example: dict[str, Any]) -> None:
    """Write an example back."""
    text = json.dumps(example, indent=2, ensure_ascii=False)
    (FOLDER / f"{name}.json").write_text(text + "\n")
