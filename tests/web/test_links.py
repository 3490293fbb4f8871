"""Links as the modules of the page read and write them, beside what the service makes of them."""

from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import parse_qsl

import pytest
import requests
from playwright.sync_api import Browser

from service.players import BY_STRENGTH
from tests.web.board import EMPTY_3X3

READ = """async ([links, levels]) => {
    const { readLink, writeLink } = await import("/web/link.js");
    const { Position } = await import("/web/position.js");
    const { Rules } = await import("/web/rules.js");
    const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
    const defaults = {
        position: Position.empty(3, 3, new Rules(3)), X: "you", O: "master",
        x_strength: null, o_strength: 2, strengths: numbers, players: ["you", ...levels],
        time: 1000, times: [100, 300, 1000, 3000], pace: 250, paces: [0, 250, 1000, 3000],
    };
    return links.map((link) => {
        const { isDamaged, mistake, ...state } = readLink(`#${link}`, defaults);
        const { position, length } = state.game;
        return { board: position.rows.join("/"), to_move: position.toMove, moves: length,
                 is_damaged: isDamaged, link: writeLink(state).slice(1) };
    });
}"""
"""What each link leads to, and the link that the page shows then."""
Read = Callable[..., list[dict[str, Any]]]


@pytest.fixture(scope="module")
def read(browser: Browser, base_url: str) -> Iterator[Read]:
    """Provide a reader of links in the browser."""
    page = browser.new_page(base_url=base_url)
    page.goto("/")
    yield lambda *links: page.evaluate(READ, [links, BY_STRENGTH])
    page.close()


def fields(link: str) -> dict[str, str]:
    """Return the fields of a link."""
    return dict(parse_qsl(link))


WHOLE = (
    "", "o=rules", "/move?board=.../.../...&row_length=3&width=3", "board=3x3&k=3&x=you",
    "board=.../.../...&k=3&time=300&analysis=0", "board=3x3&k=3&gravity=0",
    "board=3x3&k=3&wrap=none",
)  # fmt: skip
DAMAGED = (
    "nonsense", "%", "k=3", "board=3x3", "board=&k=3", "board=X?/..&k=2", "board=../.&k=2",
    "board=../..&k=0", "board=../..&k=x", "board=3x&k=3&moves=b2", "board=99999x99999&k=5",
    "board=3x3&row_length=3&width=4&height=3", "board=3x3&row_length=3&k=3",
    "board=3x3&k=3&to_mo", "board=3x3&k=3&to_move=", "board=3x3&k=3&moves=",
    "x=nobody&o=toString&time=7", "board=3x3&k=3&at=x", "analysis=yes", "board=XXOOO.X..&k=3",
    "board=3x3&k=3&gravity=yes", "board=3x3&k=3&wrap=1", "misere=1", "board=3x3&k=3&lang=tlh",
)  # fmt: skip


def test_a_damaged_link_is_known_and_begins_a_game_of_tic_tac_toe(read: Read) -> None:
    """A row of nine might be meant as a square, so the page refuses it as the service does."""
    for link, told in zip(WHOLE + DAMAGED, read(*WHOLE, *DAMAGED), strict=True):
        assert told["is_damaged"] == (link in DAMAGED), link
        assert (told["board"], told["moves"], told["to_move"]) == (EMPTY_3X3, 0, "X"), link
        assert "gravity" not in told["link"], link


