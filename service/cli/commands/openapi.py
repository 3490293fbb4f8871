"""`openapi`: prints the contract."""

from __future__ import annotations

import click

from service.api.contract import openapi30
from service.api.contract.openapi import VERSION, as_yaml, openapi_document
from service.cli.examples import refresh
from service.settings import read_settings


@click.command("openapi")
@click.option(
    "--version",
    type=click.Choice([VERSION, openapi30.VERSION]),
    default=VERSION,
    show_default=True,
    help="The version of OpenAPI to write it in.",
)
@click.option("--refresh-examples", is_flag=True, help="Compute the examples' answers anew first.")
def command(version: str, refresh_examples: bool) -> None:
    """Print the contract as YAML."""
    if refresh_examples:
        refresh()
    document = openapi_document(read_settings())
    if version == openapi30.VERSION:
        document = openapi30.as_openapi_30(document)
    click.echo(as_yaml(document), nl=False)
