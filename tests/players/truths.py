"""What every reason claims, checked on the cells: nothing here knows how reasons are found."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, product
from string import ascii_lowercase

from service.players import Reason
from tests.maker_breaker import open_sets
from tests.positional_games import attacker_wins
from tests.positions import Position
from tests.reference import Outcome, Reference, other, preference

MOST_EMPTY_CELLS = 9
"""With more the plain negamax, which counts plies, takes too long."""
MOST_VALUED = 13
"""With more the plain search of who wins does."""

COLUMNS = [*ascii_lowercase, *("".join(pair) for pair in product(ascii_lowercase, repeat=2))]


@dataclass(frozen=True)
class Claim:
    """A move in a position, and the reason given for it."""

    position: Position
    cell: int
    reason: Reason

    @property
    def game(self) -> Reference:
        return self.position.game

    @property
    def before(self) -> str:
        return self.position.cells

    @property
    def mover(self) -> str:
        return self.position.to_move

    @property
    def rival(self) -> str:
        return other(self.mover)

    @property
    def after(self) -> str:
        return put(self.before, self.cell, self.mover)

    @property
    def solvable(self) -> bool:
        """Whether the plain negamax can be asked for values."""
        return self.before.count(".") <= MOST_EMPTY_CELLS

    @cached_property
    def outcomes(self) -> dict[int, Outcome]:
        """What every move leads to, for the mover."""
        return self.game.options(self.before, self.mover)

    @property
    def valued(self) -> bool:
        """Whether the plain search of who wins can be asked."""
        return self.before.count(".") <= MOST_VALUED

    def value_of(self, cell: int) -> int:
        """What a move is worth to the mover."""
        if self.solvable:
            return self.outcomes[cell][0]
        cells = put(self.before, cell, self.mover)
        if self.game.completes(cells, cell, self.mover):
            return 1
        own, opposing = (open_sets(self.game, cells, each) for each in (self.mover, self.rival))
        if attacker_wins(opposing, own, "attacker"):
            return -1
        return int(attacker_wins(own, opposing, "defender"))

    @property
    def value(self) -> int:
        """What the move is worth to the mover."""
        return self.value_of(self.cell)

    @property
    def others(self) -> list[int]:
        """What the other moves are worth."""
        cells = [cell for cell, mark in enumerate(self.before) if mark == "."]
        return [self.value_of(cell) for cell in cells if cell != self.cell]

    def name(self, cell: int) -> str:
        """What people call a cell."""
        row, column = divmod(cell, self.game.width)
        return f"{COLUMNS[column]}{self.game.height - row}"

    def says(self, pattern: str) -> bool:
        """Whether the text is of this form."""
        return re.fullmatch(pattern, self.reason.text) is not None


def put(cells: str, cell: int, player: str) -> str:
    """The cells with one stone more."""
    assert cells[cell] == "."
    return cells[:cell] + player + cells[cell + 1 :]


def forks(game: Reference, cells: str, player: str) -> set[int]:
    """The empty cells where a stone of the player threatens to fill lines on two cells or more."""
    threats: dict[int, set[int]] = {}
    for line in game.lines:
        empty = [cell for cell in line if cells[cell] != player]
        if len(empty) == 2 and all(cells[cell] == "." for cell in empty):
            for cell, another in (empty, empty[::-1]):
                threats.setdefault(cell, set()).add(another)
    return {cell for cell, made in threats.items() if len(made) > 1}


def open_through(game: Reference, cells: str, cell: int, player: str) -> list[tuple[int, ...]]:
    """The lines through a cell on which the other player has no stone."""
    rival = other(player)
    return [line for line in game.lines_through[cell] if rival not in {cells[c] for c in line}]


def off_centre(game: Reference, cell: int) -> int:
    """The squared distance to the centre of the board, in half cells."""
    row, column = divmod(cell, game.width)
    return (2 * row + 1 - game.height) ** 2 + (2 * column + 1 - game.width) ** 2


def corners(game: Reference) -> set[int]:
    """The four corners, or fewer where they coincide."""
    rows, columns = (0, game.height - 1), (0, game.width - 1)
    return {row * game.width + column for row in rows for column in columns}


def middle(game: Reference) -> set[int]:
    """The cells at most half as far from the centre as the corners."""
    cells = range(game.width * game.height)
    return {cell for cell in cells if 4 * off_centre(game, cell) <= off_centre(game, 0)}


def is_row(claim: Claim, player: str) -> bool:
    """Whether the cells are all of a row that the player has with a stone on the cell."""
    game, row = claim.game, claim.reason.cells
    cells = put(claim.before, claim.cell, player)
    through = [divmod(cell, game.width) for cell in row]
    steps = {(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(through)}
    if len(row) < game.row_length or claim.cell not in row or len(steps) > 1:
        return False
    for down, right in steps:
        ends = [(through[0][0] - down, through[0][1] - right)]
        ends += [(through[-1][0] + down, through[-1][1] + right)]
        for r, c in ends:
            inside = 0 <= r < game.height and 0 <= c < game.width
            if inside and cells[r * game.width + c] == player:
                return False
        if (down, right) not in {(0, 1), (1, 0), (1, 1), (1, -1)}:
            return False
    return all(cells[cell] == player for cell in row)


def wins(claim: Claim) -> bool:
    return is_row(claim, claim.mover) and claim.says(
        f"{claim.mover} wins with {len(claim.reason.cells)} in a row."
    )


def blocks(claim: Claim) -> bool:
    text = f"Blocks {claim.rival}, who would win at {claim.name(claim.cell)}."
    return is_row(claim, claim.rival) and claim.says(text)


def forks_the_rival(claim: Claim) -> bool:
    made = claim.game.completing(claim.after, claim.mover)
    count = {2: "two", 3: "three"}.get(len(made), str(len(made)))
    return (
        len(made) > 1
        and set(claim.reason.cells) == made
        and not claim.game.completing(claim.after, claim.rival)
        and claim.says(f"Makes {count} threats at once: [a-z]+[0-9].+")
    )


def leaves_no_fork(claim: Claim) -> bool:
    """Nothing is left to fork, or the rival must answer a threat where that makes no fork."""
    game, rival = claim.game, claim.rival
    feared = forks(game, claim.before, rival)
    threats = game.completing(claim.after, claim.mover)
    forced = len(threats) == 1 and all(
        len(game.completing(put(claim.after, reply, rival), rival)) < 2 for reply in threats
    )
    return (
        set(claim.reason.cells) == feared != set()
        and not game.completing(claim.before, rival)
        and (forced or not forks(game, claim.after, rival))
        and claim.says(f"Keeps {rival} from making two threats at once at [a-z]+[0-9].*")
    )


def takes_center(claim: Claim) -> bool:
    free = [cell for cell, mark in enumerate(claim.before) if mark == "."]
    nearest = min(off_centre(claim.game, cell) for cell in free)
    return (
        claim.cell in middle(claim.game)
        and off_centre(claim.game, claim.cell) == nearest
        and shows_the_move(claim)
    )


def takes_opposite_corner(claim: Claim) -> bool:
    facing = claim.game.width * claim.game.height - 1 - claim.cell
    return (
        {claim.cell, facing} <= corners(claim.game)
        and claim.before[facing] == claim.rival
        and set(claim.reason.cells) == {claim.cell, facing}
        and claim.rival in claim.reason.text
    )


def takes_corner(claim: Claim) -> bool:
    return claim.cell in corners(claim.game) and shows_the_move(claim)


def takes_side(claim: Claim) -> bool:
    taken = corners(claim.game) | middle(claim.game)
    return all(claim.before[cell] != "." for cell in taken) and shows_the_move(claim)


def makes_lines(claim: Claim) -> bool:
    lines = open_through(claim.game, claim.before, claim.cell, claim.mover)
    count = "1 line" if len(lines) == 1 else f"{len(lines)} lines"
    shown = {cell for line in lines for cell in line}
    return (
        lines != []
        and set(claim.reason.cells) == shown
        and claim.says(f"{claim.mover} can still make {count} through here.")
    )


def forces_a_win(claim: Claim) -> bool:
    return shows_the_move(claim) and (not claim.valued or claim.value == 1)


def is_the_only_move(claim: Claim) -> bool:
    if claim.before.count(".") == 1:
        return shows_the_move(claim) and claim.says("It is the only empty cell.")
    lost = not claim.valued or set(claim.others) == {-1}
    return shows_the_move(claim) and lost and claim.says("Every other move loses.")


def holds_a_draw(claim: Claim) -> bool:
    return shows_the_move(claim) and (not claim.valued or claim.value >= 0)


def delays_a_loss(claim: Claim) -> bool:
    """All moves lose; that none lasts longer is said only of what is known."""
    lost = not claim.valued or {claim.value, *claim.others} == {-1}
    return (
        shows_the_move(claim) and lost and "no other is known to last longer" in (claim.reason.text)
    )


def is_an_estimate(claim: Claim) -> bool:
    return shows_the_move(claim) and "could not be worked out" in claim.reason.text


def is_a_slip(claim: Claim) -> bool:
    (better,) = claim.reason.cells
    if (
        claim.before[better] != "."
        or better == claim.cell
        or claim.name(better) not in (claim.reason.text)
    ):
        return False
    if claim.says(".* looks better.") or not claim.valued:
        return True
    if not claim.solvable:
        return claim.value_of(better) >= claim.value
    return preference(claim.outcomes[better]) > preference(claim.outcomes[claim.cell])


def is_chance(claim: Claim) -> bool:
    if claim.says("No line looks worth making.*"):
        lines = open_through(claim.game, claim.before, claim.cell, claim.mover)
        return shows_the_move(claim) and not lines
    return shows_the_move(claim) and claim.says("(.*: p|P)icked at random.")


def shows_the_move(claim: Claim) -> bool:
    return claim.reason.cells == [claim.cell]


CHECKS: dict[str, Callable[[Claim], bool]] = {
    "win": wins,
    "block": blocks,
    "fork": forks_the_rival,
    "block_fork": leaves_no_fork,
    "center": takes_center,
    "opposite_corner": takes_opposite_corner,
    "corner": takes_corner,
    "side": takes_side,
    "open_lines": makes_lines,
    "forced_win": forces_a_win,
    "only_move": is_the_only_move,
    "holds_draw": holds_a_draw,
    "delays_loss": delays_a_loss,
    "best_estimate": is_an_estimate,
    "slip": is_a_slip,
    "random": is_chance,
}


def check(position: Position, cell: int, reason: Reason) -> None:
    """All that holds of every reason, and what this one claims."""
    claim = Claim(position, cell, reason)
    assert position.cells[cell] == "."
    assert len(set(reason.cells)) == len(reason.cells) > 0
    assert re.fullmatch(r"[A-Z][^.]*\.", reason.text), "one sentence"
    assert CHECKS[reason.code](claim), (position.rows, position.game.row_length, cell, reason)
