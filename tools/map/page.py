"""The pages of the map: tables of the solved games, of their proofs, and of the open games."""

from collections.abc import Iterable, Iterator, Sequence

from service.solver.book import Switch
from tools.map.games import LONGEST, THEOREM
from tools.map.record import Record

HARD_SECONDS, LONG_SECONDS = 0.1, 8.0
"""Proofs of plain games, and of games with a switch, that took longer are listed one by one."""

HEAD = """\
# The solved games

This page lists what is proven about every board of at most {cells} cells, with every row length,
from the empty board: {proven:,} games are solved, and {open:,} are open. `python -m tools.map`
has made the page; [proofs](proofs.md#the-map-of-the-solved-games) describes how. [One
table]({csv}) has all data: the cost of each proof, first moves, lines of play.

- A board that is turned is the same game, so the width is at least the height.
- A row longer than the width fits nowhere. Such games are draws, and are not listed.
- With {longest} or more in a row every game is a draw, which follows from the next point.
- A *weak draw* is a draw that the second player holds even in the weak game (Maker-Breaker
  game), in which only the lines of the first player count. Then every smaller board, which has
  fewer lines, and every longer row, which contains a shorter one, is a draw, too. Such games are
  *implied*. A win, or another draw, implies nothing about other games.
- Times are processor time of one thread.

## Every game

A number is the number of plies within which the first player wins, with
\N{LESS-THAN OR EQUAL TO} if fewer may be enough. `=` is a draw, and `?` is an open game. The last
column stands for all longer rows, too.

"""

SWITCHED_HEAD = """\
# The solved games under other rules

This page lists what is proven about small boards if one rule differs from the [plain
game](solved_games.md), with every row length up to the longer side, from the empty board:
{proven:,} games are solved, and {open:,} are open. `python -m tools.map --rules gravity`, and so
on for the other rules, has made the page; [proofs](proofs.md#the-map-of-the-solved-games) describes
how. [One table]({csv}) has all data: the cost of each proof, lines of play.

- A number is the number of plies after which the game ends under best play. Without a sign the
  first player wins, and with a minus the second player does. With
  \N{LESS-THAN OR EQUAL TO} fewer may be enough. `=` is a draw, and `?` is an open game.
- The last column of a table stands for all longer rows, too.
- Times are processor time of one thread.
"""

TURNED = "A board that is turned is the same game, so the width is at least the height."
SECTIONS: dict[Switch, tuple[str, str]] = {
    "gravity": (
        "Stones fall",
        "The width comes first. On boards of more than 25 cells no row is longer than five.",
    ),
    "horizontal": (
        "The left edge is joined to the right one",
        "The width comes first. Joined top and bottom edges are the same game on the turned board.",
    ),
    "both": (
        "All edges are joined",
        f"{TURNED}\nRows longer than the width fit over some diagonals, but are not listed.",
    ),
    "exact": ("A longer run is no row", TURNED),
    "misere": ("Whoever makes a row loses", TURNED),
}
"""The title of the section of each switch, and what it says."""


def page(records: Iterable[Record], csv: str) -> str:
    """Return the text of the page of plain games; `csv` is the file of the records."""
    records = list(records)
    unsolved = [record for record in records if record.bounds.value is None]
    head = HEAD.format(
        cells=max((record.rules.cells for record in records), default=0),
        proven=len(records) - len(unsolved),
        open=len(unsolved),
        csv=csv,
        longest=LONGEST,
    )
    solved = (record for record in records if record.bounds.value is not None)
    hard = [record for record in solved if record.seconds > HARD_SECONDS]
    return "".join(
        [
            head,
            _boards(records),
            *_costly(hard, HARD_SECONDS, ["bytes of the certificate"]),
            *_open(unsolved, "The first player wins or it is a draw (strategy stealing)."),
        ]
    )


