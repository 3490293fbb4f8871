"""The languages in which people read: messages with placeholders, and their translations.

A message is made where it is meant and rendered where the language of the reader is known. The
English text is its name in the catalogues, `LANGUAGE.po` beside this file.
"""

from service.languages.catalogue import ENGLISH, LANGUAGES, Language, catalogue, translations
from service.languages.message import Listed, Message, Value, counted, say

__all__ = [
    "ENGLISH", "LANGUAGES", "Language", "Listed", "Message", "Value", "catalogue", "counted", "say",
    "translations",
]  # fmt: skip
