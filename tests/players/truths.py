"""What every reason claims, checked on the cells: nothing here knows how reasons are found."""

import re
from collections.abc import Callable

from service.languages import ENGLISH, LANGUAGES
from service.players import Reason
from tests.players.claim import CELL, SPAN, Claim, corners, forks, middle, off_centre
from tests.players.falling_truths import (
    answers_on_top,
    is_alone_not_below,
    threatens_later,
    winners_on_top,
)
from tests.players.made import NAMES
from tests.players.row_truths import (
    avoids_row,
    builds,
    closes_lines,
    combines,
    has_to_make_a_row,
    hinders,
    keeps_from_opening,
    makes_lines,
    makes_open_row,
    plays_near,
    prepares_an_open_row,
    takes_dead_cell,
    threatens,
)
from tests.rules.cases import Case
from tests.support.positions import Position
from tests.support.reference import preference, put


def wins(claim: Claim) -> bool:
    rows = claim.rows_made(claim.before, claim.cell, claim.mover)
    text = f"{claim.mover} wins with {len(claim.reason.cells)} in a row."
    return not claim.variant.misere and set(claim.reason.cells) in rows and claim.says(text)


def blocks(claim: Claim) -> bool:
    rows = claim.rows_made(claim.before, claim.cell, claim.rival)
    text = f"Blocks {claim.rival}, who would win at {claim.name(claim.cell)}."
    return not claim.variant.misere and set(claim.reason.cells) in rows and claim.says(text)


def forks_the_rival(claim: Claim) -> bool:
    made = claim.completing(claim.after, claim.mover)
    count = {2: "two", 3: "three"}.get(len(made), str(len(made)))
    return (
        not claim.variant.misere
        and len(made) > 1
        and claim.shows(made)
        and not claim.completing(claim.after, claim.rival)
        and claim.says(f"Makes {count} threats at once: {claim.listed(made)}.")
    )


def leaves_no_fork(claim: Claim) -> bool:
    """Return whether the rival is left no fork, or must answer a threat where that makes none."""
    if claim.variant.misere or claim.completing(claim.before, claim.rival):
        return False
    feared = forks(claim.game, claim.before, claim.rival)
    if not feared or claim.completing(claim.after, claim.rival) or not claim.shows(feared):
        return False
    ending = f"two threats at once at {claim.listed(feared)}."
    if not forks(claim.game, claim.after, claim.rival):
        return claim.says(f"Keeps {claim.rival} from making {ending}")
    threats = claim.completing(claim.after, claim.mover)
    start = f"Threatens to win at {claim.listed(threats)}, which leaves {claim.rival} no time"
    return (
        len(threats) == 1
        and all(
            len(claim.completing(put(claim.after, reply, claim.rival), claim.rival)) < 2
            for reply in threats
        )
        and claim.says(f"{start} to make {ending}")
    )


def has_regions(claim: Claim) -> bool:
    """Return whether words such as corner have a meaning that every player sees."""
    falls = claim.variant.gravity and claim.variant.height > 1
    return claim.variant.wrap == "none" and "#" not in claim.before and not falls


def takes_center(claim: Claim) -> bool:
    nearest = min(off_centre(claim.variant, cell) for cell in claim.legal)
    return (
        has_regions(claim)
        and claim.cell in middle(claim.variant)
        and off_centre(claim.variant, claim.cell) == nearest
        and claim.says("Takes the center: no empty cell is nearer to the middle.")
        and claim.shows({claim.cell})
    )


def takes_opposite_corner(claim: Claim) -> bool:
    facing = len(claim.before) - 1 - claim.cell
    return (
        has_regions(claim)
        and claim.cell in corners(claim.variant)
        and claim.before[facing] == claim.rival
        and claim.shows({claim.cell, facing})
        and claim.rival in claim.reason.text
    )


def takes_corner(claim: Claim) -> bool:
    is_corner = claim.cell in corners(claim.variant)
    return has_regions(claim) and is_corner and claim.shows({claim.cell})


def takes_side(claim: Claim) -> bool:
    better = corners(claim.variant) | middle(claim.variant)
    taken = all(claim.before[cell] != "." for cell in better)
    return has_regions(claim) and taken and claim.shows({claim.cell})


