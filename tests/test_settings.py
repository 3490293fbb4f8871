"""Every knob comes from the environment, within its bounds."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest
from pydantic import SecretStr, ValidationError
from pydantic_settings import SettingsConfigDict

from service.settings import Settings
from tests.programs import run

SECRET = "0123456789abcdef"


@pytest.mark.parametrize("name", Settings.model_fields)
def test_every_setting_is_described_and_read_from_the_environment(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    field = Settings.model_fields[name]
    default, choices = field.default, get_args(field.annotation)
    value = default + 1 if isinstance(default, int) else f"{default or 'unix:///'}1"
    if isinstance(default, bool):
        value = not default
    if choices:
        value = next(choice for choice in choices if choice != default)
    monkeypatch.setenv("CACHE_SECRET", SECRET)
    monkeypatch.setenv(name.upper(), str(value))
    read = getattr(Settings(), name)
    assert (read.get_secret_value() if isinstance(read, SecretStr) else read) == value
    assert Settings.model_fields[name].description


@pytest.mark.parametrize(
    ("name", "value"),
    [("PORT", "65536"), ("PORT", "x"), ("WORKERS", "0"), ("TABLE_MEBIBYTES", "0"), ("BOOK", "2"),
     ("MAX_CELLS", "0"), ("MAX_BODY_BYTES", "-1"), ("MAX_TIME_LIMIT_MS", "999"),
     ("GRACEFUL_SECONDS", "60"), ("CACHE_URL", "redis://cache"), ("CACHE_SECONDS", "0"),
     ("CACHE_TIMEOUT_MS", "0"), ("LOG_LEVEL", "loud"), ("LOG_FORMAT", "xml"),
     ("SEARCHES_PER_ADDRESS", "-1"),
     ("FORWARDED_ALLOW_IPS", "proxy"), ("FORWARDED_ALLOW_IPS", "10.0.0.1/8")],
)  # fmt: skip
def test_a_setting_out_of_bounds_is_refused(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(ValidationError):
        Settings()


def start_with(**settings: str) -> subprocess.CompletedProcess[str]:
    """What comes of `serve` with these settings, which it does not accept."""
    return run(sys.executable, "-m", "service", "serve", **settings)


def test_every_wrong_setting_is_told_in_a_line() -> None:
    run = start_with(PORT="65536", WORKERS="many", MAX_CELLS="0")
    assert run.returncode == 2
    assert run.stdout == ""
    assert run.stderr.splitlines() == [
        "PORT is '65536': give an integer from 0 to 65535.",
        "WORKERS is 'many': give an integer from 1 to 256.",
        "MAX_CELLS is '0': give an integer from 1 to 4096.",
    ]


def test_settings_that_contradict_each_other_are_told_in_a_line() -> None:
    run = start_with(GRACEFUL_SECONDS="60")
    assert run.returncode == 2
    assert run.stderr == "GRACEFUL_SECONDS must exceed MAX_TIME_LIMIT_MS.\n"


def test_a_wrong_cache_is_told_in_a_line_without_its_password() -> None:
    run = start_with(CACHE_URL="redis://:a-password/1@cache:port", CACHE_SECRET=SECRET)
    assert run.returncode == 2
    assert run.stderr == ("CACHE_URL has no valid port; encode what is special in its password.\n")


def test_origins_are_separated_by_commas() -> None:
    assert Settings(cors_origins="https://a.example, https://b.example").allowed_origins == [
        "https://a.example",
        "https://b.example",
    ]


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
    for text in (repr(settings), str(settings)):
        assert "a-password" not in text
        assert SECRET not in text


def test_a_secret_may_come_from_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cache_url").write_text("redis://cache\n")
    (tmp_path / "cache_secret").write_text(f"{SECRET}\n")

    class Mounted(Settings):
        model_config = SettingsConfigDict(secrets_dir=tmp_path)

    settings = Mounted()
    assert settings.cache_url == "redis://cache"
    assert settings.cache_secret.get_secret_value() == SECRET
    monkeypatch.setenv("CACHE_URL", "")
    assert Mounted().cache_url == "", "the environment comes first"
