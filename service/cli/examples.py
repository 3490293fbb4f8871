"""Computes the answers of the examples in the contract, each with an empty table."""

from __future__ import annotations

from typing import Any

from service.api.app import create_app
from service.api.contract.examples import load_examples, save_example
from service.api.contract.operations import OPERATIONS
from service.settings import Settings
from service.solver import Solver

TABLE_MEBIBYTES = 8
HEADERS = {"X-Request-Id": "7f3a"}
"""A fixed request id, so that problems, which contain it, are always the same."""


def answer_cold(route: str, request: dict[str, Any]) -> Any:
    """Return the answer of a new application with a small, empty table."""
    app = create_app(Settings.model_construct(), Solver(TABLE_MEBIBYTES))
    return app.test_client().post(route, json=request, headers=HEADERS).get_json()


def refresh() -> None:
    """Write the current answers into all examples."""
    # Compiling or loading the kernels would count as thinking time.
    Solver(1).warm_up()
    for route in (row.path for row in OPERATIONS if row.request is not None):
        for name, example in load_examples(route).items():
            answer = answer_cold(route, example["request"])
            save_example(route, name, {**example, "response": answer})