def is_quiet(claim: Claim) -> bool:
    """Return whether what is said of the stones beside what is proven holds."""
    return any(holds(claim) for holds in QUIET)


def is_proven(claim: Claim) -> bool:
    """Return whether what is said to be proven is so, as far as a plain search can tell."""
    said, mover, rival = claim.parts[1], claim.mover, claim.rival
    value = claim.value_of(claim.cell) if said else None
    if value is None:
        return True
    if (span := re.search(SPAN, said)) and claim.outcomes is not None:
        exact, moves = (claim.outcomes[claim.cell][1] + 1) // 2, int(span[2])
        if not (moves == exact if span[1] == "in" else moves >= exact):
            return False
    if said.startswith(f"{mover} wins"):
        made = f", as {rival} has to make a row " in said
        ends = said.endswith(f"whatever {rival} does.") or "against the best defence" in said
        return value == 1 and ends and made == claim.variant.misere
    if said.startswith(f"every move loses if {rival}"):
        return value == -1 and others_lose(claim)
    if said.startswith("every other move loses"):
        return len(claim.legal) > 1 and others_lose(claim) and is_refuted(claim)
    return {
        "with best play it is a draw.": value == 0,
        f"{mover} can at least draw, whatever {rival} does.": value >= 0,
        f"it looks best, but {rival} can at least draw.": value <= 0,
        "it looks best, but who wins is not proven.": True,
    }[said]


def others_lose(claim: Claim) -> bool:
    """Return whether all other moves lose."""
    return all(claim.value_of(cell) == -1 for cell in claim.legal if cell != claim.cell)


def is_refuted(claim: Claim) -> bool:
    """Return whether the reply to another move, if one is named, makes what is said, and wins."""
    named = re.search(f"({CELL}) loses to ({CELL}), (.*)[.]", claim.parts[1])
    if named is None:
        return True
    (tried,) = (cell for cell in claim.legal if claim.name(cell) == named[1] and cell != claim.cell)
    before = put(claim.before, tried, claim.mover)
    (reply,) = (cell for cell in claim.game.playable(before) if claim.name(cell) == named[2])
    after = put(before, reply, claim.rival)
    made = claim.rows_made(before, reply, claim.rival)
    if not made and claim.outcomes is not None and claim.game.solve(after, claim.mover)[0] != -1:
        return False
    threats = claim.completing(after, claim.rival)
    if "threat" in named[3] and claim.completing(after, claim.mover):
        return False
    said = {f"which makes {len(row)} in a row" for row in made}
    if not made and len(threats) > 1:
        said = {f"which makes {NAMES[len(threats)]} threats at once"}
    elif not made and threats:
        said = {f"which threatens to win at {claim.listed(threats)}"}
    if "answering on top" in named[3] and winners_on_top(claim, after, claim.mover) == {
        claim.rival
    }:
        said.add(f"as {claim.rival} then makes a row by answering on top of each move")
    return named[3] in said


def is_the_only_move(claim: Claim) -> bool:
    if len(claim.legal) == 1:
        is_last = claim.before.count(".") == 1
        text = f"It is the only {'empty cell' if is_last else 'legal move'}."
        return claim.shows({claim.cell}) and claim.says(text)
    if not claim.parts[1]:
        return is_alone_not_below(claim)
    return is_quiet(claim) and claim.parts[1].startswith("every other move loses")


