"""The transposition table on disk, so that a long search can go on after a pause.

A checkpoint is an `.npz` archive: a header (JSON), the entries of one game and all proof numbers,
in parts that each have an array of indices, and a SHA-256 digest of everything before it. Loading
checks the digest, the checksum of every entry and the game that it belongs to. It refuses files of
other kernels or other keys, whose entries may have another meaning. That guards against damage and
mistakes, not against forgery: load only files of your own.
"""

import hashlib
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from service.atomic_write import atomic_write
from service.game import Board, Rules, name_rules
from service.solver.compiling import sources_digest
from service.solver.lines import keys_of_rules
from service.solver.lines.kernels.line_game import CELLS
from service.solver.memory import TranspositionTable
from service.solver.memory.kernels import table as tt
from service.solver.memory.transposition import BUCKET_BYTES, ENTRY_WORDS
from service.solver.proven_options import ProvenOptions

FORMAT = 3
MOST_CELLS = CELLS
"""The cells of the largest board whose keys in the table outlive the process."""
PART = 1 << 20
"""Entries that are copied together, which bounds the memory and the pause of a copy."""
SUFFIX = ".npy"

Member = tuple[str, np.ndarray]


class Spent(NamedTuple):
    """What runs of a search have spent."""

    nodes: int
    seconds: float


NOTHING_SPENT = Spent(0, 0.0)


class CheckpointError(ValueError):
    """A checkpoint is damaged or does not fit; nothing of it is in the table."""


def save(
    path: Path,
    table: TranspositionTable,
    rules: Rules,
    proven: ProvenOptions | None = None,
    spent: Spent = NOTHING_SPENT,
) -> None:
    """Write what the table holds of one game, and what is `proven` of the options of a position.

    All runs together have `spent` this for it.

    The write is atomic: a crash leaves the former file. Other threads may use the table meanwhile.
    Raises OSError if the file cannot be written.
    """
    digest = hashlib.sha256()
    with (
        atomic_write(path) as file,
        zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive,
    ):
        for name, array in _members(table, rules, proven, spent):
            _write(archive, name, array)
            _digest(digest, name, array)
        _write(archive, "digest", np.frombuffer(digest.digest(), np.uint8))


def load(
    path: Path, table: TranspositionTable, rules: Rules, proven: ProvenOptions | None = None
) -> Spent:
    """Add a checkpoint of these rules to the table and, of the same position, to what is `proven`.

    Returns what has been spent for it.

    Raises CheckpointError, with the table emptied, if the checkpoint cannot be trusted, and OSError
    if the file cannot be opened.
    """
    if not path.is_file():
        raise CheckpointError(f"{path} is no file.")
    try:
        with path.open("rb") as file, zipfile.ZipFile(file) as archive:
            return _load(path, archive, table, rules, proven)
    except (CheckpointError, PermissionError):
        table.clear()
        raise
    except Exception as error:  # Damage can make the reader of archives raise anything.
        table.clear()
        raise CheckpointError(f"{path} is no checkpoint, or it is damaged: {error}.") from None


def _header(table: TranspositionTable, rules: Rules) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "kernels": sources_digest(),
        "rules": list(rules),
        "keys": keys_of_rules(rules).tolist(),
        "buckets": len(table.entries),
        "proof_numbers": len(table.proof_numbers),
    }


def _check_header(path: Path, found: Any, expected: dict[str, Any]) -> None:
    if found["format"] != FORMAT:
        raise CheckpointError(
            f"{path} has format {found['format']} of checkpoints; this version reads {FORMAT}."
        )
    if found["rules"] != expected["rules"]:
        raise CheckpointError(f"{path} is of another game: {name_rules(Rules(*found['rules']))}.")
    if found["kernels"] != expected["kernels"] or found["keys"] != expected["keys"]:
        raise CheckpointError(f"{path} was made by another version of the solver.")
    if found != expected:
        sizes = [each["buckets"] * BUCKET_BYTES / (1 << 20) for each in (found, expected)]
        raise CheckpointError(
            f"{path} is of a table of {sizes[0]:g} MiB, this one has {sizes[1]:g} MiB; "
            "use a table of the same size."
        )


