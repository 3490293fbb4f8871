"""The page to play on, as a player sees and uses it."""

from __future__ import annotations

import re
from urllib.parse import urlencode

from playwright.sync_api import Locator, Page, expect

EMPTY_3X3 = ".../.../..."


class Table:
    """Finds things by what they are called, as people and screen readers do."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.status = page.locator("#status")
        self.note = page.locator("#note")
        self.analysis = page.get_by_role("region", name="Analysis")

    def open(self, board: str = EMPTY_3X3, k: int = 3, **fields: object) -> None:
        """Open the page at a position; the other fields are those of a link."""
        state = {"board": board, "k": k, "x": "you", "o": "you", **fields}
        self.page.goto("about:blank")
        self.page.goto("/#" + urlencode(state, safe="/"))
        self.expect_board(board)

    def cell(self, row: int, column: int) -> Locator:
        """A cell, counted from 1."""
        return self.page.get_by_role("gridcell", name=f"row {row}, column {column}:")

    def label(self, row: int, column: int) -> str:
        """What a screen reader says of a cell."""
        return self.cell(row, column).get_attribute("aria-label") or ""

    def play(self, *places: tuple[int, int]) -> None:
        """Play on cells, one after the other, for both sides."""
        for row, column in places:
            self.cell(row, column).click()
            expect(self.cell(row, column)).not_to_have_accessible_name(re.compile("empty"))

    def press(self, name: str) -> None:
        """Press a button."""
        self.page.get_by_role("button", name=name, exact=True).click()

    def choose(self, name: str, choice: str) -> None:
        """Choose one of some."""
        self.page.get_by_role("radio", name=choice, exact=True).and_(
            self.page.get_by_role("group", name=name).get_by_role("radio")
        ).check(force=True)

    def expect_board(self, board: str) -> None:
        """Wait until the board shows these rows; it is read from the accessible names."""
        rows = board.split("/")
        for row, cells in enumerate(rows, 1):
            for column, mark in enumerate(cells, 1):
                shown = "empty" if mark == "." else mark
                name = re.compile(rf"row {row}, column {column}: {shown}")
                expect(self.cell(row, column)).to_have_accessible_name(name)

    def read(self) -> str:
        """The board as it is now, in rows."""
        rows = []
        for row in self.page.get_by_role("row").all():
            names = [
                cell.get_attribute("aria-label") or "" for cell in row.get_by_role("gridcell").all()
            ]
            marks = [re.sub(r"^.*: (\w+).*$", r"\1", name) for name in names]
            rows.append("".join("." if mark == "empty" else mark for mark in marks))
        return "/".join(rows)
