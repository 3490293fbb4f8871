"""The page of the map: tables of the solved games, of their proofs, and of the open games."""

from collections.abc import Iterable, Iterator

from service.game import Rules
from service.research.map.games import LONGEST, THEOREM
from service.research.map.record import Record, RecordFile

HARD_SECONDS = 0.1
"""Proofs that took longer are listed one by one."""

HEAD = """\
# The solved games

This page lists what is proven about every board of at most {cells} cells, with every row length,
from the empty board: {proven:,} games are solved, and {open:,} are open. `python -m service map`
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
\N{LESS-THAN OR EQUAL TO} if fewer may be enough. `=` is a draw, and `?` is an open game.

"""


def page(records: RecordFile, csv: str) -> str:
    """Return the text of the page; `csv` is the file of the records."""
    known = list(records)
    unsolved = [each for each in known if each.bounds.value is None]
    head = HEAD.format(
        cells=max((each.rules.cells for each in known), default=0),
        proven=len(known) - len(unsolved),
        open=len(unsolved),
        csv=csv,
        longest=LONGEST,
    )
    lengths = [*map(str, range(1, LONGEST)), f"{LONGEST}+"]
    hard = [each for each in known if each.bounds.value is not None and each.seconds > HARD_SECONDS]
    return "".join(
        [
            head,
            _table(["board", *lengths], _boards(records)),
            f"\n## What took more than {HARD_SECONDS:g} s\n\n",
            _table(
                ["game", "value", "proven by", "seconds", "nodes", "bytes of the certificate"],
                map(_proof, hard),
            ),
            *_open(unsolved),
        ]
    )


def _open(records: list[Record]) -> Iterator[str]:
    """Yield the section about open games, if there are any."""
    if records:
        yield "\n## What is open\n\nThe first player wins or it is a draw (strategy stealing).\n\n"
        trials = ([_name(each), f"{each.seconds:.1f}", f"{each.nodes:,}"] for each in records)
        yield _table(["game", "tried for seconds", "nodes"], trials)


def _boards(records: RecordFile) -> Iterator[list[str]]:
    """Yield the rows of the table of all games, one for each board."""
    sides = sorted({(each.rules.cells, each.height, each.width) for each in records})
    for _, height, width in sides:
        found = [
            records.find(Rules(width, height, row_length)) for row_length in range(1, LONGEST + 1)
        ]
        yield [
            f"{width}\N{MULTIPLICATION SIGN}{height}",
            *("" if each is None else _value(each) for each in found),
        ]


def _value(record: Record) -> str:
    """Write the value of a game as a sign or as the plies of a win."""
    match record.bounds.value:
        case None:
            return "?"
        case 0:
            return "="
    return f"{record.plies}" if record.exact else f"\N{LESS-THAN OR EQUAL TO} {record.plies}"


def _proof(record: Record) -> list[str]:
    value = "draw" if record.bounds.value == 0 else f"win in {_value(record)}"
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
    return f"{record.width}\N{MULTIPLICATION SIGN}{record.height}, {record.row_length}"


def _table(titles: list[str], rows: Iterable[list[str]]) -> str:
    """Write a table in Markdown."""
    lines = [titles, ["---"] * len(titles), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
