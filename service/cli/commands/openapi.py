"""`openapi`: the contract."""

from __future__ import annotations

import click

from service.api.contract.openapi import as_yaml, openapi_document
from service.cli.examples import refresh
from service.settings import read_settings


@click.command("openapi")
@click.option("--refresh-examples", is_flag=True, help="Compute the examples' answers anew first.")
def command(refresh_examples: bool) -> None:
    """Print the contract as YAML."""
    if refresh_examples:
        refresh()
    click.echo(as_yaml(openapi_document(read_settings())), nl=False)
