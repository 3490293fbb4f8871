"""What reasons claim of the rows that a move makes or hinders, checked by trying stones."""

from collections import Counter

from tests.players.claim import Claim
from tests.players.made import NAMES, Made, kept_from, made_by


def strong(claim: Claim) -> list[Made]:
    """Return the rows of a move that lack one stone, or two if they are open and long."""
    made = made_by(claim.game, claim.before, claim.cell, claim.mover).values()
    opens = claim.game.row_length > 3
    return [
        each for each in made if each.lacking == 1 or (each.lacking == 2 and each.is_open and opens)
    ]


def feared(claim: Claim) -> list[Made]:
    """Return what the rival would have made on the cell."""
    return list(made_by(claim.game, claim.before, claim.cell, claim.rival).values())


def shows(claim: Claim, made: list[Made]) -> bool:
    """Return whether the cells are those of all these rows."""
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
    through = claim.game.lines_through[claim.cell]
    cells = {
        each
        for each in claim.game.completing(claim.after, claim.mover)
        if any(
            {claim.after[cell] for cell in {*line} - {each}} == {claim.mover} and each in line
            for line in through
        )
    }
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
        # Of the player's lines through the move, those that hold one of the cells.
        and shown == set().union(*(row for row in rows if row <= shown))
        and cells <= shown
    )


def builds(claim: Claim) -> bool:
    length = claim.game.row_length
    made = list(made_by(claim.game, claim.before, claim.cell, claim.mover).values())
    lacking = min((each.lacking for each in made), default=length)
    best = [each for each in made if each.lacking == lacking]
    rows = "a row" if len(best) == 1 else f"{len(best)} rows at once"
    text = f"Brings {rows} to {length - lacking} of {length} stones, with room for the rest."
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
        if mark in "XO" and max(abs(cell // width - row), abs(cell % width - column)) == 1
    }
    several = "s" if len(stones) > 1 else ""
    return (
        stones != set()
        and claim.says(f"Plays next to the stone{several} at {claim.listed(stones)}.")
        and claim.reason.cells == sorted({claim.cell, *stones})
    )
