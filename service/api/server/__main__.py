"""`python -m service.api.server`: gunicorn, set up for the service, as `serve` starts it."""

import atexit
import os
import sys

from service.settings import read_settings

_status: int | None = None
"""The status with which gunicorn has ended this process, the master or a worker."""


def main() -> None:
    """Run gunicorn; in its workers this returns as well, when they end."""
    global _status
    proxies = ",".join(read_settings().proxies)
    # gunicorn itself takes these from the environment, and ends without naming one it cannot read.
    os.environ["FORWARDED_ALLOW_IPS"] = proxies or ","
    os.environ.pop("WEB_CONCURRENCY", None)
    if os.environ.pop("GUNICORN_CMD_ARGS", None):
        sys.stderr.write("GUNICORN_CMD_ARGS is ignored: use settings such as HOST and PORT.\n")
    # It reads the environment when it is imported.
    from gunicorn.app.wsgiapp import run  # noqa: PLC0415

    sys.argv[1:] = ["-c", "python:service.api.server.config", "service.api.wsgi:app"]
    # What is registered first is called last.
    atexit.register(_end_at_once)
    try:
        run()
    except SystemExit as end:
        if isinstance(end.code, int):
            _status = end.code
        raise


def _end_at_once() -> None:
    """Leave all objects to the system: to take them apart costs each process 0.2 s or more."""
    if _status is not None:
        os._exit(_status)


if __name__ == "__main__":
    main()
