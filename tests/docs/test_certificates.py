"""The certificates that the documents list are those that are there, with what they claim."""

import re

from tests.docs.documents import PAGES, ROOT

FILES = sorted((ROOT / "docs" / "certificates").glob("*.txt"))


def test_each_is_listed_with_its_claim_and_size() -> None:
    expected = []
    for path in FILES:
        text = path.read_text(encoding="ascii")
        width, height, row_length = re.split("[x-]", path.stem)
        name = (
            f"[{width}\N{MULTIPLICATION SIGN}{height} with {row_length}](certificates/{path.name})"
        )
        claim = text.splitlines()[4].removeprefix("claim ")
        expected.append([name, claim, f"{text.count(chr(10)):,}", f"{len(text):,}"])
    assert PAGES["docs/certificates.md"].table("board") == expected
