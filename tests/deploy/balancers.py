"""Real load balancers with the shipped configurations, their addresses alone changed."""

from __future__ import annotations

import getpass
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import requests

from tests.packaging.project import ROOT
from tests.ports import free_port
from tests.programs import program
from tests.waiting import wait_until

NGINX = (ROOT / "deploy" / "nginx.conf").read_text()
HAPROXY = (ROOT / "deploy" / "haproxy.cfg").read_text()

AROUND_NGINX = """
daemon off;
error_log {folder}/error.log;
pid {folder}/nginx.pid;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/conf.d/*.conf;
}}
"""


def changed(text: str, **changes: str) -> str:
    """A text with each of the strings, which it holds once, replaced."""
    for old, new in changes.items():
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def nginx_command(configuration: str, folder: Path) -> list[str]:
    """The command for nginx with a file of conf.d; everything it writes is in `folder`."""
    (folder / "conf.d").mkdir(exist_ok=True)
    (folder / "conf.d" / "move.conf").write_text(configuration)
    (folder / "nginx.conf").write_text(AROUND_NGINX.format(folder=folder))
    return [program("nginx"), "-p", str(folder), "-c", str(folder / "nginx.conf")]


@contextmanager
def running_nginx(replicas: Sequence[tuple[str, int]], folder: Path) -> Iterator[str]:
    """The address of an nginx in front of two replicas."""
    port = free_port()
    configuration = changed(
        NGINX,
        **{"listen 8000;": f"listen 127.0.0.1:{port};"},
        **{
            f"server 127.0.0.1:{8001 + index} ": f"server {host}:{port} "
            for index, (host, port) in enumerate(replicas)
        },
    )
    with _running(nginx_command(configuration, folder)):
        yield _up(port)


class Names:
    """A real name server that knows one name; its addresses may change."""

    def __init__(self, name: str, folder: Path) -> None:
        self.port = free_port()
        self._name, self._hosts = name, folder / "hosts"
        self._process: subprocess.Popen[bytes] | None = None

    def point_to(self, addresses: Sequence[str]) -> None:
        """Have the name mean these addresses from now on."""
        self._hosts.write_text("".join(f"{address} {self._name}\n" for address in addresses))
        if self._process is not None:
            self._process.send_signal(signal.SIGHUP)

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Answer meanwhile."""
        command = [
            program("dnsmasq"), "--keep-in-foreground", "--no-resolv", "--no-hosts",
            f"--addn-hosts={self._hosts}", f"--port={self.port}", "--listen-address=127.0.0.1",
            "--bind-interfaces", f"--user={getpass.getuser()}", "--pid-file=", "--conf-file=",
        ]  # fmt: skip
        with _running(command) as self._process:
            yield


class HAProxy:
    """An HAProxy in front of all that the name `move` leads to."""

    def __init__(self, names: Names, replica_port: int, folder: Path) -> None:
        self._port, self._alive = free_port(), free_port()
        self._folder = folder
        configuration = changed(
            HAPROXY,
            **{
                "bind :8000": f"bind 127.0.0.1:{self._port}",
                "bind 127.0.0.1:8001": f"bind 127.0.0.1:{self._alive}",
                "move:8000": f"move:{replica_port}",
                "parse-resolv-conf": f"nameserver test 127.0.0.1:{names.port}",
            },
        )
        (folder / "haproxy.cfg").write_text(configuration)

    @contextmanager
    def running(self) -> Iterator[str]:
        """Its address, while it runs."""
        command = [program("haproxy"), "-db", "-f", str(self._folder / "haproxy.cfg")]
        with (self._folder / "log").open("wb") as log, _running(command, stdout=log):
            _up(self._alive)
            yield _up(self._port)

    def has_found(self, host: str) -> bool:
        """Whether it has been told of a host."""
        return f" to {host} " in self._log

    @property
    def content(self) -> bool:
        """Whether every replica that it has found to be down is up again."""
        return self._log.count(" is DOWN, ") == self._log.count(" is UP, ")

    @property
    def _log(self) -> str:
        return (self._folder / "log").read_text()


@contextmanager
def _running(
    command: list[str], stdout: IO[bytes] | None = None
) -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen(command, stdout=stdout) as process:
        try:
            yield process
        finally:
            process.terminate()
            process.wait(timeout=30)


def _up(port: int) -> str:
    """The address of a balancer, once it listens."""
    url = f"http://127.0.0.1:{port}"

    def listens() -> bool:
        try:
            requests.get(url, timeout=10)
        except requests.ConnectionError:
            return False
        return True

    wait_until(listens)
    return url
