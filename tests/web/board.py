"""The page to play on, as a player sees and uses it."""

import re
from urllib.parse import urlencode

from playwright.sync_api import Locator, Page, expect

from tests.web.browser import PATIENCE_MS

EMPTY_3X3 = ".../.../..."
CELLS = {"empty": ".", "wall": "#"}
"""What the page calls cells without a stone, as they are written."""
LOOK_MS = 20


class Table:
    """Finds things by what they are called, as people and screen readers do."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.status = page.locator("#status")
        self.note = page.locator("#note")
        self.analysis = page.get_by_role("region", name="Analysis")
        self.moves = page.get_by_role("list", name="Moves of the game").get_by_role("button")

    def open(self, board: str = EMPTY_3X3, k: int = 3, **fields: object) -> None:
        """Open the page at a position; the other fields are those of a link."""
        state = {"board": board, "k": k, "x": "you", "o": "you", **fields}
        self.visit("/#" + urlencode(state, safe="/"))
        self.expect_board(board)

    def visit(self, link: str) -> None:
        """Load the page anew, whatever it has shown, with a link."""
        if self.page.url != "about:blank":
            self.page.goto("about:blank")
        self.page.goto(link)

    def cell(self, row: int, column: int) -> Locator:
        """Return a cell, counted from 1 at the top left."""
        return self.page.get_by_role("row").nth(row - 1).get_by_role("gridcell").nth(column - 1)

    def label(self, row: int, column: int) -> str:
        """Return what a screen reader says of a cell."""
        return self.cell(row, column).get_attribute("aria-label") or ""

    def play(self, *places: tuple[int, int]) -> None:
        """Play on cells, one after the other, for both sides."""
        for row, column in places:
            self.settle()
            self.cell(row, column).click()
            expect(self.cell(row, column)).not_to_have_accessible_name(re.compile("empty"))
        self.settle()

    def press(self, name: str) -> None:
        """Press a button, and wait for the editor if that has to come."""
        button = self.page.get_by_role("button", name=name, exact=True)
        is_on = button.get_attribute("aria-pressed") == "true"
        button.click()
        if name == "Edit":
            expect(button).to_have_attribute("aria-pressed", str(not is_on).lower())

    def choose(self, name: str, choice: str) -> None:
        """Choose one of some."""
        self.page.get_by_role("radio", name=choice, exact=True).and_(
            self.page.get_by_role("group", name=name).get_by_role("radio")
        ).check(force=True)

    def settle(self) -> None:
        """Wait until the service has said how the game stands, and a level has moved."""
        expect(self.page.get_by_role("grid")).to_have_attribute("aria-busy", "false")

    def expect_board(self, board: str) -> None:
        """Wait until the board shows these rows."""
        for _ in range(PATIENCE_MS // LOOK_MS):
            if self.read() == board:
                break
            self.page.wait_for_timeout(LOOK_MS)
        assert self.read() == board
        self.settle()

    def read(self) -> str:
        """Return the board as it is now, in rows."""
        names = self.page.evaluate(
            "[...document.querySelectorAll('[role=row]')]"
            ".map(row => [...row.children].map(cell => cell.ariaLabel))"
        )
        marks = [[re.sub(r"^[^:]*: (\w+).*$", r"\1", name) for name in row] for row in names]
        return "/".join("".join(CELLS.get(mark, mark) for mark in row) for row in marks)

    def free_cells(self) -> list[tuple[int, int]]:
        """Return the empty cells, counted from 1 at the top left."""
        return [
            (row, column)
            for row, cells in enumerate(self.read().split("/"), 1)
            for column, mark in enumerate(cells, 1)
            if mark == "."
        ]

    def mistakes(self) -> list[str]:
        """Return the mistakes in the list, once the service has been asked for them."""
        expect(
            self.page.get_by_text(re.compile(r"^(No mistake is proven|\d+ mistakes?)[.;]"))
        ).to_be_visible()
        listed = self.page.get_by_role("list", name="Mistakes").get_by_role("button")
        return [" ".join(text.split()) for text in listed.all_text_contents()]

    def field(self, name: str) -> Locator:
        """Return a place of the analysis."""
        return self.analysis.locator(f"[data-field={name}]")
