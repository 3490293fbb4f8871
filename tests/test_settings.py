"""Every knob comes from the environment, within its bounds."""

import json
import os
import re
import signal
import socket
import sys
from pathlib import Path
from typing import get_args

import pytest
from pydantic import SecretStr, ValidationError
from pydantic_settings import SettingsConfigDict

from service.api.server.address import bind_address
from service.settings import Settings
from tests.cli.commands import invoke
from tests.packaging.test_image import FINAL_STAGE
from tests.support.live_server import SERVE, serving
from tests.support.ports import free_port
from tests.support.programs import printed, run

SECRET = "0123456789abcdef"
WRITTEN = {"cache_url": "unix:///1", "cors_origins": "https://a.example", "log_key": SECRET}
"""Of settings that not any text can be."""


@pytest.mark.parametrize("name", Settings.model_fields)
def test_every_setting_is_described_and_read_from_the_environment(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Space around a value is not there, and what is blank is not set."""
    field = Settings.model_fields[name]
    default, choices = field.default, get_args(field.annotation)
    value = default + 1 if isinstance(default, int) else WRITTEN.get(name, f"{default}1")
    if isinstance(default, bool):
        value = not default
    if choices:
        value = next(choice for choice in choices if choice != default)
    assert field.description
    monkeypatch.setenv("CACHE_SECRET", SECRET)
    for blank in ("", " ", "\r"):
        monkeypatch.setenv(name.upper(), blank)
        assert getattr(Settings(), name) == default
    for written in (str(value), f" {value}\r"):
        monkeypatch.setenv(name.upper(), written)
        read = getattr(Settings(), name)
        assert (read.get_secret_value() if isinstance(read, SecretStr) else read) == value


@pytest.mark.parametrize(
    ("name", "value"),
    [("PORT", "65536"), ("PORT", "x"), ("WORKERS", "0"), ("TABLE_MEBIBYTES", "0"), ("BOOK", "2"),
     ("MAX_CELLS", "0"), ("MAX_BODY_BYTES", "-1"), ("MAX_TIME_LIMIT_MS", "999"),
     ("GRACEFUL_SECONDS", "60"), ("CACHE_URL", "redis://cache"), ("CACHE_SECONDS", "0"),
     ("CACHE_TIMEOUT_MS", "0"), ("LOG_LEVEL", "loud"), ("LOG_FORMAT", "xml"),
     ("LOG_KEY", SECRET[1:]),
     ("SEARCHES_PER_ADDRESS", "-1"),
     ("FORWARDED_ALLOW_IPS", "proxy"), ("FORWARDED_ALLOW_IPS", "10.0.0.1/8")],
)  # fmt: skip
def test_a_setting_out_of_bounds_is_refused(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(ValidationError):
        Settings()


@pytest.mark.parametrize(
    ("name", "value", "read"),
    [("PORT", "8000.0", 8000), ("PORT", "08_000", 8000), ("MAX_CELLS", "+1_000", 1000),
     ("BOOK", "OFF", False), ("BOOK", "no", False), ("BOOK", "0", False), ("BOOK", "True", True),
     ("LOG_LEVEL", "INFO", "info"), ("LOG_LEVEL", "Warn", "warning"),
     ("LOG_LEVEL", "WARNING", "warning"), ("LOG_FORMAT", "JSON", "json"),
     ("HOST", "[::1]", "::1"), ("CACHE_URL", "REDIS://Cache/0", "redis://Cache/0")],
)  # fmt: skip
def test_values_are_read_as_people_write_them(
    name: str, value: str, read: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CACHE_SECRET", SECRET)
    monkeypatch.setenv(name, value)
    assert getattr(Settings(), name.lower()) == read


MEBIBYTES = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") >> 20
REFUSED: list[tuple[dict[str, str], list[str]]] = [
    (
        {"PORT": "65536", "WORKERS": "many", "MAX_CELLS": "0"},
        ["PORT is '65536': give an integer from 0 to 65535.",
         "WORKERS is 'many': give an integer from 1 to 256.",
         "MAX_CELLS is '0': give an integer from 1 to 4096."],
    ),
    (
        {"TABLE_MEBIBYTES": "1048576"},
        [f"TABLE_MEBIBYTES is '1048576': this machine has {MEBIBYTES} MiB of memory; give less."],
    ),
    ({"GRACEFUL_SECONDS": "60"}, ["GRACEFUL_SECONDS must exceed MAX_TIME_LIMIT_MS."]),
    (
        {"CACHE_URL": "redis://:a-password/1@cache:port", "CACHE_SECRET": SECRET},
        ["CACHE_URL has no valid port; encode what is special in its password."],
    ),
    (
        {"CORS_ORIGINS": "https://a.example/page"},
        [("CORS_ORIGINS is 'https://a.example/page': 'https://a.example/page' is no origin; write "
         "scheme, host and port alone, as in https://example.org:8443, or * for all.")],
    ),
    (
        {"FORWARDED_ALLOW_IPS": "localhost"},
        [("FORWARDED_ALLOW_IPS has 'localhost', which is no address or network; give some "
         "separated by commas, such as 127.0.0.1,10.0.0.0/8, or * for all.")],
    ),
]  # fmt: skip
"""Settings that are not accepted, and the lines that say why."""


@pytest.mark.parametrize(("settings", "told"), REFUSED)
def test_each_wrong_setting_is_told_in_a_line(settings: dict[str, str], told: list[str]) -> None:
    done = invoke("health", **settings)
    assert (done.exit_code, done.stdout, done.stderr.splitlines()) == (2, "", told)


@pytest.mark.parametrize(
    "host",
    ["x86_64-conda-linux-gnu", "nowhere.invalid", "127.0.0.1:8000", "http://0.0.0.0", "a..b",
     "192.0.2.1"],
)  # fmt: skip
def test_a_host_where_nothing_can_listen_is_told_in_a_line(
    host: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of these conda sets the first; the last is an address of no machine (RFC 5737)."""
    with pytest.raises(SystemExit, match=r"^2$"):
        bind_address(Settings(host=host, port=free_port()))
    advice = "give an IP address or a name of this machine, such as 0.0.0.0, or unset it."
    line = rf"HOST is {re.escape(repr(host))}: .*; {re.escape(advice)}\n"
    assert re.fullmatch(line, capsys.readouterr().err)


def test_a_port_that_is_wrong_is_told_in_a_line() -> None:
    assert run(*SERVE, PORT="x").stderr == "PORT is 'x': give an integer from 0 to 65535.\n"


def test_a_port_that_is_taken_and_what_gunicorn_is_told_in_vain_are_told_in_a_line_each() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = str(listener.getsockname()[1])
        done = run(*SERVE, PORT=port, GUNICORN_CMD_ARGS=f"--bind=127.0.0.1:{free_port()}")
    assert (done.returncode, done.stderr.splitlines()) == (2, [
        "GUNICORN_CMD_ARGS is ignored: use settings such as HOST and PORT.",
        f"PORT is {port}: something listens there already; stop it, or give another.",
    ])  # fmt: skip


@pytest.mark.parametrize(("host", "bound"), [("[::]", "[::]"), ("localhost\r", "127.0.0.1")])
def test_it_listens_where_it_is_told(
    host: str, bound: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOST", host)
    port = free_port()
    assert bind_address(Settings(port=port)) == f"{bound}:{port}"


@pytest.mark.thorough
def test_it_listens_everywhere_and_its_health_check_asks_it_there() -> None:
    """gunicorn could not read the spaces between commas, nor the variable after them.

    What it does read itself would have it listen elsewhere.
    """
    (check,) = re.findall(r"^HEALTHCHECK .* CMD (\[.*\])$", FINAL_STAGE, re.MULTILINE)
    command = [sys.executable, *json.loads(check)[1:]]
    others = {
        "FORWARDED_ALLOW_IPS": "127.0.0.1, , ::1",
        "WEB_CONCURRENCY": "auto",
        "GUNICORN_CMD_ARGS": f"--bind=127.0.0.1:{free_port()} --workers=2",
    }
    port = str(free_port())
    assert invoke("health", PORT=port).exit_code == 1, "there is no server"
    with serving(HOST="*", WORKERS="1", **others) as live:
        port = str(live.port)
        printed(*command, HOST="*", PORT=port)
        for host in ("127.0.0.2", "[::1]", "0.0.0.0", "*"):
            assert invoke("health", HOST=host, PORT=port).exit_code == 0
        (worker,) = live.workers()
        os.kill(worker, signal.SIGSTOP)
        try:
            assert invoke("health", HOST="*", PORT=port).exit_code == 1, "it hangs"
        finally:
            os.kill(worker, signal.SIGCONT)


def test_origins_are_separated_by_commas_and_read_as_browsers_send_them() -> None:
    read = Settings(
        cors_origins="https://a.example, HTTPS://B.Example:443/,http://c.example:8080/,"
        "http://[::1]:80,https://b\u00fccher.example,null,capacitor://localhost"
    )
    assert read.allowed_origins == [
        "https://a.example", "https://b.example", "http://c.example:8080", "http://[::1]",
        "https://xn--bcher-kva.example", "null", "capacitor://localhost",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "origins",
    ["a.example", "localhost:3000", "https://", "//a.example", "https://a.example/page",
     "https://a.example?x", "https://a.example#x", "https://*.a.example", "https://me@a.example",
     "https://a.example:port", "https://a.example https://b.example", "https://a..example"],
)  # fmt: skip
def test_an_origin_that_no_browser_sends_is_refused(origins: str) -> None:
    with pytest.raises(ValidationError, match="is no origin; write scheme, host and port alone"):
        Settings(cors_origins=f"https://c.example,{origins}")


@pytest.mark.parametrize(
    ("url", "secret", "named"),
    [("redis://:a-password@cache", "", "CACHE_SECRET"),
     ("redis://:a-password@cache", SECRET[1:], "CACHE_SECRET"),
     ("http://:a-password@cache", SECRET, "CACHE_URL must begin with"),
     ("redis://:a-password@cache:port", SECRET, "CACHE_URL has no valid port"),
     ("redis://:a-password@cache:70000", SECRET, "CACHE_URL has no valid port"),
     ("redis://:a-password/1@cache:6379", SECRET, "CACHE_URL has no valid port")],
)  # fmt: skip
def test_a_cache_without_a_seal_is_refused_and_nothing_secret_is_shown(
    url: str, secret: str, named: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CACHE_URL", url)
    monkeypatch.setenv("CACHE_SECRET", secret)
    with pytest.raises(ValidationError, match=named) as refusal:
        Settings()
    assert "a-password" not in str(refusal.value)
    assert not secret or secret not in str(refusal.value)


def test_settings_show_no_secret() -> None:
    settings = Settings(cache_url="redis://:a-password@cache", cache_secret=SecretStr(SECRET))
    assert not re.search(f"a-password|{SECRET}", f"{settings!r} {settings}")


def test_a_secret_may_come_from_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in (("cache_url", "redis://cache"), ("cache_secret", SECRET), ("port", "")):
        (tmp_path / name).write_text(f"{text}\n")

    class Mounted(Settings):
        model_config = SettingsConfigDict(secrets_dir=tmp_path)

    assert Mounted().cache_secret.get_secret_value() == SECRET
    assert Mounted().port == 8000, "what is empty is not set"
    for value, url in (("", "redis://cache"), ("redis://another", "redis://another")):
        monkeypatch.setenv("CACHE_URL", value)
        assert Mounted().cache_url == url, "the environment comes first where it is set"
