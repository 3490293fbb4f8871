"""What the solver says of some boards, to be asked by machine code and by the interpreter.

Kernels are compiled or not once and for all, so that the latter takes a process of its own.
"""

from collections.abc import Iterator

from service.game import Board, Rules, parse
from service.solver import Budget, Solver
from tests.rules.cases import COMBINATIONS
from tests.solver.checks import without_seconds

FULL = [
    "." * 9,
    *("".join("XO"[(column // 2 + row) % 2] for column in range(9)) for row in range(8)),
]
"""A board with few empty cells."""

Bounds = list[tuple[int, int, int]]
"""The cell of each option, and what is known of its value."""


def analyses() -> Iterator[str]:
    """Yield analyses in which every engine has its turn: of one word, of two, and of cells."""
    solver = Solver(1)
    for board in (
        Board(Rules(3, 3, 3)),
        Board(Rules(4, 3, 3)),
        parse(["XOXOXOXOX", *["." * 9] * 7], 4),
        Board(Rules(9, 9, 5)),
        Board(Rules(5, 4, 4)),
        Board(Rules(14, 14, 8)),
        Board(Rules(6, 4, 4, gravity=True)),
        parse(["X........", ".........", "...OO....", *["........."] * 5, "........X"], 4),
    ):
        few = board.rules.cells == 9  # Which is for the endgame, but not within a limit of nodes.
        analysis = solver.analyse(board, Budget(nodes=None if few else 1_000))
        yield repr(without_seconds(analysis))


def large_boards() -> Iterator[tuple[str, Bounds]]:
    """Yield what is known of the options of boards of more than 64 cells, or places, by the rules.

    Other engines than those of machine code may search them, for want of wide words.
    """
    solver = Solver(1)
    for gravity, wrap, exact, misere in COMBINATIONS:
        if wrap not in ("none", "both"):
            continue
        for board in (
            Board(Rules(9, 9, 5, gravity, wrap, exact, misere)),
            Board(Rules(8, 8, 4, gravity, wrap, exact, misere)),
            Board(Rules(11, 9, 5, gravity, wrap, exact, misere, walls=1 << 50)),
            parse(
                FULL, 5, "X", gravity=gravity, wrap=wrap, exact=exact, misere=misere,
                any_position=True,
            ),
        ):  # fmt: skip
            options = solver.analyse(board, Budget(nodes=60)).options
            known = sorted((each.cell, each.assessment.bounds) for each in options)
            yield repr(board), [(cell, bounds.lower, bounds.upper) for cell, bounds in known]
