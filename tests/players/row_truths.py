"""What reasons claim of the rows that a move makes or hinders, checked by trying stones."""

import re
from collections import Counter

from tests.players.claim import Claim
from tests.players.made import NAMES, Made, kept_from
from tests.support.reference import put
from tests.support.sampling import chance_of


def strong(claim: Claim) -> list[Made]:
    """Return the rows of a move that lack one stone, or two if they are open and long."""
    opens = claim.variant.row_length > 3
    return [
        each
        for each in claim.made(claim.mover)
        if each.lacking == 1 or (each.lacking == 2 and each.is_open and opens)
    ]


def shows(claim: Claim, made: list[Made]) -> bool:
    """Return whether the cells are those of all these rows."""
    return claim.shows({cell for each in made for cell in each.cells})


def fewest(made: list[Made]) -> tuple[int, list[Made]]:
    """Return how many stones the best rows lack, and those rows."""
    lacking = min((each.lacking for each in made), default=1 << 30)
    return lacking, [each for each in made if each.lacking == lacking]


def makes_open_row(claim: Claim) -> bool:
    (made,) = [each for each in strong(claim) if each.lacking == 1]
    won = claim.completing(claim.after, claim.mover)
    name = made.name(claim.variant.row_length)
    return (
        made.is_open
        and len(won) > 1
        and not claim.completing(claim.after, claim.rival)
        and shows(claim, [made])
        and claim.says(f"Makes an {name}, which wins at {claim.listed(won, 'or')}.")
    )


def combines(claim: Claim) -> bool:
    made = strong(claim)
    names = Counter(each.name(claim.variant.row_length) for each in made)
    said = re.split(", | and ", claim.parts[0].removeprefix("Makes ").removesuffix(" at once."))
    wanted = {
        f"{'an' if name[0] in 'oe' and name != 'one' else 'a'} {name}"
        if count == 1
        else f"{NAMES[count]} {name}{'es' if name.endswith('x') else 's'}"
        for name, count in names.items()
    }
    return len(made) > 1 and set(said) == wanted and shows(claim, made)


def threatens(claim: Claim) -> bool:
    top = claim.cell - claim.variant.width
    rows = {
        each: claim.rows_made(claim.after, each, claim.mover)
        for each in claim.completing(claim.after, claim.mover)
    }
    threats = {
        each
        for each, made in rows.items()
        if any(claim.cell in row for row in made) or (claim.variant.gravity and each == top)
    }
    if not threats or not claim.says(f"Threatens to win at {claim.listed(threats, 'or')}."):
        return False
    if not claim.variant.gravity:
        return shows(claim, [each for each in claim.made(claim.mover) if each.lacking == 1])
    shown = set(claim.reason.cells)
    within = [row for each in threats for row in rows[each] if row <= shown]
    return threats <= shown == set().union(*within)


def prepares_an_open_row(claim: Claim) -> bool:
    (made,) = strong(claim)
    length = claim.variant.row_length
    text = f"Makes an {made.name(length)}, which can become an open {NAMES[length - 1]}."
    return made.lacking == 2 and claim.says(text) and shows(claim, [made])


def keeps_from_opening(claim: Claim) -> bool:
    cells = kept_from(claim.game, claim.before, claim.cell, claim.mover)
    name = f"an open {NAMES[claim.variant.row_length - 1]}"
    rows = [each.cells for each in claim.made(claim.rival) if each.lacking == 1]
    shown = set(claim.reason.cells)
    return (
        cells != set()
        and claim.says(f"Keeps {claim.rival} from making {name} at {claim.listed(cells, 'or')}.")
        # Of the player's lines through the move, those that hold one of the cells.
        and shown == set().union(*(row for row in rows if row <= shown))
        and cells <= shown
    )


def builds(claim: Claim) -> bool:
    length, (lacking, best) = claim.variant.row_length, fewest(claim.made(claim.mover))
    rows = "a row" if len(best) == 1 else f"{len(best)} rows at once"
    text = f"Brings {rows} to {length - lacking} of {length} stones, with room for the rest."
    return length - lacking > 1 and claim.says(text) and shows(claim, best)


