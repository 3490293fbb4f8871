"""What every reason claims, checked on the cells: nothing here knows how reasons are found."""

import re
from collections.abc import Callable
from itertools import pairwise

from service.players import Reason
from tests.players.claim import SPAN, Claim
from tests.players.made import put
from tests.players.row_truths import (
    builds,
    combines,
    hinders,
    keeps_from_opening,
    makes_open_row,
    plays_near,
    prepares_an_open_row,
    threatens,
)
from tests.support.positions import Position
from tests.support.reference import Reference, other, preference


def forks(game: Reference, cells: str, player: str) -> set[int]:
    """Return the empty cells where a stone threatens to fill lines on several cells."""
    threats: dict[int, set[int]] = {}
    for line in game.lines:
        empty = [cell for cell in line if cells[cell] != player]
        if len(empty) == 2 and all(cells[cell] == "." for cell in empty):
            for cell, another in (empty, empty[::-1]):
                threats.setdefault(cell, set()).add(another)
    return {cell for cell, made in threats.items() if len(made) > 1}


def open_through(game: Reference, cells: str, cell: int, player: str) -> list[tuple[int, ...]]:
    """Return the lines through a cell on which the other player has no stone."""
    rival = other(player)
    return [line for line in game.lines_through[cell] if rival not in {cells[c] for c in line}]


def off_centre(game: Reference, cell: int) -> int:
    """Return the squared distance to the centre of the board, in half cells."""
    row, column = divmod(cell, game.width)
    return (2 * row + 1 - game.height) ** 2 + (2 * column + 1 - game.width) ** 2


def corners(game: Reference) -> set[int]:
    """Return the four corners, or fewer where they coincide."""
    rows, columns = (0, game.height - 1), (0, game.width - 1)
    return {row * game.width + column for row in rows for column in columns}


def middle(game: Reference) -> set[int]:
    """Return the cells at most half as far from the centre as the corners."""
    cells = range(game.width * game.height)
    return {cell for cell in cells if 4 * off_centre(game, cell) <= off_centre(game, 0)}


