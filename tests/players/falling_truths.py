"""What reasons claim where stones fall, checked by walking from cell to cell and trying moves."""

from tests.players.claim import Claim
from tests.players.made import NAMES
from tests.support.reference import other, put
from tests.support.sampling import chance_of


def is_alone_not_below(claim: Claim) -> bool:
    width, others = claim.variant.width, set(claim.legal) - {claim.cell}
    if not others or not claim.variant.gravity or claim.completing(claim.before, claim.mover):
        return False
    tops = claim.listed({each - width for each in others}, "or")
    return (
        not claim.completing(claim.after, claim.rival)
        and claim.shows(others)
        and claim.says(f"Every other move lets {claim.rival} win on top: at {tops}.")
        and all(
            each - width in claim.completing(put(claim.before, each, claim.mover), claim.rival)
            for each in others
        )
    )


def threatens_later(claim: Claim) -> bool:
    width, height = claim.variant.width, claim.variant.height
    legal = set(claim.game.playable(claim.after))
    made = {
        each: rows
        for each in claim.game.reachable(claim.after) - legal
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
    for cell in {each + width for each in told} & legal:
        played = put(claim.after, cell, claim.rival)
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
        claim.variant.gravity
        and claim.says(f"Makes {kind} at {claim.listed(told)}: {ending}.")
        and all(within.values())
        and shown == {each for rows in within.values() for row in rows for each in row}
    )


def winners_on_top(claim: Claim, cells: str, player: str) -> set[str | None]:
    """Return who wins where a player plays anywhere and the other on top, in several games."""
    start, chance, winners = cells, chance_of(claim.position), set[str | None]()
    for _ in range(10):
        cells, winner = start, None
        while winner is None and (legal := claim.game.playable(cells)):
            cell = chance.choice(legal)
            for each, side in ((cell, player), (cell - claim.variant.width, other(player))):
                if winner is None and claim.rows_made(cells, each, side):
                    winner = side
                cells = put(cells, each, side)
        winners.add(winner)
    return winners


def answers_on_top(claim: Claim) -> bool:
    """Have the rival play anywhere, and the mover on top, again and again."""
    width, left = claim.variant.width, claim.game.reachable(claim.after)
    columns = [sorted(each for each in left if each % width == column) for column in range(width)]
    replies = {each for column in columns for each in column[::2]}
    own = {cell for cell, mark in enumerate(claim.after) if mark == claim.rival} | left
    rows = [row for windows in claim.game.windows.values() for row, _ in windows]
    if any(len(column) % 2 for column in columns) or not any(row <= own for row in rows):
        return False
    if claim.rival in winners_on_top(claim, claim.after, claim.rival):
        return False
    text = (
        "Leaves all columns even: by answering on top of each move "
        f"{claim.mover} keeps {claim.rival} from any row."
    )
    outcomes = claim.outcomes
    return (
        claim.variant.gravity
        and claim.shows(replies)
        and claim.says(text)
        and (outcomes is None or outcomes[claim.cell][0] >= 0)
    )
