"""Every knob comes from the environment, within its bounds."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from pydantic import ValidationError

from service.settings import Settings


@pytest.mark.parametrize("name", Settings.model_fields)
def test_every_setting_is_described_and_read_from_the_environment(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    default = Settings.model_fields[name].default
    value = default + 1 if isinstance(default, int) else f"{default}1"
    monkeypatch.setenv(name.upper(), str(value))
    assert getattr(Settings(), name) == value
    assert Settings.model_fields[name].description


@pytest.mark.parametrize(
    ("name", "value"),
    [("PORT", "65536"), ("PORT", "x"), ("WORKERS", "0"), ("TABLE_MEBIBYTES", "0"),
     ("MAX_CELLS", "0"), ("MAX_BODY_BYTES", "-1"), ("MAX_TIME_LIMIT_MS", "999"),
     ("GRACEFUL_SECONDS", "60")],
)  # fmt: skip
def test_a_setting_out_of_bounds_is_refused(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(ValidationError):
        Settings()


def start_with(**settings: str) -> subprocess.CompletedProcess[str]:
    """What comes of `serve` with these settings, which it does not accept."""
    return subprocess.run(
        [sys.executable, "-m", "service", "serve"],
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


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


def test_origins_are_separated_by_commas() -> None:
    assert Settings(cors_origins="https://a.example, https://b.example").allowed_origins == [
        "https://a.example",
        "https://b.example",
    ]
