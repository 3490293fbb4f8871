"""What a line asks: a question, and what a data frame has beside it, which is passed through."""

import re
from difflib import get_close_matches
from typing import Any, NamedTuple

from service.heaps.questions import Line
from service.questions.json_text import TOO_LARGE, parse_json
from service.questions.refusals import RefusedError
from service.questions.schemas import MoveRequest
from service.settings import Settings

EXTRA = "extra"
"""The name under which a result has what is passed through."""
ALIKE = 0.8
"""How similar a name is to that of a field which it is taken for, misspelt, from 0 to 1."""
LETTERS = re.compile("[^a-z]")


def _plain(name: str) -> str:
    return LETTERS.sub("", name.lower())


FIELDS = [_plain(name) for name in MoveRequest.model_fields if name != "id"]
"""What a misspelt name is similar to. Of an `id` nothing depends."""


class Asked(NamedTuple):
    """A question as `POST /move` takes it, and what its result has beside the answer."""

    question: Any = None
    returned: dict[str, Any] = {}  # noqa: RUF012  # It is never changed.
    """Its `id`, if that is a number."""
    extra: dict[str, Any] = {}  # noqa: RUF012
    """What else is in the line, under names that are no fields, nor similar to one."""


def read_asked(line: Line, settings: Settings) -> Asked:
    """Return what a line asks; `RefusedError` if it is no JSON."""
    if line is None:
        detail = f"The line is larger than {settings.max_body_bytes} bytes."
        raise RefusedError("body_too_large", detail)
    asked = parse_json(line)
    if not isinstance(asked, dict):
        return Asked(asked)
    extra = {name: value for name, value in asked.items() if _is_foreign(name)}
    number = asked.get("id")
    # A truth value is a number to Python, but not of this very type.
    returned = {"id": number} if type(number) is int and abs(number) < TOO_LARGE else {}
    question = {name: asked[name] for name in asked if name not in extra | returned}
    return Asked(question, returned, extra)


def _is_foreign(name: str) -> bool:
    """Return whether a name is no field, even misspelt."""
    return name not in MoveRequest.model_fields and not get_close_matches(
        _plain(name), FIELDS, 1, ALIKE
    )