def hinders(claim: Claim) -> bool:
    length, (lacking, best) = claim.variant.row_length, fewest(claim.made(claim.rival))
    stones = length - lacking - 1
    text = f"Is in the way of {claim.rival}, who has {stones} of {length} stones here."
    return stones > 1 and claim.says(text) and shows(claim, best)


def plays_near(claim: Claim) -> bool:
    around = {
        claim.variant.beside(claim.cell, down, right) for down in (-1, 0, 1) for right in (-1, 0, 1)
    }
    stones = {each for each in around if each is not None and claim.before[each] in "XO"}
    several = "s" if len(stones) > 1 else ""
    text = f"Plays next to the stone{several} at {claim.listed(stones)}." if stones else ""
    return claim.says(text) and claim.shows(stones | {claim.cell})


def shows_lines(claim: Claim, player: str, text: str) -> bool:
    """Return whether the cells are all lines through the move that the player could make."""
    rows = claim.open_rows(player)
    count = "1 line" if len(rows) == 1 else f"{len(rows)} lines"
    return rows != [] and claim.shows(set().union(*rows)) and claim.says(text.format(count))


def makes_lines(claim: Claim) -> bool:
    text = f"{claim.mover} can still make {{}} through here."
    return not claim.variant.misere and shows_lines(claim, claim.mover, text)


def closes_lines(claim: Claim) -> bool:
    """Return whether lines of the rival are closed, and the mover has none of its own."""
    text = f"Closes {{}} that {claim.rival} could still make."
    return not claim.open_rows(claim.mover) and shows_lines(claim, claim.rival, text)


def takes_dead_cell(claim: Claim) -> bool:
    return (
        not claim.open_rows(claim.mover)
        and not claim.open_rows(claim.rival)
        and claim.shows({claim.cell})
        and claim.says("No line can be made through here any more.")
    )


def avoids_row(claim: Claim) -> bool:
    losing = claim.completing(claim.before, claim.mover)
    if not claim.variant.misere or claim.cell in losing:
        return False
    if losing and "answer each move" not in claim.parts[0]:
        text = f"Makes no row, as a stone at {claim.listed(losing, 'or')} would."
        return claim.says(text) and claim.shows(losing)
    if not claim.open_rows(claim.mover):
        text = f"{claim.mover} can make no row through here any more."
        return claim.says(text) and claim.shows({claim.cell})
    if "answer each move" in claim.parts[0]:
        text = "Lets {0} answer each move on the cell opposite, so that {1} would make a row first."
        return (
            claim.says(text.format(claim.mover, claim.rival))
            and claim.shows({claim.cell})
            and answers_opposite(claim)
        )
    text = f"Makes no row yet, but is on {{}} that {claim.mover} must not complete."
    if claim.is_on_fewest(claim.mover):
        text = f"Is on {{}} that {claim.mover} must not complete: no other move is on fewer."
    return shows_lines(claim, claim.mover, text)


def answers_opposite(claim: Claim) -> bool:
    """Have the rival play anywhere, and the mover on the cell opposite, again and again."""
    chance, last = chance_of(claim.position), len(claim.before) - 1
    for _ in range(20):
        cells = claim.after
        while legal := claim.game.playable(cells):
            cell = chance.choice(legal)
            if claim.rows_made(cells, cell, claim.rival):
                break
            cells = put(cells, cell, claim.rival)
            if cells[last - cell] != "." or claim.rows_made(cells, last - cell, claim.mover):
                return False
            cells = put(cells, last - cell, claim.mover)
    return claim.outcomes is None or claim.outcomes[claim.cell][0] >= 0


def has_to_make_a_row(claim: Claim) -> bool:
    rows = claim.rows_made(claim.before, claim.cell, claim.mover)
    return (
        claim.variant.misere
        and claim.completing(claim.before, claim.mover) == set(claim.legal)
        and set(claim.reason.cells) in rows
        and claim.says(f"{claim.mover} has to make a row: every move does.")
    )
