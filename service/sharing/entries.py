"""Entries: an analysis as JSON under a seal that holds for one key and one secret.

The seal is an HMAC-SHA256 (RFC 2104) of the key and the JSON.
"""

from __future__ import annotations

import hmac

from pydantic import TypeAdapter

from service.game import Board
from service.sharing.soundness import find_flaw
from service.solver import Analysis

MOST_BYTES = 1 << 16
SEAL_BYTES = 32

_ANALYSIS = TypeAdapter(Analysis)


class RefusedEntryError(ValueError):
    """Something that is not what was kept under its key."""


def pack(analysis: Analysis, key: str, secret: bytes) -> bytes:
    """The entry of an analysis under a key."""
    return seal(_ANALYSIS.dump_json(analysis), key, secret)


def unpack(entry: bytes, key: str, secret: bytes, board: Board, best_only: bool) -> Analysis:
    """The analysis that was packed; RefusedEntryError for anything else.

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
