"""`health`: asks the service that runs here whether it is well."""

from http.client import HTTPConnection, HTTPException

import click

from service.api.server.address import asked_host
from service.settings import read_settings

PATIENCE_SECONDS = 2.0


@click.command("health")
def command() -> None:
    """Ask the service that listens at HOST and PORT whether it is well.

    The exit status is 0 if it is, else 1.
    """
    settings = read_settings()
    server = HTTPConnection(asked_host(settings.host), settings.port, timeout=PATIENCE_SECONDS)
    try:
        server.request("GET", "/healthz")
        answer = server.getresponse()
    except (OSError, HTTPException) as error:
        fault = f"{settings.host} does not answer at port {settings.port}: {error}"
        raise click.ClickException(fault) from None
    if answer.status != 200:
        raise click.ClickException(answer.read().decode())
