"""A message: an English text with placeholders, which is rendered in the language of a reader."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Union

from babel.lists import format_list

from service.languages.catalogue import ENGLISH, catalogue

BETWEEN_SCRIPTS = re.compile(r"(?<=[0-9A-Za-z])(?=[一-鿿])|(?<=[一-鿿])(?=[0-9A-Za-z])")
"""What is between a Latin word, such as the name of a cell, and a Chinese one, where a space is."""


@dataclass(frozen=True, slots=True)
class Listed:
    """Names in a list, such as `a1, b2 or c3`; `kind` says whether it ends with "and" or "or"."""

    names: Sequence[Union[str, "Message"]]
    kind: Literal["and", "or"] = "and"

    def render(self, language: str = ENGLISH) -> str:
        """Return the list in a language."""
        # British English, like the other texts, has no comma before the last name.
        locale = "en_GB" if language == ENGLISH else language
        names = [name if isinstance(name, str) else name.render(language) for name in self.names]
        listed = format_list(names, "or" if self.kind == "or" else "standard", locale)
        return BETWEEN_SCRIPTS.sub(" ", listed)


Value = Union[str, int, Listed, "Message"]
"""What stands for a placeholder."""


@dataclass(frozen=True, slots=True)
class Message:
    """A text whose placeholders, such as `{move}`, are replaced by values of the same names."""

    text: str
    values: Mapping[str, Value]
    plural: str | None = None
    """The text for another number than one; the number is the value `count`."""

    def of(self, **values: Value) -> "Message":
        """Return the message with these values in the place of its own."""
        return Message(self.text, values, self.plural)

    def render(self, language: str = ENGLISH) -> str:
        """Return the message in a language."""
        texts, count = catalogue(language), self.values.get("count")
        text = (
            texts.ngettext(self.text, self.plural, count)
            if self.plural is not None and isinstance(count, int)
            else texts.gettext(self.text)
        )
        rendered = {
            name: value if isinstance(value, (str, int)) else value.render(language)
            for name, value in self.values.items()
        }
        return text.format_map(rendered)


def say(text: str, **values: Value) -> Message:
    """Return a message. Its text is extracted from the source: it is a literal in every call."""
    return Message(text, values)


def counted(text: str, plural: str, count: int, **values: Value) -> Message:
    """Return a message with the number `{count}`; both texts are literals, as of `say`."""
    return Message(text, {"count": count, **values}, plural)
