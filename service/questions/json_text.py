"""Strict JSON: texts into values, without anything that two readers may read in two ways."""

import json
import re
from decimal import Decimal
from itertools import accumulate
from typing import Any, NoReturn

from service.questions.refusals import RefusedError

MAX_DIGITS = 30
"""Longer integers are beyond every limit, so that only their sign and size matter."""
TOO_LARGE: int = 10**MAX_DIGITS
"""An integer beyond every limit, which stands for all larger ones."""
DIGIT = re.compile("[1-9]")
MOST_LEVELS = 100
"""How deep a body may be nested. Pythons differ in how deep they read, and a board needs three."""
_STEPS = {"[": 1, "{": 1, "]": -1, "}": -1}
"""The levels that each bracket leads down."""
_ALL_BUT_BRACKETS = re.compile(r'(?:"[^"\\]*(?:\\.[^"\\]*)*"?|[^][{}"]+)++', re.DOTALL)
"""What lies between two brackets, with strings, which may hold some and lack their end."""
_NUMBER = re.compile(r"-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?", re.ASCII)
"""A number in JSON."""
TRUTHS = {"true": True, "false": False, "1": True, "0": False}
"""A switch as a text."""


def parse_json(body: bytes) -> Any:
    """Return the JSON value of `body`, without duplicate keys, NaN, Infinity or lone surrogates."""
    try:
        text = body.decode()
    except UnicodeDecodeError as error:
        detail = f"The body is not UTF-8: byte {error.start} cannot be read."
        raise RefusedError("invalid_encoding", detail) from None
    if text.startswith("\ufeff"):
        detail = "The body starts with a byte order mark; send it without."
        raise RefusedError("invalid_encoding", detail)
    if _is_too_deep(text):
        detail = f"The body has more than {MOST_LEVELS} levels; a board needs three."
        raise RefusedError("nested_too_deep", detail)
    try:
        value = _decoder.decode(text)
        return _replace_lone_surrogates(value) if "\\u" in text else value
    except json.JSONDecodeError as error:
        what = error.msg.removesuffix(" at")
        detail = f"The body is not JSON: {what} at line {error.lineno}, column {error.colno}."
        raise RefusedError("invalid_json", detail) from None


def _is_too_deep(text: str) -> bool:
    """Return whether a text is nested too deep, as far as it is JSON."""
    if text.count("[") + text.count("{") <= MOST_LEVELS:
        return False
    brackets = _ALL_BUT_BRACKETS.sub("", text)
    return max(accumulate(map(_STEPS.__getitem__, brackets)), default=0) > MOST_LEVELS


def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the object of these pairs; a problem if a key is among them twice."""
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    seen: set[str] = set()
    for key, _ in pairs:
        if key in seen:
            break
        seen.add(key)
    raise RefusedError("duplicate_key", f"The key {key!r:.80} appears twice.")


def read_integer(digits: str) -> int:
    """Return an integer; for one of more digits than any limit has, `TOO_LARGE` with its sign."""
    if len(digits) <= MAX_DIGITS:
        return int(digits)
    return -TOO_LARGE if digits.startswith("-") else TOO_LARGE


def read_number(text: str) -> float:
    """Return a number with a fraction or an exponent: an integer if its value is one, as 3.0 is.

    So JSON Schema has it. Of an integer beyond every limit, only the sign and size matter.
    """
    rounded = float(text)
    if abs(rounded) >= TOO_LARGE:
        return TOO_LARGE if rounded > 0 else -TOO_LARGE
    if not rounded:
        # It is zero or, with another digit before its exponent, too small for a floating number.
        return rounded if DIGIT.search(text.lower().partition("e")[0]) else 0
    exact = Decimal(text)
    return int(exact) if exact == exact.to_integral_value() else rounded


def number_in(text: str) -> float | None:
    """Return the number that is written in a text as in JSON, an integer if it is one."""
    number = _NUMBER.fullmatch(text)
    if number is None:
        return None
    return read_number(text) if number[2] or number[3] else read_integer(text)


def _refuse_constant(name: str) -> NoReturn:
    raise RefusedError("invalid_json", f"The body is not JSON: {name} is no JSON number.")


def _replace_lone_surrogates(value: Any) -> Any:
    """Return `value` with U+FFFD for each lone surrogate, which no answer could repeat."""
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, list):
        return [_replace_lone_surrogates(each) for each in value]
    if isinstance(value, dict):
        return {
            _replace_lone_surrogates(key): _replace_lone_surrogates(each)
            for key, each in value.items()
        }
    return value


_decoder = json.JSONDecoder(
    object_pairs_hook=unique,
    parse_int=read_integer,
    parse_float=read_number,
    parse_constant=_refuse_constant,
)