def _members(
    table: TranspositionTable, rules: Rules, proven: ProvenOptions | None, spent: Spent
) -> Iterator[Member]:
    """Yield the members of a checkpoint, all but the digest."""
    header = json.dumps(_header(table, rules)).encode()
    yield "header", np.frombuffer(header, np.uint8)
    yield "spent", np.array(spent)
    if proven is not None:
        yield "position", _position(proven.board)
        yield "options", np.stack([proven.cells, proven.lower, proven.upper])
    keys = keys_of_rules(rules)
    entries = table.entries.reshape(-1, ENTRY_WORDS)
    for start in range(0, len(entries), PART):
        # Copied first: other threads may write to the table between the check and the write.
        part = entries[start : start + PART].copy()
        whole = np.zeros(len(part), np.bool_)
        tt.mark_whole(part, keys, whole)
        yield from _placed("entries", start, part, whole)
    for start in range(0, len(table.proof_numbers), PART):
        part = table.proof_numbers[start : start + PART].copy()
        yield from _placed("numbers", start, part, part[:, 0] != 0)


def _position(board: Board) -> np.ndarray:
    return np.array([board.own, board.opponent, board.to_move == "X"], np.uint64)


def _placed(name: str, start: int, part: np.ndarray, chosen: np.ndarray) -> Iterator[Member]:
    if chosen.any():
        yield f"{name}_places_{start}", start + np.flatnonzero(chosen)
        yield f"{name}_{start}", part[chosen]


def _load(
    path: Path,
    archive: zipfile.ZipFile,
    table: TranspositionTable,
    rules: Rules,
    proven: ProvenOptions | None,
) -> Spent:
    keys = keys_of_rules(rules)
    digest = hashlib.sha256()
    targets = {"entries": table.entries.reshape(-1, ENTRY_WORDS), "numbers": table.proof_numbers}
    *names, last = [name.removesuffix(SUFFIX) for name in archive.namelist()]
    if names[:1] != ["header"] or last != "digest":
        raise CheckpointError(f"{path} is no checkpoint, or it is cut off.")
    places = position = np.zeros(0, np.int64)
    options, spent = np.zeros((3, 0), np.int64), np.zeros(2)
    for name in names:
        array = _read(archive, name)
        _digest(digest, name, array)
        kind, _, rest = name.partition("_")
        if kind == "header":
            _check_header(path, json.loads(array.tobytes()), _header(table, rules))
        elif kind == "spent":
            spent = array
        elif kind == "position":
            position = array
        elif kind == "options":
            options = array
        elif rest.startswith("places_"):
            places = array
        else:
            if array.dtype != np.uint64 or array.shape[1:] != targets[kind].shape[1:]:
                raise CheckpointError(f"{path} holds something other than entries.")
            if kind == "entries":
                whole = np.zeros(len(array), np.bool_)
                tt.mark_whole(array, keys, whole)
                if not whole.all():
                    raise CheckpointError(f"{path} holds entries that are damaged.")
            targets[kind][places] = array
    if _read(archive, last).tobytes() != digest.digest():
        raise CheckpointError(f"{path} is damaged: its digest is not that of its contents.")
    if proven is not None and np.array_equal(position, _position(proven.board)):
        cells, bounds = options[0], options[1:]
        if not np.array_equal(cells, proven.cells):
            raise CheckpointError(f"{path} was made by another version of the solver.")
        proven.tighten(ProvenOptions(proven.board, cells, bounds))
    nodes, seconds = spent.tolist()
    return Spent(int(nodes), seconds)


def _write(archive: zipfile.ZipFile, name: str, array: np.ndarray) -> None:
    with archive.open(name + SUFFIX, "w", force_zip64=True) as member:
        np.lib.format.write_array(member, array, allow_pickle=False)


def _read(archive: zipfile.ZipFile, name: str) -> np.ndarray:
    with archive.open(name + SUFFIX) as member:
        array: np.ndarray = np.lib.format.read_array(member, allow_pickle=False)
    return array


def _digest(digest: Any, name: str, array: np.ndarray) -> None:
    digest.update(f"{name} {array.dtype} {array.shape}\n".encode())
    digest.update(np.ascontiguousarray(array))
