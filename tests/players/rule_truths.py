"""What reasons claim under any rules, checked by walking from cell to cell and trying moves."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from service.players import Reason
from tests.players.claim import COLUMNS, LAST, SPAN
from tests.players.made import NAMES
from tests.rules.cases import Case
from tests.support.reference import (
    DIRECTIONS,
    Outcome,
    Variant,
    bits_of,
    blank_of,
    other,
    preference,
)
from tests.support.sampling import chance_of

MOST_MOVES = 9
"""With more moves left no values are worked out."""
LAST_MOVE = "(, as [XO] then has to play right below [a-z]+[0-9]+)?"
VERDICT = "|".join(
    (
        rf"[XO] wins(, as [XO] has to make a row)? {SPAN} against the best defence{LAST_MOVE}",
        rf"[XO] wins(, as [XO] has to make a row)? {SPAN}, whatever [XO] does",
        f"every move loses if [XO] plays well, this one {SPAN}{LAST_MOVE}, {LAST}",
        "every other move loses",
        "with best play it is a draw",
        "[XO] can at least draw, whatever [XO] does",
        "it looks best, but [XO] can at least draw",
        "it looks best, but who wins is not proven",
    )
).join((r"(?:", r")\."))

Cells = frozenset[int]
Window = tuple[Cells, Cells]
"""The cells of a row, and those before and after it that its owner must not have."""


@lru_cache(256)
def windows_of(variant: Variant, blank: str) -> list[set[Window]]:
    """Return every window by direction; of directions with the same windows there is one."""
    found: list[set[Window]] = []
    for down, right in DIRECTIONS:
        windows = set()
        for cell in range(len(blank)):
            window = [cell]
            while len(window) < variant.row_length:
                place = variant.beside(window[-1], down, right)
                if place is None or place in window:
                    break
                window.append(place)
            if len(window) == variant.row_length and all(blank[each] != "#" for each in window):
                beyond = {
                    variant.beside(window[0], -down, -right),
                    variant.beside(window[-1], down, right),
                } - {None, *window}
                flanks = {each for each in beyond if each is not None and variant.exact}
                windows.add((frozenset(window), frozenset(flanks)))
        if windows and windows not in found:
            found.append(windows)
    return found


@dataclass(frozen=True)
class RuleClaim:
    """A move in a position under any rules, and the reason given for it."""

    case: Case
    cell: int
    reason: Reason

    @property
    def variant(self) -> Variant:
        return self.case.variant

    @property
    def mover(self) -> str:
        return self.case.to_move

    @property
    def rival(self) -> str:
        return other(self.mover)

    @property
    def before(self) -> str:
        return self.case.cells

    @property
    def after(self) -> str:
        return self.put(self.before, self.cell, self.mover)

    @cached_property
    def legal(self) -> list[int]:
        return self.case.reference.legal_moves(self.before)

    @cached_property
    def outcomes(self) -> dict[int, Outcome] | None:
        """Return what every move leads to, if few moves are left."""
        few = self.case.reference.moves_left(self.before) <= MOST_MOVES
        return self.case.expected if few else None

    @property
    def parts(self) -> tuple[str, str]:
        """Return what is said of the stones, as a sentence, and of what is proven."""
        start, joined, end = self.reason.text.rpartition("; ")
        if joined and re.fullmatch(VERDICT, end):
            return f"{start}.", end
        return self.reason.text, ""

    def put(self, cells: str, cell: int, player: str) -> str:
        assert cells[cell] == "."
        return cells[:cell] + player + cells[cell + 1 :]

    def playable(self, cells: str) -> list[int]:
        """Return where a stone may go, whoever has made a row."""
        return list(self.case.reference.legal(bits_of(cells, "X") | bits_of(cells, "O")))

    def completing(self, cells: str, player: str) -> set[int]:
        """Return the cells where a stone of the player may go and makes a row."""
        stones, makes_row = bits_of(cells, player), self.case.reference.makes_row
        return {cell for cell in self.playable(cells) if makes_row(stones, cell)}

    def rows_made(self, cells: str, cell: int, player: str) -> list[set[int]]:
        """Return the rows that a stone of the player on a cell makes."""
        reference = self.case.reference
        return [
            run for run in reference.runs(bits_of(cells, player), cell) if reference.is_row(run)
        ]

    def forks(self, cells: str, player: str) -> set[int]:
        """Return the moves of a player who threatens nothing yet that threaten on several cells."""
        return {
            cell
            for cell in self.playable(cells)
            if len(self.completing(self.put(cells, cell, player), player)) > 1
        }

    def reachable(self, cells: str) -> set[int]:
        """Return the cells that stones can still fill."""
        found = set[int]()
        while legal := self.playable(cells):
            found |= set(legal)
            for cell in legal:
                cells = self.put(cells, cell, "X")
        return found

    def open_windows(self, player: str) -> list[list[Cells]]:
        """Return the rows through the cell that a player can still make, by direction."""
        reachable = self.reachable(self.before)
        own = {cell for cell, mark in enumerate(self.before) if mark == player}
        usable = own | reachable
        found = [
            [
                window
                for window, flanks in windows
                if self.cell in window and window <= usable and not flanks & own
            ]
            for windows in windows_of(self.variant, blank_of(self.before))
        ]
        return [rows for rows in found if rows]

    def made(self, player: str) -> list[tuple[int, set[int]]]:
        """Return by direction how many stones the best row has with one on the cell, and where."""
        own = {cell for cell, mark in enumerate(self.before) if mark == player} | {self.cell}
        found = []
        for rows in self.open_windows(player):
            most = max(len(row & own) for row in rows)
            found.append((most, {each for row in rows if len(row & own) == most for each in row}))
        return found

    def name(self, cell: int) -> str:
        """Return what people call a cell."""
        row, column = divmod(cell, self.variant.width)
        return f"{COLUMNS[column]}{self.variant.height - row}"

    def listed(self, cells: set[int], last: str = "and") -> str:
        """Return cells in words, as reasons list them."""
        names = [self.name(cell) for cell in sorted(cells)]
        if len(names) > 3:
            names[2:] = [f"{len(names) - 2} more cells"]
        *first, end = names
        return f"{', '.join(first)} {last} {end}" if first else end

    def says(self, text: str) -> bool:
        return self.parts[0] == text

    def shows(self, cells: set[int]) -> bool:
        return self.reason.cells == sorted(cells)


def wins(claim: RuleClaim) -> bool:
    rows = claim.rows_made(claim.before, claim.cell, claim.mover)
    text = f"{claim.mover} wins with {len(claim.reason.cells)} in a row."
    return not claim.variant.misere and set(claim.reason.cells) in rows and claim.says(text)


def blocks(claim: RuleClaim) -> bool:
    rows = claim.rows_made(claim.before, claim.cell, claim.rival)
    text = f"Blocks {claim.rival}, who would win at {claim.name(claim.cell)}."
    return not claim.variant.misere and set(claim.reason.cells) in rows and claim.says(text)


def forks_the_rival(claim: RuleClaim) -> bool:
    made = claim.completing(claim.after, claim.mover)
    count = {2: "two", 3: "three"}.get(len(made), str(len(made)))
    return (
        not claim.variant.misere
        and len(made) > 1
        and claim.shows(made)
        and not claim.completing(claim.after, claim.rival)
        and claim.says(f"Makes {count} threats at once: {claim.listed(made)}.")
    )


def leaves_no_fork(claim: RuleClaim) -> bool:
    feared = claim.forks(claim.before, claim.rival)
    ending = f"two threats at once at {claim.listed(feared)}."
    if claim.variant.misere or claim.completing(claim.before, claim.rival):
        return False
    if claim.completing(claim.after, claim.rival) or not claim.shows(feared):
        return False
    threats = claim.completing(claim.after, claim.mover)
    forced = len(threats) == 1 and all(
        len(claim.completing(claim.put(claim.after, reply, claim.rival), claim.rival)) < 2
        for reply in threats
    )
    if not claim.forks(claim.after, claim.rival):
        return claim.says(f"Keeps {claim.rival} from making {ending}")
    start = f"Threatens to win at {claim.listed(threats)}, which leaves {claim.rival} no time"
    return forced and claim.says(f"{start} to make {ending}")


def combines(claim: RuleClaim) -> bool:
    length = claim.variant.row_length
    made = [cells for most, cells in claim.made(claim.mover) if most == length - 1]
    text = f"Makes {NAMES[len(made)]} {NAMES[length - 1]}s at once."
    return len(made) > 1 and claim.says(text) and claim.shows(set().union(*made))


def threatens(claim: RuleClaim) -> bool:
    top = claim.cell - claim.variant.width
    threats = {
        each
        for each in claim.completing(claim.after, claim.mover)
        if any(claim.cell in row for row in claim.rows_made(claim.after, each, claim.mover))
        or (claim.variant.gravity and each == top)
    }
    if not threats or not claim.says(f"Threatens to win at {claim.listed(threats, 'or')}."):
        return False
    if not claim.variant.gravity:
        lacking = claim.variant.row_length - 1
        return claim.shows(
            set().union(*(cells for most, cells in claim.made(claim.mover) if most == lacking))
        )
    shown = set(claim.reason.cells)
    rows = [row for each in threats for row in claim.rows_made(claim.after, each, claim.mover)]
    within = [row for row in rows if row <= shown]
    return threats <= shown == set().union(*within)


def builds(claim: RuleClaim) -> bool:
    length, made = claim.variant.row_length, claim.made(claim.mover)
    most = max((stones for stones, _ in made), default=0)
    best = [cells for stones, cells in made if stones == most]
    rows = "a row" if len(best) == 1 else f"{len(best)} rows at once"
    text = f"Brings {rows} to {most} of {length} stones, with room for the rest."
    return most > 1 and claim.says(text) and claim.shows(set().union(*best))


def hinders(claim: RuleClaim) -> bool:
    length, made = claim.variant.row_length, claim.made(claim.rival)
    most = max((stones for stones, _ in made), default=0)
    best = [cells for stones, cells in made if stones == most]
    text = f"Is in the way of {claim.rival}, who has {most - 1} of {length} stones here."
    return most > 2 and claim.says(text) and claim.shows(set().union(*best))


def plays_near(claim: RuleClaim) -> bool:
    around = {
        claim.variant.beside(claim.cell, down, right) for down in (-1, 0, 1) for right in (-1, 0, 1)
    }
    stones = {each for each in around if each is not None and claim.before[each] in "XO"}
    several = "s" if len(stones) > 1 else ""
    text = f"Plays next to the stone{several} at {claim.listed(stones)}." if stones else ""
    return claim.says(text) and claim.shows(stones | {claim.cell})


def off_centre(variant: Variant, cell: int) -> int:
    row, column = divmod(cell, variant.width)
    return (2 * row + 1 - variant.height) ** 2 + (2 * column + 1 - variant.width) ** 2


def has_regions(claim: RuleClaim) -> bool:
    """Return whether words such as corner have a meaning that every player sees."""
    return claim.variant.wrap == "none" and "#" not in claim.before and not claim.variant.gravity


def takes_center(claim: RuleClaim) -> bool:
    nearest = min(off_centre(claim.variant, cell) for cell in claim.legal)
    return (
        has_regions(claim)
        and off_centre(claim.variant, claim.cell) == nearest
        and 4 * nearest <= off_centre(claim.variant, 0)
        and claim.says("Takes the center: no empty cell is nearer to the middle.")
        and claim.shows({claim.cell})
    )


def corners(claim: RuleClaim) -> set[int]:
    width, last = claim.variant.width, len(claim.before) - 1
    return {0, width - 1, last - width + 1, last}


def takes_opposite_corner(claim: RuleClaim) -> bool:
    facing = len(claim.before) - 1 - claim.cell
    return (
        has_regions(claim)
        and claim.cell in corners(claim)
        and claim.before[facing] == claim.rival
        and claim.shows({claim.cell, facing})
    )


def takes_corner(claim: RuleClaim) -> bool:
    return has_regions(claim) and claim.cell in corners(claim) and claim.shows({claim.cell})


def takes_side(claim: RuleClaim) -> bool:
    middle = {
        cell
        for cell in range(len(claim.before))
        if 4 * off_centre(claim.variant, cell) <= off_centre(claim.variant, 0)
    }
    free = [cell for cell in corners(claim) | middle if claim.before[cell] == "."]
    return has_regions(claim) and not free and claim.shows({claim.cell})


def shows_lines(claim: RuleClaim, player: str, text: str) -> bool:
    rows = [row for rows in claim.open_windows(player) for row in rows]
    count = "1 line" if len(rows) == 1 else f"{len(rows)} lines"
    shown = {cell for row in rows for cell in row}
    return rows != [] and claim.shows(shown) and claim.says(text.format(count))


def makes_lines(claim: RuleClaim) -> bool:
    text = f"{claim.mover} can still make {{}} through here."
    return not claim.variant.misere and shows_lines(claim, claim.mover, text)


def closes_lines(claim: RuleClaim) -> bool:
    text = f"Closes {{}} that {claim.rival} could still make."
    return not claim.open_windows(claim.mover) and shows_lines(claim, claim.rival, text)


def takes_dead_cell(claim: RuleClaim) -> bool:
    return (
        not claim.open_windows(claim.mover)
        and not claim.open_windows(claim.rival)
        and claim.shows({claim.cell})
        and claim.says("No line can be made through here any more.")
    )


def avoids_row(claim: RuleClaim) -> bool:
    losing = claim.completing(claim.before, claim.mover)
    if not claim.variant.misere or claim.cell in losing:
        return False
    if losing:
        text = f"Makes no row, as a stone at {claim.listed(losing, 'or')} would."
        return claim.says(text) and claim.shows(losing)
    if not claim.open_windows(claim.mover):
        text = f"{claim.mover} can make no row through here any more."
        return claim.says(text) and claim.shows({claim.cell})
    return shows_lines(claim, claim.mover, f"Is on {{}} that {claim.mover} must not complete.")


def has_to_make_a_row(claim: RuleClaim) -> bool:
    rows = claim.rows_made(claim.before, claim.cell, claim.mover)
    return (
        claim.variant.misere
        and claim.completing(claim.before, claim.mover) == set(claim.legal)
        and set(claim.reason.cells) in rows
        and claim.says(f"{claim.mover} has to make a row: every move does.")
    )


def is_alone_not_below(claim: RuleClaim) -> bool:
    others = set(claim.legal) - {claim.cell}
    tops = {each - claim.variant.width for each in others}
    if not others or claim.completing(claim.before, claim.mover):
        return False
    if claim.completing(claim.after, claim.rival):
        return False
    return (
        claim.shows(others)
        and claim.says(
            f"Every other move lets {claim.rival} win on top: at {{}}.".format(
                claim.listed(tops, "or")
            )
        )
        and all(
            each - claim.variant.width
            in claim.completing(claim.put(claim.before, each, claim.mover), claim.rival)
            for each in others
        )
    )


def threatens_later(claim: RuleClaim) -> bool:
    width, height = claim.variant.width, claim.variant.height
    waiting = claim.reachable(claim.after) - set(claim.playable(claim.after))
    made = {
        each: rows
        for each in waiting
        if (rows := claim.rows_made(claim.after, each, claim.mover))
        and not claim.rows_made(claim.before, each, claim.mover)
        and not claim.rows_made(claim.before, each + width, claim.rival)
    }
    shared = {
        each
        for each in made
        if claim.rows_made(claim.before, each, claim.rival)
        and not claim.rows_made(claim.after, each + width, claim.mover)
    }
    told = shared or set(made)
    if not told or not all(claim.cell in row for each in told for row in made[each]):
        return False
    for cell in {each + width for each in told} & set(claim.playable(claim.after)):
        played = claim.put(claim.after, cell, claim.rival)
        assert cell - width in claim.completing(played, claim.mover)
    (first, *others) = sorted(told)
    parity = "an odd threat" if (height - first // width) % 2 else "an even threat"
    kind = f"{NAMES[len(told)]} threats" if others else parity
    below = claim.listed({each + width for each in told}, "or")
    ending = f"{claim.rival} must not play at {below}"
    if shared:
        ending = f"{claim.rival} would win there, too, so neither can play at {below}"
    shown = set(claim.reason.cells)
    within = {each: [row for row in made[each] if row <= shown] for each in told}
    return (
        claim.says(f"Makes {kind} at {claim.listed(told)}: {ending}.")
        and all(within.values())
        and shown == {each for rows in within.values() for row in rows for each in row}
    )


def answers_on_top(claim: RuleClaim) -> bool:
    """Have the rival play anywhere, and the mover on top, again and again."""
    width, left = claim.variant.width, claim.reachable(claim.after)
    columns = [sorted(each for each in left if each % width == column) for column in range(width)]
    replies = {each for column in columns for each in column[::2]}
    own = {cell for cell, mark in enumerate(claim.after) if mark == claim.rival} | left
    blank = blank_of(claim.before)
    windows = [window for each in windows_of(claim.variant, blank) for window, _ in each]
    if any(len(column) % 2 for column in columns) or not any(each <= own for each in windows):
        return False
    chance = chance_of(claim.case)
    for _ in range(10):
        cells = claim.after
        while legal := claim.playable(cells):
            cell = chance.choice(legal)
            if claim.rows_made(cells, cell, claim.rival):
                return False
            cells = claim.put(cells, cell, claim.rival)
            if claim.rows_made(cells, cell - width, claim.mover):
                break
            cells = claim.put(cells, cell - width, claim.mover)
    text = (
        "Leaves all columns even: by answering on top of each move "
        f"{claim.mover} keeps {claim.rival} from any row."
    )
    outcomes = claim.outcomes
    return (
        claim.shows(replies)
        and claim.says(text)
        and (outcomes is None or outcomes[claim.cell][0] >= 0)
    )


def is_quiet(claim: RuleClaim) -> bool:
    return any(holds(claim) for holds in QUIET)


def is_the_only_move(claim: RuleClaim) -> bool:
    if len(claim.legal) == 1:
        is_last = claim.before.count(".") == 1
        text = f"It is the only {'empty cell' if is_last else 'legal move'}."
        return claim.shows({claim.cell}) and claim.says(text)
    if not claim.parts[1]:
        return is_alone_not_below(claim)
    return is_quiet(claim) and claim.parts[1] == "every other move loses."


def is_a_slip(claim: RuleClaim) -> bool:
    (better,) = claim.reason.cells
    if better not in claim.legal or better == claim.cell:
        return False
    if claim.name(better) not in claim.reason.text:
        return False
    if "looks better" in claim.reason.text:
        return True
    row, top = "#", claim.cell - claim.variant.width
    for made in claim.rows_made(claim.before, claim.cell, claim.mover):
        row = str(len(made))
    after = claim.put(claim.before, better, claim.mover)
    overlooked = {
        f"A slip: overlooks {claim.name(better)}, where {player} can win.": better
        in claim.completing(claim.before, player)
        for player in (claim.mover, claim.rival)
    }
    said = {
        f"A slip, as beginners make: {claim.name(better)} is better.": True,
        f"A slip: {claim.mover} loses with {row} in a row, unlike at {claim.name(better)}.": (
            better not in claim.completing(claim.before, claim.mover)
        ),
        f"A slip: lets {claim.rival} win at {claim.name(top) if top >= 0 else '-'}, unlike "
        f"{claim.name(better)}.": claim.variant.gravity
        and top in claim.completing(claim.after, claim.rival)
        and not claim.completing(after, claim.rival),
    }
    if not (said | overlooked).get(claim.reason.text):
        return False
    # A block may lose as fast as its lack, if there are two threats; it is then still overlooked.
    if claim.outcomes is None or overlooked.get(claim.reason.text):
        return True
    return preference(claim.outcomes[better]) > preference(claim.outcomes[claim.cell])


def is_chance(claim: RuleClaim) -> bool:
    if not claim.shows({claim.cell}):
        return False
    if claim.says("No line looks worth making: picked at random."):
        return not claim.open_windows(claim.mover)
    return claim.says("Picked at random.") or claim.says(
        "No move is known to be better than another: picked at random."
    )


def is_proven(claim: RuleClaim) -> bool:
    """Return whether what is said to be proven is so, as far as a plain search can tell."""
    said, outcomes = claim.parts[1], claim.outcomes
    if not said or outcomes is None:
        return True
    value, plies = outcomes[claim.cell]
    others = {outcome[0] for cell, outcome in outcomes.items() if cell != claim.cell}
    if span := re.search(SPAN, said):
        exact, moves = (plies + 1) // 2, int(span[2])
        if not (moves == exact if span[1] == "in" else moves >= exact):
            return False
    if said.startswith(f"{claim.mover} wins"):
        made = f", as {claim.rival} has to make a row " in said
        return value == 1 and made == claim.variant.misere
    if said.startswith(f"every move loses if {claim.rival}"):
        return {value, *others} == {-1}
    return {
        "every other move loses.": others == {-1},
        "with best play it is a draw.": value == 0,
        f"{claim.mover} can at least draw, whatever {claim.rival} does.": value >= 0,
        f"it looks best, but {claim.rival} can at least draw.": value <= 0,
        "it looks best, but who wins is not proven.": True,
    }[said]


QUIET = (builds, hinders, plays_near, takes_center, makes_lines, closes_lines, takes_dead_cell,
         avoids_row, is_alone_not_below)  # fmt: skip

CHECKS: dict[str, Callable[[RuleClaim], bool]] = {
    "win": wins,
    "block": blocks,
    "avoids_row": avoids_row,
    "fork": forks_the_rival,
    "combination": combines,
    "block_fork": leaves_no_fork,
    "threat": threatens,
    "follow_up": answers_on_top,
    "later_threat": threatens_later,
    "not_below": is_alone_not_below,
    "builds": builds,
    "hinders": lambda claim: hinders(claim) or closes_lines(claim),
    "near": plays_near,
    "center": takes_center,
    "opposite_corner": takes_opposite_corner,
    "corner": takes_corner,
    "side": takes_side,
    "open_lines": makes_lines,
    "forced_win": lambda claim: is_quiet(claim) and "wins" in claim.parts[1],
    "only_move": is_the_only_move,
    "holds_draw": lambda claim: is_quiet(claim) and "draw" in claim.parts[1],
    "delays_loss": lambda claim: (
        has_to_make_a_row(claim) or (is_quiet(claim) and "every move loses" in claim.parts[1])
    ),
    "best_estimate": takes_dead_cell,
    "slip": is_a_slip,
    "random": is_chance,
}
"""The reasons where no table of patterns is read, which alone calls a row open."""


def check_rule(case: Case, cell: int, reason: Reason) -> str:
    """Check what holds of every reason, and what this one claims; return its code."""
    claim = RuleClaim(case, cell, reason)
    assert cell in claim.legal, (str(case), cell)
    assert len(set(reason.cells)) == len(reason.cells) > 0, (str(case), cell, reason)
    assert re.fullmatch(r"[A-Z][^.]*\.", reason.text), reason
    assert is_proven(claim), (str(case), cell, reason)
    assert CHECKS[reason.code](claim), (str(case), cell, reason)
    return reason.code
