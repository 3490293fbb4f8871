"""Closing a listening socket without resetting who is just connecting.

Between the last `accept` and `close` more clients may arrive, and the system resets those.
"""

from __future__ import annotations

import ctypes
import socket
import struct
import sys
from contextlib import suppress

SO_ATTACH_FILTER = 26
"""Linux, asm-generic/socket.h; Python has no name for it."""

FLAGS_OFFSET, SYN, SYN_AND_ACK = 13, 0x02, 0x12
"""The flags in the header of TCP (RFC 9293, section 3.1)."""
DROP, KEEP = 0, 0xFFFFFFFF

FILTER = b"".join(
    struct.pack("HBBI", *instruction)
    for instruction in (
        (0x30, 0, 0, FLAGS_OFFSET),  # load the byte
        (0x54, 0, 0, SYN_AND_ACK),  # keep two of its bits
        (0x15, 0, 1, SYN),  # unless they are just this, skip one
        (0x06, 0, 0, DROP),
        (0x06, 0, 0, KEEP),
    )
)
"""A program for the Berkeley Packet Filter; see socket(7)."""


def drop_newcomers(listener: socket.socket) -> None:
    """From now on lose what opens a connection; those already begun come through.

    The client tries again after a second and then learns that nobody listens. Where that cannot be
    done, as anywhere but on Linux, a few may still be reset.
    """
    if sys.platform != "linux":
        return
    program = ctypes.create_string_buffer(FILTER, len(FILTER))
    length = len(FILTER) // struct.calcsize("HBBI")
    filtering = struct.pack("HL", length, ctypes.addressof(program))
    with suppress(OSError):
        listener.setsockopt(socket.SOL_SOCKET, SO_ATTACH_FILTER, filtering)
