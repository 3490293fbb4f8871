"""The page to play on, as a player sees and uses it."""

import re
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Locator, Page, Request, expect

from tests.web.browser import PATIENCE_MS

EMPTY_3X3 = ".../.../..."
CELLS = {"empty": ".", "wall": "#"}
"""What the page calls cells without a stone, as they are written."""
LOOK_MS = 20
Text = str | re.Pattern[str]
Act = tuple[str, dict[str, Any]]
"""Steps, with bars between them, and what the page shows after them, as `Table.shows` takes it."""
DEFAULTS = "&k=3&x=you&o=you"
"""The fields of a link that leaves them out: tic-tac-toe between two people."""


def scenes(told: dict[str, list[Act]], thorough: Iterable[str] = ()) -> pytest.MarkDecorator:
    """Return what tries scenes by their names, some of them in the thorough tier alone."""
    return pytest.mark.parametrize(
        "acts",
        [
            pytest.param(acts, id=name, marks=[pytest.mark.thorough] * (name in thorough))
            for name, acts in told.items()
        ],
    )


class Table:
    """Finds things by what they are called, as people and screen readers do."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.status = page.locator("#status")
        self.note = page.locator("#note")
        self.last = page.locator("#last")
        self.judgement = page.locator("#moves [role=status]")
        self.strength = page.locator("label:has([name=strengthO]) strong")
        self.analysis = page.get_by_role("region", name="Analysis")
        self.moves = page.get_by_role("list", name="Moves of the game").get_by_role("button")

    def open(self, board: str = EMPTY_3X3, k: int = 3, **fields: object) -> None:
        """Open the page at a position; the other fields are those of a link."""
        state = {"board": board, "k": k, "x": "you", "o": "you", **fields}
        self.visit("/#" + urlencode(state, safe="/"))
        self.expect_board(board)

    def open_game(self, moves: str, board: str = "3x3", k: int = 3, **fields: object) -> None:
        """Open a game after its last move; the other fields are those of a link."""
        state = {"board": board, "k": k, "x": "you", "o": "you", "moves": moves, **fields}
        self.visit("/#" + urlencode(state, safe=","))
        expect(self.moves).to_have_count(moves.count(",") + 1)

    def visit(self, link: str) -> None:
        """Load the page anew, whatever it has shown, with a link."""
        if self.page.url != "about:blank":
            self.page.goto("about:blank")
        self.page.goto(link)

    def cell(self, row: int, column: int) -> Locator:
        """Return a cell, counted from 1 at the top left."""
        return self.page.get_by_role("row").nth(row - 1).get_by_role("gridcell").nth(column - 1)

    def named(self, name: str) -> Locator:
        """Return a cell by its name, such as b2."""
        return self.page.get_by_role("gridcell", name=re.compile(f"^{name}: "))

    def play(self, *places: tuple[int, int] | str) -> None:
        """Play on cells, one after the other, for both sides."""
        for place in places:
            cell = self.named(place) if isinstance(place, str) else self.cell(*place)
            self.settle()
            cell.click()
            expect(cell).not_to_have_accessible_name(re.compile("empty"))
        self.settle()

    def act(self, acts: list[Act]) -> None:
        """Take the steps of a scene, and wait after those of each act for what is expected."""
        for steps, shown in acts:
            for step in steps.split(" | "):
                self.take(step)
            self.shows(**shown)

    def take(self, step: str) -> None:
        """Follow a link, play on a cell, press a button or a key, or set a field of a form.

        Such as "#board=3x3", "b2", "Hint", "key: u", "Width: 4" and "Stones fall: on". A cell is
        only pressed by "cell: b2", and by a key on it by "cell: b2 Enter"; what is folded is opened
        by "open: Other rules", and "link: Next" and "browser: back" lead elsewhere.
        """
        name, _, value = step.partition(": ")
        if step.startswith(("/", "#")):
            self.visit(step if step[0] == "/" else f"/{step}{DEFAULTS}")
        elif re.fullmatch(r"[a-z]\d+", step):
            self.play(step)
        elif name == "key":
            self.page.keyboard.press(value)
        elif name == "cell":
            place, _, key = value.partition(" ")
            if key:
                self.named(place).press(key)
            else:
                self.named(place).click()
        elif name == "open":
            self.page.get_by_text(value, exact=True).click()
        elif name == "link":
            self.page.get_by_role("link", name=value, exact=True).click()
        elif name in ("To move", "On the board"):
            self.choose(name, value)
        elif name == "browser":
            walk = {"back": self.page.go_back, "forward": self.page.go_forward}
            walk.get(value, self.page.reload)()
        elif value:
            self.set(name, value)
        else:
            self.press(step)

    def set(self, name: str, value: str) -> None:
        """Set a field of a form: a switch to on or off, a slider by a key, a choice, or a text."""
        field = self.labelled(name)
        match field.evaluate("field => field.type"):
            case "checkbox":
                field.set_checked(value == "on")
            case "select-one":
                field.select_option(value)
            case "range":
                field.press(value)
            case _:
                field.fill(value)

    def labelled(self, name: str) -> Locator:
        """Return the field of a form with this label."""
        # The label of a choice has the texts of all its options after its own.
        labelled = self.page.get_by_label(re.compile(rf"^\s*{re.escape(name)}"))
        return labelled.and_(self.page.locator("input, select, textarea"))

    def button(self, name: str) -> Locator:
        """Return the button with this name."""
        return self.page.get_by_role("button", name=name, exact=True)

    def press(self, *names: str) -> None:
        """Press buttons, one after the other."""
        for name in names:
            self.button(name).click()

    def choose(self, name: str, choice: str) -> None:
        """Choose one of some."""
        self.page.get_by_role("radio", name=choice, exact=True).and_(
            self.page.get_by_role("group", name=name).get_by_role("radio")
        ).check(force=True)

    def settle(self) -> None:
        """Wait until the service has said how the game stands, and a level has moved."""
        expect(self.page.get_by_role("grid")).to_have_attribute("aria-busy", "false")

    def shows(
        self,
        board: str = "",
        *,
        moves: int | None = None,
        cells: Iterable[Text] = (),
        says: Text | None = None,
        disabled: str = "",
        hidden: str = "",
        url: str = "",
        **texts: Text,
    ) -> None:
        """Wait until the page shows so many moves, cells with names, texts in places, and a board.

        A place is the status, the note, the last move, or a field of the analysis; what the page
        `says` stands anywhere. A button may have to be disabled, a button or a field to be hidden,
        and the address to have a part.
        """
        if moves is not None:
            expect(self.moves).to_have_count(moves)
        for place, text in texts.items():
            found = getattr(self, place, None) or self.field(place.replace("_", "-"))
            expect(found).to_have_text(text)
        for name in cells:
            cell = self.page.get_by_role("gridcell", name=name, exact=True)
            expect(cell).to_have_count(1)
        if says is not None:
            expect(self.page.get_by_text(says)).to_be_visible()
        if disabled:
            expect(self.button(disabled)).to_be_disabled()
        if hidden:
            expect(self.button(hidden).or_(self.labelled(hidden))).to_be_hidden()
        if url:
            expect(self.page).to_have_url(re.compile(re.escape(url)))
        if board:
            self.expect_board(board)

    def requests(self) -> list[Request]:
        """Return what the page asks for from now on, in a list that grows."""
        asked: list[Request] = []
        self.page.on("request", lambda request: asked.append(request))
        return asked

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