@pytest.mark.parametrize(
    ("link", "board", "is_damaged", "kept"),
    [
        ("board=XO./.../...&k=3&to_move=X&moves=a2,b2&time=1000", "XO./XO./...", False,
         {"moves": "a2,b2", "board": "XO./.../..."}),
        # The game is over with a row of X, or begins so.
        ("board=3x3&k=3&moves=a3,a2,b3,b2,c3,c2", "XXX/OO./...", True,
         {"moves": "a3,a2,b3,b2,c3"}),
        ("board=XXX/OO./...&k=3&moves=c2", "XXX/OO./...", True, {"board": "XXX/OO./..."}),
        ("board=X.......O&width=9&height=1&k=3", "X.......O", False,
         {"width": "9", "height": "1"}),
        ("board=X.......O&width=9&height=1&row_length=3", "X.......O", False, {"k": "3"}),
        ("board=4x3&k=3&gravity=1&to_move=O&moves=b1,b2,c1&at=1", "..../..../.O..", False,
         {"at": "1", "moves": "b1,b2,c1", "gravity": "1"}),
        ("board=30x2&k=3&moves=aa2,z1", f"{'.' * 26}X.../{'.' * 25}O....", False,
         {"moves": "aa2,z1"}),
        ("board=..../.%23../X.OX&k=3&to_move=X&gravity=1&wrap=vertical&exact=1&misere=1&any=1",
         "..../.#../X.OX", False,
         {"gravity": "1", "wrap": "vertical", "exact": "1", "misere": "1", "any": "1"}),
        # As far as moves are legal, and at most as far as there are any.
        *(("board=3x3&k=3&at=99&moves=" + moves, ".../.X./O..", True, {"moves": "b2,a1"})
          for moves in ("b2,a1,b2", "b2,a1,d1", "b2,a1,?,c3", "b2,a1,a0", "b2,a1,a4")),
        ("board=..../.%23../X.OX&k=3&to_move=X&gravity=1&moves=c2,d2,b1", "..../.#XO/X.OX", True,
         {"moves": "c2,d2"}),
        # The falling stones of a board that cannot be read are kept.
        *((link, EMPTY_3X3, True, {"gravity": "1"})
          for link in ("board=7x&k=4&gravity=1", "board=7x6&gravity=1", "gravity=1&board=&k=3")),
        # A bad strength is full strength.
        *((f"board=3x3&k=3&o=master&o_strength={wrong}", EMPTY_3X3, True, {"o": "master"})
          for wrong in ("0", "11", "x", "-1", "1.5")),
    ],
)  # fmt: skip
def test_a_link_is_read_and_written_again(
    read: Read, link: str, board: str, is_damaged: bool, kept: dict[str, str]
) -> None:
    (told,) = read(link)
    assert (told["board"], told["is_damaged"]) == (board, is_damaged)
    written = fields(told["link"])
    assert kept.items() <= written.items()
    assert "o_strength" not in written or "o_strength" not in link
    (again,) = read(told["link"])
    assert again == told | {"is_damaged": False}


@pytest.mark.parametrize(
    ("query", "board", "to_move", "rules"),
    [("width=4&height=3&row_length=3&gravity=true&moves=b,2,b3&level=rules&seed=1",
      ".X../.O../.X..", "O", {"gravity": "1"}),
     ("board=X_O/+++/--%23&row_length=3&any_position=true&to_move=O&time_limit_ms=50&id=a",
      "X.O/.../..#", "O", {"any": "1"}),
     ("board=.../.../...&row_length=3&moves=b2&to_move=X&wrap=both&exact=false",
      ".../.O./...", "X", {"wrap": "both"}),
     ("board=X../.../...&k=3&misere=true", "X../.../...", "O", {"misere": "1"})],
)  # fmt: skip
def test_a_question_is_a_link_of_the_page(
    read: Read, base_url: str, query: str, board: str, to_move: str, rules: dict[str, str]
) -> None:
    """The question as it stands, or the link to the service with it."""
    asked = requests.get(f"{base_url}/move?{query}&evaluate=none", timeout=60).json()
    assert asked["to_move"] == to_move
    for told in read(query, f"/move?{query}"):
        assert (told["board"], told["to_move"], told["is_damaged"]) == (board, to_move, False)
        names = {"gravity", "wrap", "exact", "misere", "any"}
        assert {name: value for name, value in fields(told["link"]).items()
                if name in names} == rules  # fmt: skip


@pytest.mark.parametrize(
    ("link", "question"),
    [("board=X.......O&width=9&height=1&k=3&analysis=1",
      {"board": ["X.......O"], "width": 9, "height": 1}),
     # About the position on view, under its rules, whoever began.
     ("board=4x3&k=3&gravity=1&to_move=O&moves=b1,b2,c1&at=1&x=you&o=you&time=3000&analysis=1",
      {"board": ["....", "....", ".O.."], "gravity": True, "to_move": "X"})],
)  # fmt: skip
def test_a_link_of_the_page_is_a_question(
    read: Read, base_url: str, link: str, question: dict[str, Any]
) -> None:
    (told,) = read(link)
    by_link = requests.get(f"{base_url}/move?{told['link']}", timeout=60).json()
    answer = requests.post(f"{base_url}/move", json={**question, "row_length": 3}, timeout=60)
    ignored = dict.fromkeys(("search", "mistake", "last_move"))
    assert by_link | ignored == answer.json() | ignored
