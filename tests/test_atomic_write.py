"""Files that are written whole or not at all."""

from pathlib import Path

import pytest

from service.atomic_write import atomic_write


def test_what_fails_leaves_the_former_file_and_no_other(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    with atomic_write(path) as file:
        file.write(b"former")
    with pytest.raises(ZeroDivisionError), atomic_write(path) as file:
        file.write(bytes(1 // 0))
    assert [each.name for each in tmp_path.iterdir()] == ["kept"]
    assert path.read_bytes() == b"former"


def test_what_cannot_take_its_place_is_removed(tmp_path: Path) -> None:
    path = tmp_path / "folder"
    path.mkdir()
    with pytest.raises(OSError, match="folder"), atomic_write(path) as file:
        file.write(b"new")
    assert [*tmp_path.iterdir()] == [path]
