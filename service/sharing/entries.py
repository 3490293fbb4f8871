"""Entries: the question as key, and its analysis as JSON under a seal.

The seal holds for one key and one secret: an HMAC-SHA256 (RFC 2104) of the key and the JSON.
"""

from __future__ import annotations

import hmac

from pydantic import TypeAdapter

from service import __version__
from service.game import Board, render
from service.sharing.soundness import find_flaw
from service.solver import Analysis

SCHEMA = 3
"""Of the entries. A new version of the service begins anew, too: the old one may have had a bug."""
MOST_BYTES = 1 << 16
SEAL_BYTES = 32

_ANALYSIS = TypeAdapter(Analysis)


class RefusedEntryError(ValueError):
    """Something that is not what was kept under its key."""


def key_of(board: Board, best_only: bool) -> str:
    """The key of an analysis of `board`, of all options or of the best.

    Positions that a symmetry maps to each other have different keys: their options are proven to be
    worth the same, but equals are listed in another order.
    """
    rules = board.rules
    asked = "best" if best_only else "all"
    shape = f"{rules.width}x{rules.height}x{rules.row_length}"
    cells = "".join(render(board))
    return f"k-in-a-row:{__version__}:{SCHEMA}:{asked}:{shape}:{board.to_move}:{cells}"


def pack(analysis: Analysis, key: str, secret: bytes) -> bytes:
    """The entry of an analysis under a key."""
    return seal(_ANALYSIS.dump_json(analysis), key, secret)


def unpack(entry: bytes, key: str, secret: bytes, board: Board, best_only: bool) -> Analysis:
    """The analysis that was kept; RefusedEntryError for anything else.

    `best_only` is what the key says, not what is asked for.
    """
    if len(entry) > MOST_BYTES:
        raise RefusedEntryError("it is too large")
    body = entry[SEAL_BYTES:]
    if not hmac.compare_digest(entry, seal(body, key, secret)):
        raise RefusedEntryError("its seal is broken")
    try:
        analysis = _ANALYSIS.validate_json(body, strict=True)
    except ValueError:
        raise RefusedEntryError("it is no analysis") from None
    flaw = find_flaw(analysis, board, best_only)
    if flaw is not None:
        raise RefusedEntryError(flaw)
    return analysis


def seal(body: bytes, key: str, secret: bytes) -> bytes:
    """What stands in front of a body that is kept under a key, and the body."""
    return hmac.digest(secret, key.encode() + b"\0" + body, "sha256") + body