def is_row(claim: Claim, player: str) -> bool:
    """Return whether the cells are all of a row that the player has with a stone on the cell."""
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
    """Return whether the rival is left no fork, or must answer a threat where that makes none."""
    game, rival = claim.game, claim.rival
    feared = forks(game, claim.before, rival)
    threats = game.completing(claim.after, claim.mover)
    forced = len(threats) == 1 and all(
        len(game.completing(put(claim.after, reply, rival), rival)) < 2 for reply in threats
    )
    ending = "two threats at once at [a-z]+[0-9].*"
    if forks(game, claim.after, rival):
        text = f"Threatens to win at [a-z]+[0-9]+, which leaves {rival} no time to make {ending}"
    else:
        forced, text = True, f"Keeps {rival} from making {ending}"
    return (
        set(claim.reason.cells) == feared != set()
        and not game.completing(claim.before, rival)
        and forced
        and claim.says(text)
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
    text = f"{claim.mover} can still make {{}} through here."
    return shows_lines(claim, claim.mover, text)


def closes_lines(claim: Claim) -> bool:
    """Return whether lines of the rival are closed, and the mover has none of its own."""
    text = f"Closes {{}} that {claim.rival} could still make."
    own = open_through(claim.game, claim.before, claim.cell, claim.mover)
    return not own and shows_lines(claim, claim.rival, text)


def shows_lines(claim: Claim, player: str, text: str) -> bool:
    """Return whether the cells are all lines through the move that the player could make."""
    lines = open_through(claim.game, claim.before, claim.cell, player)
    count = "1 line" if len(lines) == 1 else f"{len(lines)} lines"
    shown = {cell for line in lines for cell in line}
    return lines != [] and set(claim.reason.cells) == shown and claim.says(text.format(count))


def takes_dead_cell(claim: Claim) -> bool:
    lines = [
        line
        for each in (claim.mover, claim.rival)
        for line in open_through(claim.game, claim.before, claim.cell, each)
    ]
    return (
        not lines
        and shows_the_move(claim)
        and claim.says("No line can be made through here any more.")
    )


def is_quiet(claim: Claim) -> bool:
    """Return whether what is said of the stones beside what is proven holds."""
    return any(holds(claim) for holds in QUIET)


def is_proven(claim: Claim) -> bool:
    """Return whether what is said to be proven is so, as far as a plain search can tell."""
    said, moves = claim.parts[1], None
    if not said or not claim.valued:
        return True
    if span := re.search(SPAN, said):
        moves = int(span[2])
        if claim.solvable:
            exact = (claim.outcomes[claim.cell][1] + 1) // 2
            if not (moves == exact if span[1] == "in" else moves >= exact):
                return False
    mover, rival = claim.mover, claim.rival
    if said.startswith(f"{mover} wins"):
        return claim.value == 1 and said.endswith((f"whatever {rival} does.", "the best defence."))
    if said.startswith(f"every move loses if {rival}"):
        return {claim.value, *claim.others} == {-1}
    if said == "every other move loses.":
        return set(claim.others) == {-1}
    if said == "with best play it is a draw.":
        return claim.value == 0
    if said == f"{mover} can at least draw, whatever {rival} does.":
        return claim.value >= 0
    if said == f"it looks best, but {rival} can at least draw.":
        return claim.value <= 0
    return said == "it looks best, but who wins is not proven."


def forces_a_win(claim: Claim) -> bool:
    return is_quiet(claim) and f"{claim.mover} wins" in claim.parts[1]


def is_the_only_move(claim: Claim) -> bool:
    if claim.before.count(".") == 1:
        return shows_the_move(claim) and claim.says("It is the only empty cell.")
    return is_quiet(claim) and claim.parts[1] == "every other move loses."


def holds_a_draw(claim: Claim) -> bool:
    return is_quiet(claim) and "draw" in claim.parts[1]


def delays_a_loss(claim: Claim) -> bool:
    return is_quiet(claim) and "every move loses" in claim.parts[1]


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


QUIET = (
    builds, hinders, plays_near, takes_center, makes_lines, closes_lines, takes_dead_cell,
)  # fmt: skip
"""What may be said of the stones before what is proven names the reason."""

CHECKS: dict[str, Callable[[Claim], bool]] = {
    "win": wins,
    "block": blocks,
    "open_row": makes_open_row,
    "fork": forks_the_rival,
    "combination": combines,
    "block_open_row": keeps_from_opening,
    "block_fork": leaves_no_fork,
    "threat": threatens,
    "prepares_open_row": prepares_an_open_row,
    "builds": builds,
    "hinders": lambda claim: hinders(claim) or closes_lines(claim),
    "near": plays_near,
    "center": takes_center,
    "opposite_corner": takes_opposite_corner,
    "corner": takes_corner,
    "side": takes_side,
    "open_lines": makes_lines,
    "forced_win": forces_a_win,
    "only_move": is_the_only_move,
    "holds_draw": holds_a_draw,
    "delays_loss": delays_a_loss,
    "best_estimate": takes_dead_cell,
    "slip": is_a_slip,
    "random": is_chance,
}

OF_THE_BEST_MOVE = set(CHECKS) - {"opposite_corner", "corner", "side", "slip", "random"}
"""The reasons of levels that look at values, for the best move."""


def check(position: Position, cell: int, reason: Reason) -> None:
    """Check what holds of every reason, and what this one claims."""
    claim = Claim(position, cell, reason)
    assert position.cells[cell] == "."
    assert len(set(reason.cells)) == len(reason.cells) > 0
    assert re.fullmatch(r"[A-Z][^.]*\.", reason.text), "one sentence"
    assert is_proven(claim), (position.rows, position.game.row_length, cell, reason)
    assert CHECKS[reason.code](claim), (position.rows, position.game.row_length, cell, reason)
