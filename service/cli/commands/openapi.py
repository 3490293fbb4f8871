"""`openapi`: the contract."""

from __future__ import annotations

import click

from service.api.examples.refresh import refresh
from service.api.openapi import as_yaml, openapi_document
from service.settings import Settings


@click.command("openapi")
@click.option("--refresh-examples", is_flag=True, help="Compute the examples' answers anew first.")
def command(refresh_examples: bool) -> None:
    """Print the contract as YAML."""
    if refresh_examples:
        refresh()
    click.echo(as_yaml(openapi_document(Settings())), nl=False)
