"""The transposition table on disk, so that a long search can go on after a pause.

A checkpoint is an `.npz` archive, which `numpy.load` reads: a header (JSON), what was spent, what
is proven of the options of a position, the entries of one game, and all proof numbers. Entries and
numbers are in parts, and the first word of each row is its place in its part. Loading checks the
checksums of the archive, that no part is missing, the checksum of every entry, and the game that it
belongs to. It refuses files of other kernels or other keys, whose entries may have another meaning.
That guards against damage and mistakes, not against forgery: load only files of your own.
"""

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

FORMAT = 4
MOST_CELLS = CELLS
"""The cells of the largest board whose keys in the table outlive the process."""
PART = 1 << 20
"""Rows of the table that are copied together, which bounds the memory and the pause of a copy."""
SINGLE = ("header", "spent", "position", "options")
"""The members that are no parts of the table."""


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
    with (
        atomic_write(path) as file,
        zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive,
    ):
        # `numpy.savez` takes all members at once, that is a copy of the whole table.
        for name, array in _members(table, rules, proven, spent):
            with archive.open(f"{name}.npy", "w", force_zip64=True) as member:
                np.lib.format.write_array(member, array, allow_pickle=False)


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
        with np.load(path, allow_pickle=False) as archive:
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
) -> Iterator[tuple[str, np.ndarray]]:
    """Yield the names of the members of a checkpoint, and the members."""
    header = json.dumps(_header(table, rules)).encode()
    yield "header", np.frombuffer(header, np.uint8)
    yield "spent", np.array(spent)
    if proven is not None:
        yield "position", _position(proven.board)
        yield "options", np.stack([proven.cells, proven.lower, proven.upper])
    keys = keys_of_rules(rules)
    for name, rows in _parts(table):
        # Copied first: other threads may write to the table between the check and the write.
        part = rows.copy()
        places = np.flatnonzero(_is_kept(part, keys))
        yield name, np.column_stack([places.astype(np.uint64), part[places]])


def _position(board: Board) -> np.ndarray:
    return np.array([board.own, board.opponent, board.to_move == "X"], np.uint64)


def _parts(table: TranspositionTable) -> Iterator[tuple[str, np.ndarray]]:
    """Yield the parts of the table, shape (rows, words), each with its name."""
    entries = table.entries.reshape(-1, ENTRY_WORDS)
    for kind, rows in (("entries", entries), ("numbers", table.proof_numbers)):
        for start in range(0, len(rows), PART):
            yield f"{kind}_{start}", rows[start : start + PART]


def _is_kept(rows: np.ndarray, keys: np.ndarray) -> np.ndarray:
    """Return which rows of a part are kept, shape (rows,), bool.

    These are the entries that are whole and belong to the games of `keys`, and all proof numbers.
    """
    kept: np.ndarray = rows[:, 0] != 0
    if rows.shape[1] == ENTRY_WORDS:
        tt.mark_whole(rows, keys, kept)
    return kept


def _load(
    path: Path,
    archive: np.lib.npyio.NpzFile,
    table: TranspositionTable,
    rules: Rules,
    proven: ProvenOptions | None,
) -> Spent:
    if "header" not in archive:
        raise CheckpointError(f"{path} is no checkpoint, or it is cut off.")
    _check_header(path, json.loads(archive["header"].tobytes()), _header(table, rules))
    assert archive.zip is not None  # It is open.
    if archive.zip.testzip() is not None:
        raise CheckpointError(f"{path} is damaged: its checksums are not those of its contents.")
    keys, parts = keys_of_rules(rules), dict(_parts(table))
    if {*archive.files}.difference(SINGLE, parts):
        raise CheckpointError(f"{path} holds something other than entries.")
    for name, rows in parts.items():
        part = archive[name]
        if part.dtype != np.uint64 or part.shape[1:] != (1 + rows.shape[1],):
            raise CheckpointError(f"{path} holds something other than entries.")
        places, found = part[:, 0], np.ascontiguousarray(part[:, 1:])
        if not _is_kept(found, keys).all():
            raise CheckpointError(f"{path} holds entries that are damaged.")
        rows[places] = found
    if (
        proven is not None
        and "position" in archive
        and np.array_equal(archive["position"], _position(proven.board))
    ):
        cells, *bounds = archive["options"]
        if not np.array_equal(cells, proven.cells):
            raise CheckpointError(f"{path} was made by another version of the solver.")
        proven.tighten(ProvenOptions(proven.board, cells, np.stack(bounds)))
    nodes, seconds = archive["spent"].tolist()
    return Spent(int(nodes), seconds)
