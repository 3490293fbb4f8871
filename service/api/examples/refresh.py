"""Asking the questions of the examples anew, each of a cold table."""

from __future__ import annotations

from typing import Any

from service.api.app import create_app
from service.api.examples import load_examples, save_example
from service.settings import Settings
from service.solver import Solver

TABLE_MEBIBYTES = 8


def answer_cold(request: dict[str, Any]) -> Any:
    """The answer of a fresh application with a small, empty table."""
    app = create_app(Settings.model_construct(), Solver(TABLE_MEBIBYTES))
    return app.test_client().post("/move", json=request).get_json()


def refresh() -> None:
    """Write today's answers into every example."""
    for name, example in load_examples().items():
        save_example(name, {**example, "response": answer_cold(example["request"])})