def is_a_slip(claim: Claim) -> bool:
    (better,) = claim.reason.cells
    if better not in claim.legal or better == claim.cell:
        return False
    if claim.reason.text.endswith(f"{claim.name(better)} looks better."):
        return True
    top = claim.cell - claim.variant.width
    # A stone may make rows of different lengths at once.
    rows = {len(made) for made in claim.rows_made(claim.before, claim.cell, claim.mover)}
    after = put(claim.before, better, claim.mover)
    overlooked = {
        f"A slip: overlooks {claim.name(better)}, where {player} can win.": better
        in claim.completing(claim.before, player)
        for player in (claim.mover, claim.rival)
    }
    said = {
        f"A slip, as beginners make: {claim.name(better)} is better.": True,
        **{
            f"A slip: {claim.mover} loses with {row} in a row, unlike at {claim.name(better)}.": (
                better not in claim.completing(claim.before, claim.mover)
            )
            for row in rows
        },
        f"A slip: lets {claim.rival} win at {claim.name(top) if top >= 0 else '-'}, unlike "
        f"{claim.name(better)}.": claim.variant.gravity
        and top in claim.completing(claim.after, claim.rival)
        and not claim.completing(after, claim.rival),
    }
    if not (said | overlooked).get(claim.reason.text):
        return False
    # A block may lose as fast as its lack, if there are two threats; it is then still overlooked.
    if overlooked.get(claim.reason.text) and isinstance(claim.position, Case):
        return True
    if claim.outcomes is not None:
        return preference(claim.outcomes[better]) > preference(claim.outcomes[claim.cell])
    values = claim.value_of(better), claim.value_of(claim.cell)
    return values[0] is None or values[1] is None or values[0] >= values[1]


def is_chance(claim: Claim) -> bool:
    if claim.says("No line looks worth making: picked at random."):
        return claim.shows({claim.cell}) and not claim.open_rows(claim.mover)
    unknown = "No move is known to be better than another: picked at random."
    return claim.shows({claim.cell}) and (claim.says("Picked at random.") or claim.says(unknown))


QUIET = (
    builds, hinders, plays_near, takes_center, makes_lines, closes_lines, takes_dead_cell,
    avoids_row, is_alone_not_below,
)  # fmt: skip
"""What may be said of the stones before what is proven names the reason."""

CHECKS: dict[str, Callable[[Claim], bool]] = {
    "win": wins,
    "block": blocks,
    "avoids_row": avoids_row,
    "open_row": makes_open_row,
    "fork": forks_the_rival,
    "combination": combines,
    "block_open_row": keeps_from_opening,
    "block_fork": leaves_no_fork,
    "threat": threatens,
    "prepares_open_row": prepares_an_open_row,
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
    "forced_win": lambda claim: is_quiet(claim) and f"{claim.mover} wins" in claim.parts[1],
    "only_move": is_the_only_move,
    "holds_draw": lambda claim: is_quiet(claim) and "draw" in claim.parts[1],
    "delays_loss": lambda claim: (
        has_to_make_a_row(claim) or (is_quiet(claim) and "every move loses" in claim.parts[1])
    ),
    "best_estimate": takes_dead_cell,
    "slip": is_a_slip,
    "random": is_chance,
}

OF_OTHER_RULES = {"avoids_row", "follow_up", "later_threat", "not_below"}
"""The reasons that the plain game has no place for."""
OF_THE_BEST_MOVE = (
    set(CHECKS) - OF_OTHER_RULES - {"opposite_corner", "corner", "side", "slip", "random"}
)
"""The reasons of levels that look at values, for the best move in the plain game."""


def check(position: Position | Case, cell: int, reason: Reason) -> str:
    """Check what holds of every reason, and what this one claims; return its code."""
    claim = Claim(position, cell, reason)
    assert cell in claim.legal, (position, cell)
    assert len(set(reason.cells)) == len(reason.cells) > 0, (position, cell, reason)
    assert re.fullmatch(r"[A-Z][^.]*\.", reason.text), "one sentence"
    check_sentences(claim)
    assert is_proven(claim), (position, cell, reason)
    assert CHECKS[reason.code](claim), (position, cell, reason)
    return reason.code


def check_sentences(claim: Claim) -> None:
    """Check that the reason is a whole sentence in every language, with the same cells."""
    move, text = claim.name(claim.cell), claim.reason.text
    english = claim.reason.sentence.render()
    starts = (f"{move} ", f"{move}: ", f"At {move} ")
    unnamed = {english.removeprefix(start) for start in starts}
    unnamed.add(english.replace(f" at {move}", "", 1))
    assert text in {f"{each[0].upper()}{each[1:]}" for each in unnamed - {english}}, english
    for language in LANGUAGES:
        sentence = claim.reason.sentence.render(language)
        assert set(re.findall(CELL, sentence)) == {move, *re.findall(CELL, text)}, sentence
        assert re.fullmatch(r"[^{}.。]+[.。]", sentence), sentence
        assert language == ENGLISH or sentence != english, sentence
