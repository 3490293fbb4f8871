"""What cannot run here is named first and left out, but where `CI` is set nothing may be."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support import programs


@pytest.fixture
def foreign_chromium(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the browser by one for some other machine."""
    program = tmp_path / "chromium"
    program.write_bytes(b"\x7fELF of another kind")
    program.chmod(0o755)
    monkeypatch.setattr(programs, "CHROMIUM", tmp_path)


@pytest.mark.usefixtures("foreign_chromium")
def test_what_cannot_run_is_named_and_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    (line,) = programs.pytest_report_header()
    assert "chromium" in line
    assert "format" in line
    with pytest.raises(pytest.skip.Exception, match="left out: chromium"):
        programs.program("chromium")
    monkeypatch.delenv("CI", raising=False)
    programs.pytest_sessionstart()
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.UsageError, match="chromium"):
        programs.pytest_sessionstart()


@pytest.mark.usefixtures("foreign_chromium")
def test_the_others_run_all_the_same() -> None:
    assert Path(programs.program("nginx")).name == "nginx"
