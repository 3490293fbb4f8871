"""`openapi`: prints the contract, and computes the answers of its examples."""

from typing import Any

import click

from service.api.app import create_app
from service.api.contract import openapi30
from service.api.contract.examples import load_examples, save_example
from service.api.contract.openapi import VERSION, as_yaml, openapi_document
from service.api.contract.operations import OPERATIONS
from service.settings import Settings, read_settings
from service.solver import Solver

TABLE_MEBIBYTES = 8
HEADERS = {"X-Request-Id": "7f3a"}
"""A fixed request id, so that problems, which contain it, are always the same."""


@click.command("openapi")
@click.option(
    "--version",
    type=click.Choice([VERSION, openapi30.VERSION]),
    default=VERSION,
    help="The version of OpenAPI to write it in.",
)
@click.option("--refresh-examples", is_flag=True, help="Compute the examples' answers anew first.")
def command(version: str, refresh_examples: bool) -> None:
    """Print the contract as YAML."""
    if refresh_examples:
        _refresh()
    document = openapi_document(read_settings())
    if version == openapi30.VERSION:
        document = openapi30.as_openapi_30(document)
    # Whatever the encoding of the terminal is, a file of YAML is in UTF-8.
    click.echo(as_yaml(document).encode(), nl=False)


def answer_cold(route: str, request: dict[str, Any]) -> Any:
    """Return the answer of a new application with a small, empty table."""
    app = create_app(Settings.model_construct(), Solver(TABLE_MEBIBYTES))
    return app.test_client().post(route, json=request, headers=HEADERS).get_json()


def _refresh() -> None:
    """Write the current answers into all examples."""
    # Compiling or loading the kernels would count as thinking time.
    Solver(1).warm_up()
    for route in (row.path for row in OPERATIONS if row.request is not None):
        for name, example in load_examples(route).items():
            answer = answer_cold(route, example["request"])
            save_example(route, name, {**example, "response": answer})
