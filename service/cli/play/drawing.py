"""Draws a board for the terminal; marks show what is highlighted even without colours."""

from collections.abc import Collection

from rich.text import Text

from service.game import Board, name_column, render

STYLES = {"X": "bold cyan", "O": "bold yellow", ".": "dim", "#": "dim"}
PLAIN, LAST, SHOWN, LINE = ("  ", ""), ("[]", "reverse"), ("()", "bold"), ("**", "green reverse")
"""The signs around a cell, and the style that is added to that of its mark."""


def draw(board: Board, last: int | None = None, shown: Collection[int] = ()) -> Text:
    """Return the board with the letters of its columns and the numbers of its rows.

    A cell of a winning line is between stars, else one of `shown` in parentheses, else the `last`
    move in brackets.
    """
    width, height = board.rules.width, board.rules.height
    label = len(str(height))
    spaces = max(3, len(name_column(width - 1)) + 1)
    frames = {
        **({} if last is None else {last: LAST}),
        **dict.fromkeys(shown, SHOWN),
        **dict.fromkeys(board.winning_line or (), LINE),
    }
    letters = (name_column(column).center(spaces) for column in range(width))
    text = Text(" " * label + "".join(letters), "dim", no_wrap=True)
    for row, marks in enumerate(render(board)):
        text.append(f"\n{height - row:>{label}}", "dim")
        for column, mark in enumerate(marks):
            around, style = frames.get(row * width + column, PLAIN)
            text.append(mark.join(around).center(spaces), f"{STYLES[mark]} {style}".strip())
    return text
