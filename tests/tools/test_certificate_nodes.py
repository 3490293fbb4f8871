"""Whatever a node of a certificate says: the checker takes nothing for a fact that is not true."""

import random
import re
import sys
from collections.abc import Iterator
from types import ModuleType

import pytest

from tests.support.sampling import chance_of, samples
from tests.tools.certificates import CHECKER, DRAW, FILES, MOST_FREE, WIN, is_true, part_of
from tools import check_certificate


def mutated(line: str, others: list[str], cells: int, chance: random.Random) -> str:
    """Return a node of a board of so many cells, with something else in some place."""
    words = line.split()
    for _ in range(chance.choice((1, 1, 2))):
        place = chance.randrange(1, len(words)) if len(words) > 1 else 0
        word = words[place]
        match chance.randrange(6):
            case 0:
                words[place] = re.sub(
                    r"\d+", lambda _: str(chance.randrange(cells + 1)), word, count=1
                )
            case 1 if re.fullmatch("[0-9a-f]+", word):
                words[place] = f"{int(word, 16) ^ 1 << chance.randrange(cells + 1):x}"
            case 2:
                words[place] = {"own": "other", "other": "own"}.get(word, word)
            case 3:
                words.insert(place, chance.choice(chance.choice(others).split()))
            case 4:
                del words[place]
            case _:
                words[place] = chance.choice(chance.choice(others).split())
        if not words:
            return ""
    return " ".join(words)


def false_facts(checker: ModuleType, text: str, trials: int, seed: object) -> Iterator[str]:
    """Yield nodes that a checker accepts in place of others, though what they say is false."""
    part, game = part_of(checker, text)
    lines = text.splitlines()
    lines = lines[6 : lines.index("qed")]
    chance, known = chance_of(seed), len(part.facts)
    for _ in range(trials):
        line = mutated(chance.choice(lines), lines, game.width * game.height, chance)
        try:
            part.read(line)
        except checker.RejectedError:
            continue
        fact = part.facts[-1]
        if fact.free.bit_count() <= MOST_FREE and not is_true(game, fact, part.wins):
            yield line
        else:
            # It may serve others, as long as there are not too many.
            lines.append(line)
        if len(part.facts) > 2 * known:
            del part.facts[known:], part.used[known:], lines[known:]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        (DRAW, 100_000),
        (WIN, 100_000),
        pytest.param(FILES["5x5-4"].read_text(), 50_000, marks=pytest.mark.thorough),
    ],
    ids=["draw", "win", "large draw"],
)
def test_whatever_is_changed_in_a_node_it_says_nothing_false(text: str, count: int) -> None:
    assert list(false_facts(check_certificate, text, samples(count), "nodes")) == []


@pytest.mark.parametrize("text", [DRAW, WIN], ids=["draw", "win"])
def test_the_facts_of_a_certificate_are_true(text: str) -> None:
    part, game = part_of(check_certificate, text)
    assert all(is_true(game, fact, part.wins) for fact in part.facts)


UNSOUND = [
    ("potential << (not own_turn)", "potential"),
    ("not cells & (grouped | ~empty)", "not cells & grouped"),
    ("answered(frozenset(minimal(sets)))", "True"),
    ("self.require_slow(held, empty, 2)", "self.require_slow(held, empty, 1)"),
    ("after.plies + 1)\n        require", "after.plies)\n        require"),
    ('require(not left, "a reply is not answered")', "pass"),
    ('require(turn == own_turn, "a player would move twice")', "pass"),
    ("not after.stones & ~held | after.free & ~empty", "True"),
    ("free & move and any(rows)", "any(rows)"),
    ("free & move and any(rows)", "free & move"),
    ("after.stones & ~move, after.free | move", "after.stones & ~move, after.free"),
]


@pytest.mark.thorough
@pytest.mark.parametrize(("old", "new"), UNSOUND)
def test_an_unsound_checker_is_noticed(old: str, new: str) -> None:
    source = CHECKER.read_text(encoding="utf-8")
    assert old in source
    unsound = ModuleType("unsound")
    sys.modules["unsound"] = unsound
    exec(compile(source.replace(old, new), "unsound", "exec"), unsound.__dict__)
    found = (
        line
        for part in range(50)  # One or two would do, most often.
        for text in (DRAW, WIN)
        for line in false_facts(unsound, text, 30_000, f"unsound {part}")
    )
    assert next(found, None) is not None


@pytest.mark.parametrize(
    ("wins", "sizes", "nodes", "fault"),
    [
        # One cell of a line has no cell beside it that is in no other pair.
        (False, (3, 1, 2), ["groups other 0 7 0-1 1-2"], "is not free for it"),
        (False, (3, 1, 2), ["groups other 0 7 0-0-1,1 2"], "a group is lost"),
        (False, (13, 1, 13), ["groups own 0 1fff 0-1-2-3-4-5-6-7-8-9-10-11-12"], "too large"),
        (False, (2, 1, 2), ["groups own 1 3"], "both taken and free"),
        (True, (3, 1, 3), ["groups own 0 7 0-1"], "to hold is not to win"),
        # The opponent has the other two cells, a row.
        (True, (4, 1, 2), ["row 1 2 1"], "the opponent is faster"),
        (True, (4, 1, 2), ["row 1 4 1"], "completes no row"),
        (True, (4, 1, 2), ["row 1 6 2"], "completes no row"),
        (True, (3, 1, 2), ["row 2 1 0", "replies 0@0 0@1", "move 0 1@0"], "still free"),
    ],
)  # fmt: skip
def test_a_false_node_is_rejected(
    wins: bool, sizes: tuple[int, int, int], nodes: list[str], fault: str
) -> None:
    part = check_certificate.Part(sizes, check_certificate.lines_of(*sizes), wins)
    for node in nodes[:-1]:
        part.read(node)
    with pytest.raises(check_certificate.RejectedError, match=fault):
        part.read(nodes[-1])
