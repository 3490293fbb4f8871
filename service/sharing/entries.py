"""Entries of the shared cache: an analysis as JSON under a seal, kept under the question as key.

The seal is an HMAC-SHA256 (RFC 2104) of the key and the JSON, with the secret of the replicas. The
key names the build of the service and the position, so that a sealed entry is an analysis that a
replica of this build has made of this very position, and is not checked any further. Another build
may write entries in another form, order options in another way, or have had a bug.
"""

import hmac

from pydantic import TypeAdapter

from service.build import build_name
from service.game import Board, render
from service.solver import Analysis

MOST_BYTES = 1 << 16
"""The size of the largest entry."""
SEAL_BYTES = 32
"""The size of the seal, with which an entry begins."""

_ANALYSIS = TypeAdapter(Analysis)


class RefusedEntryError(ValueError):
    """The bytes under a key are not what a replica has kept there."""


def key_of(board: Board, *, best_only: bool) -> str:
    """Return the key of an analysis of `board`, of all options or of the best.

    Positions that a symmetry maps to each other have different keys: their options are proven to be
    worth the same, but equals are listed in another order.
    """
    rules = board.rules
    asked = "best" if best_only else "all"
    game = ",".join(map(str, [*rules.shape, *rules.switches.values()]))
    cells = "".join(render(board))
    return f"k-in-a-row:{build_name()}:{asked}:{game}:{board.to_move}:{cells}"


def pack(analysis: Analysis, key: str, secret: bytes) -> bytes:
    """Return the entry of an analysis under a key."""
    return seal(_ANALYSIS.dump_json(analysis), key, secret)


def unpack(entry: bytes, key: str, secret: bytes) -> Analysis:
    """Return the analysis in an entry; raises RefusedEntryError if it is none under this key."""
    if len(entry) > MOST_BYTES:
        raise RefusedEntryError("it is too large")
    body = entry[SEAL_BYTES:]
    if not hmac.compare_digest(entry, seal(body, key, secret)):
        raise RefusedEntryError("its seal is broken")
    try:
        return _ANALYSIS.validate_json(body, strict=True)
    except ValueError:
        raise RefusedEntryError("it is no analysis") from None


def seal(body: bytes, key: str, secret: bytes) -> bytes:
    """Return the seal of a body that is kept under a key, followed by the body."""
    return hmac.digest(secret, key.encode() + b"\0" + body, "sha256") + body
