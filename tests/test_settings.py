"""Every knob comes from the environment, within its bounds."""

from __future__ import annotations

from typing import get_args

import pytest
from pydantic import ValidationError

from service.settings import Settings


@pytest.mark.parametrize("name", Settings.model_fields)
def test_every_setting_is_described_and_read_from_the_environment(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    field = Settings.model_fields[name]
    default, choices = field.default, get_args(field.annotation)
    value = default + 1 if isinstance(default, int) else f"{default}1"
    if choices:
        value = next(choice for choice in choices if choice != default)
    monkeypatch.setenv(name.upper(), str(value))
    assert getattr(Settings(), name) == value
    assert Settings.model_fields[name].description


@pytest.mark.parametrize(
    ("name", "value"),
    [("PORT", "65536"), ("PORT", "x"), ("WORKERS", "0"), ("TABLE_MEBIBYTES", "0"),
     ("MAX_CELLS", "0"), ("MAX_BODY_BYTES", "-1"), ("MAX_TIME_LIMIT_MS", "999"),
     ("GRACEFUL_SECONDS", "60"),
     ("LOG_LEVEL", "loud"), ("LOG_FORMAT", "xml")],
)  # fmt: skip
def test_a_setting_out_of_bounds_is_refused(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(ValidationError):
        Settings()


def test_origins_are_separated_by_commas() -> None:
    assert Settings(cors_origins="https://a.example, https://b.example").allowed_origins == [
        "https://a.example",
        "https://b.example",
    ]
