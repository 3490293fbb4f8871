"""What every reason claims, checked on the cells: nothing here knows how reasons are found."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from service.players import Reason
from tests.maker_breaker import open_sets
from tests.players.made import NAMES, Made, kept_from, made_by, put
from tests.positional_games import attacker_wins
from tests.positions import Position
from tests.reference import Outcome, Reference, other, preference

MOST_EMPTY_CELLS = 9
"""With more the plain negamax, which counts plies, takes too long."""
MOST_VALUED = 13
"""With more the plain search of who wins does."""

SPAN = r"(in|within) ([0-9]+) plies"
LAST = "and no other is known to last longer"
VERDICT = "|".join(
    (
        f"[XO] wins {SPAN}, whatever [XO] does",
        f"every move loses if [XO] plays well, this one {SPAN}, {LAST}",
        "every other move loses",
        "with best play it is a draw",
        "[XO] can at least draw, whatever [XO] does",
        "it looks best, but [XO] can at least draw",
        "it looks best, but who wins is not proven",
    )
).join((r"(?:", r")\."))
"""All that is said of what is proven."""


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
        """A cell in words."""
        return f"row {cell // self.game.width + 1}, column {cell % self.game.width + 1}"

    @property
    def parts(self) -> tuple[str, str]:
        """What is said of the stones, as a sentence, and of what is proven; "" where nothing is."""
        start, joined, end = self.reason.text.rpartition("; ")
        if re.fullmatch(VERDICT, f"{end[0].lower()}{end[1:]}", re.IGNORECASE):
            return f"{start}." if joined else "", end
        return self.reason.text, ""

    def says(self, pattern: str) -> bool:
        """Whether what is said of the stones is of this form."""
        return re.fullmatch(pattern, self.parts[0]) is not None

    def listed(self, cells: set[int], last: str = "and") -> str:
        """Cells in words, as reasons list them."""
        names = [self.name(cell) for cell in sorted(cells)]
        if len(names) > 3:
            names[2:] = [f"{len(names) - 2} more cells"]
        *first, end = names
        return f"{'; '.join(first)} {last} {end}" if first else end


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
        and claim.says(f"Makes {count} threats at once: row .+")
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
        and claim.says(f"Keeps {rival} from making two threats at once at row .+")
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


def strong(claim: Claim) -> list[Made]:
    """What the move makes that lacks one stone, or an open row that lacks two of four or more."""
    made = made_by(claim.game, claim.before, claim.cell, claim.mover).values()
    opens = claim.game.row_length > 3
    return [
        each for each in made if each.lacking == 1 or (each.lacking == 2 and each.is_open and opens)
    ]


def feared(claim: Claim) -> list[Made]:
    """What the rival would have made on the cell."""
    return list(made_by(claim.game, claim.before, claim.cell, claim.rival).values())


def shows(claim: Claim, made: list[Made]) -> bool:
    """Whether the cells are those of all these rows."""
    return claim.reason.cells == sorted({cell for each in made for cell in each.cells})


def makes_open_row(claim: Claim) -> bool:
    (made,) = [each for each in strong(claim) if each.lacking == 1]
    won = claim.game.completing(claim.after, claim.mover)
    return (
        made.is_open
        and len(won) > 1
        and not claim.game.completing(claim.after, claim.rival)
        and shows(claim, [made])
        and claim.says(
            f"Makes an {made.name(claim.game.row_length)}, which wins at {claim.listed(won, 'or')}."
        )
    )


def combines(claim: Claim) -> bool:
    made = strong(claim)
    names = Counter(each.name(claim.game.row_length) for each in made)
    said = claim.parts[0].removeprefix("Makes ").removesuffix(" at once.").split(" and ")
    wanted = {
        f"{'an' if name[0] in 'oe' and name != 'one' else 'a'} {name}"
        if count == 1
        else f"{NAMES[count]} {name}s"
        for name, count in names.items()
    }
    return len(made) > 1 and set(said) == wanted and shows(claim, made)


def threatens(claim: Claim) -> bool:
    cells = claim.game.completing(claim.after, claim.mover)
    lines = [each for each in strong(claim) if each.lacking == 1]
    said = claim.says(f"Threatens to win at {claim.listed(cells, 'or')}.")
    return cells != set() and said and shows(claim, lines)


def prepares_an_open_row(claim: Claim) -> bool:
    (made,) = strong(claim)
    length = claim.game.row_length
    text = f"Makes an {made.name(length)}, which can become an open {NAMES[length - 1]}."
    return made.lacking == 2 and claim.says(text) and shows(claim, [made])


def keeps_from_opening(claim: Claim) -> bool:
    cells = kept_from(claim.game, claim.before, claim.cell, claim.mover)
    name = f"an open {NAMES[claim.game.row_length - 1]}"
    rows = [set(each.cells) for each in feared(claim) if each.lacking == 1]
    shown = set(claim.reason.cells)
    return (
        cells != set()
        and claim.says(f"Keeps {claim.rival} from making {name} at {claim.listed(cells, 'or')}.")
        # Of his lines through the move, those that hold one of the cells.
        and shown == set().union(*(row for row in rows if row <= shown))
        and cells <= shown
    )


def builds(claim: Claim) -> bool:
    length = claim.game.row_length
    made = list(made_by(claim.game, claim.before, claim.cell, claim.mover).values())
    lacking = min((each.lacking for each in made), default=length)
    text = f"Brings a row to {length - lacking} of {length} stones, with room for the rest."
    best = [each for each in made if each.lacking == lacking]
    return length - lacking > 1 and claim.says(text) and shows(claim, best)


def hinders(claim: Claim) -> bool:
    length, rows = claim.game.row_length, feared(claim)
    lacking = min((each.lacking for each in rows), default=length)
    stones = length - lacking - 1
    text = f"Is in the way of {claim.rival}, who has {stones} of {length} stones here."
    best = [each for each in rows if each.lacking == lacking]
    return stones > 1 and claim.says(text) and shows(claim, best)


def plays_near(claim: Claim) -> bool:
    width = claim.game.width
    row, column = divmod(claim.cell, width)
    stones = {
        cell
        for cell, mark in enumerate(claim.before)
        if mark != "." and max(abs(cell // width - row), abs(cell % width - column)) == 1
    }
    several = "s" if len(stones) > 1 else ""
    return (
        stones != set()
        and claim.says(f"Plays next to the stone{several} at {claim.listed(stones)}.")
        and claim.reason.cells == sorted({claim.cell, *stones})
    )


def is_quiet(claim: Claim) -> bool:
    """Whether what is said of the stones beside what is proven holds, if anything is."""
    return any(holds(claim) for holds in QUIET) if claim.parts[0] else shows_the_move(claim)


def is_proven(claim: Claim) -> bool:
    """Whether what is said to be proven is so, as far as a plain search can tell."""
    said, plies = claim.parts[1], None
    if not said or not claim.valued:
        return True
    if span := re.search(SPAN, said):
        plies = int(span[2])
        if claim.solvable:
            exact = claim.outcomes[claim.cell][1]
            if not (plies == exact if span[1] == "in" else plies >= exact):
                return False
    mover, rival = claim.mover, claim.rival
    said = said[0].lower() + said[1:] if said[1] != " " else said
    if said.startswith(f"{mover} wins"):
        return claim.value == 1 and said.endswith(f"whatever {rival} does.")
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
    return is_quiet(claim) and claim.parts[1].lower() == "every other move loses."


def holds_a_draw(claim: Claim) -> bool:
    return is_quiet(claim) and "draw" in claim.parts[1]


def delays_a_loss(claim: Claim) -> bool:
    return is_quiet(claim) and "very move loses" in claim.parts[1]


def is_an_estimate(claim: Claim) -> bool:
    """It is said where nothing else is."""
    lines = open_through(claim.game, claim.before, claim.cell, claim.mover)
    return shows_the_move(claim) and claim.parts[0] == "" and not lines


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


QUIET = (builds, hinders, plays_near, takes_center, makes_lines)
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
    "hinders": hinders,
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
    assert is_proven(claim), (position.rows, position.game.row_length, cell, reason)
    assert CHECKS[reason.code](claim), (position.rows, position.game.row_length, cell, reason)
