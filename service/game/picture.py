"""A board as text for a terminal, and as a picture for notebooks and paper, in SVG."""

from collections.abc import Collection, Sequence

from service.game.names import name_column

CELL = 32
"""The side of a cell in pixels; the names of rows and columns get as much room."""


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


def draw_svg(rows: Sequence[str], marked: Collection[int], *, discs: bool) -> str:
    """Return the picture of `rows` of `X`, `O`, `.` and `#`, the top row first.

    The cells `marked` are shaded. As `discs`, the stones of X are full and have a cross, those of O
    are rings, so that no colour is needed to tell them apart. Lines have the colour of the text
    around, so that the picture can be seen on a dark page as well.
    """
    width, height = len(rows[0]), len(rows)
    pen, ring = ("white", 12) if discs else ("crimson", 9)
    across, down = (width + 1) * CELL, (height + 1) * CELL
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{across}" height="{down}"',
        f' viewBox="{-CELL} 0 {across} {down}" role="img" aria-label="{" ".join(rows)}">',
        '<g fill="none" stroke="currentColor" stroke-width="1">',
    ]
    for index, mark in enumerate("".join(rows)):
        row, column = divmod(index, width)
        x, y = column * CELL, row * CELL
        shade = ' fill="gold" fill-opacity="0.5"' if index in marked else ""
        parts.append(f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}"{shade}/>')
        if mark == "X":
            if discs:
                parts.append(f'<circle cx="{x + 16}" cy="{y + 16}" r="14" fill="crimson"/>')
            stroke = f'd="M{x + 8} {y + 8}l16 16m0-16l-16 16" stroke="{pen}"'
            parts.append(f'<path {stroke} stroke-width="4"/>')
        elif mark == "#":
            parts.append(f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="gray"/>')
        elif mark == "O":
            parts.append(
                f'<circle cx="{x + 16}" cy="{y + 16}" r="{ring}" stroke="royalblue"'
                ' stroke-width="4"/>'
            )
    parts.append('</g><g fill="currentColor" font-size="12" text-anchor="middle">')
    for row in range(height):
        parts.append(f'<text x="-16" y="{row * CELL + 20}">{height - row}</text>')
    for column in range(width):
        name = name_column(column)
        parts.append(f'<text x="{column * CELL + 16}" y="{height * CELL + 16}">{name}</text>')
    return "".join([*parts, "</g></svg>"])
