"""The Maker-Breaker game of one tile: a few cells, and sets of which Maker wants one whole.

A set of cells is a word with a bit for each. A game is what Maker still lacks of each set without a
stone of Breaker; nothing else matters. Games of a dozen cells are solved by plain search.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache

Game = frozenset[int]
"""What Maker lacks of each set; no set contains another one."""

MOST_GAMES = 1 << 13
"""How many games a cache keeps; each takes half a KiB."""


def game_of(sets: Iterable[int], maker: int, breaker: int) -> Game:
    """Return the game that the stones leave of some sets."""
    return _smallest(each & ~maker for each in sets if not each & breaker)


@lru_cache(maxsize=MOST_GAMES)
def holds(game: Game) -> bool:
    """Return whether Breaker keeps Maker, who is to move, from completing a set."""
    if any(_is_single(each) for each in game):
        return False
    return all(reply(_smallest(each & ~cell for each in game)) for cell in _cells(game))


@lru_cache(maxsize=MOST_GAMES)
def reply(game: Game) -> int | None:
    """Return a cell by which Breaker, who is to move, holds; None if there is none.

    With no set left to Maker any cell holds; then it is -1.
    """
    if not game:
        return -1
    if 0 in game:
        return None
    singles = [each for each in game if _is_single(each)]
    for cell in singles[:1] or _cells(game):
        if holds(frozenset(each for each in game if not each & cell)):
            return cell
    return None


@lru_cache(maxsize=1 << 12)
def is_held(sets: tuple[int, ...], maker: int, breaker: int) -> bool:
    """Return whether the replies keep Maker, who is to move, off every set.

    This check is independent of the search: it plays all of Maker's moves against one reply each.
    """
    cells = 0
    for each in sets:
        cells |= each
    waiting, seen = [(maker, breaker)], {(maker, breaker)}
    while waiting:
        maker, breaker = waiting.pop()
        if any(not each & ~maker for each in sets):
            return False
        if all(each & breaker for each in sets):
            continue
        for cell in bits(cells & ~maker & ~breaker):
            taken = maker | cell
            if any(not each & ~taken for each in sets):
                return False
            answer = reply(game_of(sets, taken, breaker))
            if answer is None or (answer > 0 and answer & (taken | breaker)):
                return False
            after = (taken, breaker | max(answer, 0))
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return True


def bits(word: int) -> Iterator[int]:
    """Yield each set bit as a word of its own, the lowest first."""
    while word:
        lowest = word & -word
        yield lowest
        word ^= lowest


def _cells(game: Game) -> list[int]:
    """Return the cells of the sets, those of most sets first."""
    uses: dict[int, int] = {}
    for each in game:
        for cell in bits(each):
            uses[cell] = uses.get(cell, 0) + 1
    return sorted(uses, key=lambda cell: (-uses[cell], cell))


def _is_single(cells: int) -> bool:
    """Return whether there is one cell at most."""
    return not cells & (cells - 1)


def _smallest(sets: Iterable[int]) -> Game:
    """Return the sets that contain no other one."""
    kept: list[int] = []
    for each in sorted(sets, key=int.bit_count):
        if all(other & ~each for other in kept):
            kept.append(each)
    return frozenset(kept)