def switched_page(records: Iterable[Record], csv: str) -> str:
    """Return the text of the page of games with a switch; `csv` is the file of the records."""
    records = list(records)
    unsolved = [record for record in records if record.bounds.value is None]
    proven = len(records) - len(unsolved)
    parts = [SWITCHED_HEAD.format(proven=proven, open=len(unsolved), csv=csv)]
    for switch, (title, text) in SECTIONS.items():
        of_switch = [record for record in records if record.switch == switch]
        if of_switch:
            # A board of one row is the first of its size; of larger boards only some are tried.
            cells = max((record.width for record in of_switch if record.height == 1), default=0)
            some = ", and some larger boards" * (of_switch[-1].rules.cells > cells)
            parts += [
                f"\n## {title}\n\n",
                f"`--rules {switch}`, at most {cells} cells{some}. {text}\n\n",
                _boards(of_switch),
            ]
    solved = (record for record in records if record.bounds.value is not None)
    parts += _costly([record for record in solved if record.seconds > LONG_SECONDS], LONG_SECONDS)
    return "".join([*parts, *_open(unsolved, "These games took all the time that they had.")])


def _costly(records: list[Record], seconds: float, also: Sequence[str] = ()) -> Iterator[str]:
    """Yield the section about proofs that took more than so many seconds.

    `also` has the title of the last column, which is about certificates, if it is to be written.
    """
    titles = ["game", "value", "proven by", "seconds", "nodes", *also]
    yield f"\n## What took more than {seconds:g} s\n\n"
    yield _table(titles, (_proof(record)[: len(titles)] for record in records))


def _open(records: list[Record], text: str) -> Iterator[str]:
    """Yield the section about open games, if there are any."""
    if records:
        yield f"\n## What is open\n\n{text}\n\n"
        trials = ([_name(game), f"{game.seconds:.1f}", f"{game.nodes:,}"] for game in records)
        yield _table(["game", "tried for seconds", "nodes"], trials)


def _boards(records: list[Record]) -> str:
    """Write the table of games, a row for each board, without columns that say nothing new."""
    values: dict[str, list[str]] = {}
    for record in records:
        board = f"{record.width}\N{MULTIPLICATION SIGN}{record.height}"
        row = values.setdefault(board, [])
        row += [""] * (record.row_length - 1 - len(row)) + [_value(record)]
    last = max((_news(row) for row in values.values()), default=1)
    rows = ([board, *(row + [""] * last)[:last]] for board, row in values.items())
    return _table(["board", *map(str, range(1, last)), f"{last}+"], rows)


def _news(values: list[str]) -> int:
    """Return from which row length on all values are equal."""
    return max((n for n in range(2, len(values) + 1) if values[n - 2] != values[n - 1]), default=1)


def _value(record: Record) -> str:
    """Write the value of a game as a sign or as the plies of a win, with a minus of a loss."""
    match record.bounds.value:
        case None:
            return "?"
        case 0:
            return "="
    plies = f"{record.plies}" if record.bounds.value == 1 else f"\N{MINUS SIGN}{record.plies}"
    return plies if record.exact else f"\N{LESS-THAN OR EQUAL TO} {plies}"


def _proof(record: Record) -> list[str]:
    outcome = {0: "draw", 1: f"win in {_value(record)}", -1: f"loss in {record.plies}"}
    value = outcome[record.bounds.value or 0]
    size = record.certificate_bytes
    return [
        _name(record),
        f"{value}, weak" if record.weak_draw else value,
        f"implied by {record.by}" if record.method == THEOREM else f"{record.method}",
        f"{record.seconds:.1f}",
        f"{record.nodes:,}",
        "" if size is None else f"{size:,}",
    ]


def _name(record: Record) -> str:
    name = f"{record.width}\N{MULTIPLICATION SIGN}{record.height}, {record.row_length}"
    return f"{name}, {record.switch}" if record.switch else name


def _table(titles: list[str], rows: Iterable[list[str]]) -> str:
    """Write a table in Markdown."""
    lines = [titles, ["---"] * len(titles), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
