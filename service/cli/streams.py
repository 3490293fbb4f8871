"""The standard streams: what they cannot say is replaced, and one that is closed says so."""

import codecs
import os
import sys
from io import TextIOWrapper
from typing import NoReturn
from unicodedata import normalize

import click

LIKE = str.maketrans(
    {
        "\N{RIGHT SINGLE QUOTATION MARK}": "'",
        "\N{DOUBLE LOW-9 QUOTATION MARK}": '"',
        "\N{LEFT DOUBLE QUOTATION MARK}": '"',
        "\N{RIGHT DOUBLE QUOTATION MARK}": '"',
        "\N{EN DASH}": "-",
        "\N{LATIN SMALL LIGATURE OE}": "oe",
    }
)
"""What stands for signs of the catalogues that older encodings lack, as letters do without their
accents; ? for all others."""


class _Closed:
    """A stream whose first use ends the command with a sentence."""

    closed = True  # Python looks at that at its end.

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, _: str) -> NoReturn:
        raise click.ClickException(f"The standard {self._name} is closed.")


def prepare_streams() -> None:
    """Let no command fail over what a standard stream cannot say, or what it is closed for."""
    codecs.register_error("like", _like)
    for name, errors in (("stdin", "replace"), ("stdout", "like"), ("stderr", "like")):
        stream = getattr(sys, name)
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=errors)
    # What is opened here gets the number of the stream, for which the next file would be taken.
    for name, kind, mode in (("stdin", "input", os.O_WRONLY), ("stdout", "output", os.O_RDONLY)):
        if getattr(sys, name) is None:
            os.open(os.devnull, mode)
            setattr(sys, name, _Closed(kind))
    if sys.stderr is None:  # Who closes it wants to hear nothing.
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115


def _like(error: UnicodeError) -> tuple[str, int]:
    """Return what stands for the characters that an encoding lacks, and where they end."""
    assert isinstance(error, UnicodeEncodeError)
    lacking = error.object[error.start : error.end]
    like = (normalize("NFKD", each.translate(LIKE)).encode("ascii", "ignore") for each in lacking)
    return "".join(each.decode() or "?" for each in like), error.end
