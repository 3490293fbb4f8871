"""A board as text for a terminal, and as a picture for pages, notebooks and paper, in SVG."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from textwrap import shorten
from zlib import crc32

from service.game.names import name_column

CELL = 32
"""The side of a cell in pixels; the names of rows and columns get as much room."""
MOST_NAMES = 40
"""How many rows or columns are named; of more only every second, third and so on."""
MOST_TOLD = 500
"""How many characters of the rows a screen reader is told."""
MARGIN = 0.2
"""The room beside the board where no names are; all lengths are in cells."""
BLUE, ORANGE, INK, EDGE = "#2b55d3", "#b84a00", "#1c2130", "#7d89a8"
PALE, SURFACE, WON = "#ffb566", "#ffffff", "#c9ecd6"
"""The colours of the page when it is light."""

Stroke = tuple[float, float, str]
"""The length and the width of a stroke, and its colour; one without length is round."""
RINGS: dict[str, list[Stroke]] = {
    "X": [(1, 0.26, BLUE), (0.26, 1, BLUE)],
    "O": [(0, 1.12, ORANGE), (0, 0.66, SURFACE)],
}
"""The stones as a cross of two bars, and as a ring."""
DISCS: dict[str, list[Stroke]] = {
    "X": [(0, 1.2, BLUE), (0.6, 0.16, SURFACE), (0.16, 0.6, SURFACE)],
    "O": [(0, 1.2, ORANGE), (0, 1.12, PALE), (0, 0.68, ORANGE), (0, 0.44, PALE)],
}
"""The stones where they fall: dark discs with a cross and pale ones with a ring, for every eye."""


def draw_text(rows: Sequence[str], apart: str = " ") -> str:
    """Return `rows` of `X`, `O`, `.` and `#` with the names of rows and columns beside them.

    Between the cells of a row is what keeps them `apart`.
    """
    height, letters = len(rows), [name_column(column) for column in range(len(rows[0]))]
    margin, space = len(str(height)), len(letters[-1])
    lines = [(str(height - index), row) for index, row in enumerate(rows)]
    return "\n".join(
        f"{label:>{margin}} {apart.join(text.rjust(space) for text in texts)}"
        for label, texts in [*lines, ("", letters)]
    )


def draw_svg(
    rows: Sequence[str],
    line: Collection[int],
    last: int | None,
    marked: Collection[int],
    *,
    discs: bool,
) -> str:
    """Return the picture of `rows` of `X`, `O`, `.` and `#`, the top row first.

    The cells of a `line` are shaded, the `last` move has a dot, and `marked` cells have a frame.
    The picture has a ground of its own, so that it can be seen on any page. However many stones
    there are, it has few elements, and a stone takes six characters.
    """
    width, height, cells = len(rows[0]), len(rows), "".join(rows)
    across, down = width + 1 + MARGIN, height + 1 + MARGIN

    def squares(indices: Iterable[int], side: str = "1") -> str:
        places = (divmod(each, width) for each in indices)
        return "".join(f"M{x} {y}h{side}v{side}h-{side}z" for y, x in places)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{across * CELL:g}"',
        f' height="{down * CELL:g}" viewBox="-1 {-MARGIN} {across:g} {down:g}" role="img"',
        f' aria-label="{shorten(" ".join(rows), MOST_TOLD, placeholder=" …")}" fill="none">',
        f'<path fill="{SURFACE}" d="M-1 {-MARGIN}h{across:g}v{down:g}h-{across:g}z"/>',
        f'<path fill="{WON}" d="{squares(line)}"/>',
        f'<path fill="{EDGE}" d="{squares(i for i, mark in enumerate(cells) if mark == "#")}"/>',
        # All lines of a direction are the dashes of one that is as wide as the board.
        f'<g stroke="{EDGE}" stroke-dasharray=".04 .96">',
        f'<path stroke-width="{height}" d="M-.02 {height / 2:g}h{width + 0.04}"/>',
        f'<path stroke-width="{width}" d="M{width / 2:g}-.02v{height + 0.04}"/></g>',
    ]
    for side, strokes in (DISCS if discs else RINGS).items():
        places = [divmod(index, width) for index, mark in enumerate(cells) if mark == side]
        parts += _stones(places, strokes)
    if last is not None:
        y, x = divmod(last, width)
        parts.append(f'<circle cx="{x + 0.13}" cy="{y + 0.87}" r=".07" fill="{INK}"/>')
    frames = f'<path stroke="{BLUE}" stroke-width=".08" transform="translate(.06 .06)"'
    parts.append(f'{frames} d="{squares(marked, ".88")}"/>')
    size = max(0.36, min(0.6, max(width, height) / 25))
    parts.append(f'<g fill="{INK}" font-family="sans-serif" font-size="{size}"')
    parts.append(' text-anchor="middle">')
    for row in range(height - 1, -1, -_step(height)):
        parts.append(f'<text x="-.5" y="{row + 0.5 + size / 3:.3g}">{height - row}</text>')
    for column in range(0, width, _step(width)):
        name = name_column(column)
        parts.append(f'<text x="{column + 0.5}" y="{height + 0.4 + size / 3:.4g}">{name}</text>')
    return "".join([*parts, "</g></svg>"])


def _stones(places: Sequence[tuple[int, int]], strokes: Sequence[Stroke]) -> Iterator[str]:
    """Yield what draws the stones of a side at these rows and columns, by the strokes of each.

    A stone is a piece of a path, one unit long, which is drawn once for each stroke: a dash of its
    length, from the middle of the piece. The axes are turned by 45 degrees and half a diagonal of a
    cell is their unit, so that all places are whole numbers.
    """
    pieces, at, before = [], 0, 0
    for row, column in places:
        along, aside = column + row, row - column
        pieces.append(f"m{along - at} {aside - before}h1".replace(" -", "-"))
        at, before = along + 1, aside
    path = "".join(pieces)
    # A page may show several boards.
    name = f"stones-{crc32(path.encode()):x}"
    yield f'<g transform="matrix(.5 .5-.5 .5 .25 .25)"><defs><path id="{name}" d="{path}"/></defs>'
    for length, breadth, colour in strokes:
        yield (
            f'<use href="#{name}" stroke="{colour}" stroke-width="{breadth}"'
            f' stroke-dasharray="{length} {1 - length:g}" stroke-dashoffset="{length / 2 - 0.5:g}"'
            f' stroke-linecap="{"butt" if length else "round"}"/>'
        )
    yield "</g>"


def _step(count: int) -> int:
    """Return the distance between those of so many rows or columns that are named."""
    return -(-count // MOST_NAMES)
