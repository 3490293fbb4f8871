"""An entry gives back what was kept, or nothing."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from service.game import Board, Rules, parse
from service.sharing import entries
from service.sharing.entries import (
    MOST_BYTES,
    SEAL_BYTES,
    RefusedEntryError,
    key_of,
    pack,
    seal,
    unpack,
)
from service.sharing.soundness import find_flaw
from service.solver import Analysis, Assessment, Bounds, Proof
from service.solver.analysis import Tile
from tests.sharing.questions import BOARDS, PAIRED, SEARCHED, SECRET, TILED, analysed

MUTATIONS = 400


@pytest.mark.parametrize("best_only", [False, True])
@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_what_was_packed_comes_back(board: Board, best_only: bool) -> None:
    analysis, key = analysed(board, best_only), key_of(board, best_only)
    assert unpack(pack(analysis, key, SECRET), key, SECRET, board, best_only) == analysis


def mutated(entry: bytes, other: bytes, chance: random.Random) -> bytes:
    """An entry with a random part changed, taken away, doubled, or taken from another entry."""
    start, end = sorted(chance.choices(range(len(entry) + 1), k=2))
    part = entry[start:end]
    match chance.randrange(6):
        case 0:
            at = chance.randrange(len(entry))
            flipped = entry[at] ^ 1 << chance.randrange(8)
            return entry[:at] + bytes([flipped]) + entry[at + 1 :]
        case 1:
            part = b""
        case 2:
            part *= 2
        case 3:
            part = chance.randbytes(len(part))
        case 4:
            part = other[start:end]
        case 5:
            return part
    return entry[:start] + part + entry[end:]


def test_no_mutation_is_taken_for_an_entry() -> None:
    chance = random.Random(2)
    key = key_of(SEARCHED, False)
    entry = pack(analysed(SEARCHED), key, SECRET)
    other = pack(analysed(PAIRED), key_of(PAIRED, False), SECRET)
    tried = 0
    while tried < MUTATIONS:
        mutation = mutated(entry, other, chance)
        if mutation != entry:
            with pytest.raises(RefusedEntryError):
                unpack(mutation, key, SECRET, SEARCHED, False)
            tried += 1


def test_an_entry_holds_for_its_key_and_secret_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    key = key_of(SEARCHED, False)
    entry = pack(analysed(SEARCHED), key, SECRET)
    foreign = [key_of(SEARCHED, True), key_of(PAIRED, False)]
    monkeypatch.setattr(entries, "SCHEMA", entries.SCHEMA + 1)
    foreign.append(key_of(SEARCHED, False))
    monkeypatch.undo()
    monkeypatch.setattr(entries, "__version__", "0.0.1")
    foreign.append(key_of(SEARCHED, False))
    assert len({key, *foreign}) == 5
    for each in foreign:
        with pytest.raises(RefusedEntryError, match="seal"):
            unpack(entry, each, SECRET, SEARCHED, False)
    with pytest.raises(RefusedEntryError, match="seal"):
        unpack(entry, key, SECRET + b"!", SEARCHED, False)


def test_keys_tell_positions_apart() -> None:
    boards = {*BOARDS, *(replace(board, to_move="O") for board in BOARDS)}
    assert len({key_of(board, best) for board in boards for best in (False, True)}) == 2 * len(
        boards
    )


def assessed(
    value: int = 0, plies: int | None = 9, shortest: bool | None = True, **bounds: int
) -> Assessment:
    """An assessment, which need not make sense."""
    return Assessment(
        Bounds(bounds.get("lower", value), bounds.get("upper", value)),  # type: ignore[arg-type]
        float(value), plies, shortest,
    )  # fmt: skip


def with_first(known: Assessment) -> Callable[[Analysis], Analysis]:
    """Gives the first option another assessment."""
    return lambda analysis: replace(
        analysis,
        options=[analysis.options[0]._replace(assessment=known), *analysis.options[1:]],
    )


def with_last(known: Assessment, count: int = 1) -> Callable[[Analysis], Analysis]:
    """Gives the last option, or so many, another assessment."""
    return lambda analysis: replace(
        analysis,
        options=[
            *analysis.options[:-count],
            *(each._replace(assessment=known) for each in analysis.options[-count:]),
        ],
    )


def with_proof(**parts: object) -> Callable[[Analysis], Analysis]:
    """Gives the analysis another proof."""
    proof = replace(Proof("pairing"), **parts)  # type: ignore[arg-type]
    return lambda analysis: replace(analysis, proof=proof)


FLAWS: dict[str, list[Callable[[Analysis], Analysis]]] = {
    "it is of another position": [
        lambda analysis: replace(analysis, board=analysis.board.play(0)),
        lambda analysis: replace(analysis, board=replace(analysis.board, to_move="O")),
    ],
    "it is not complete": [
        lambda analysis: replace(analysis, search=replace(analysis.search, complete=False)),
        lambda analysis: replace(analysis, search=replace(analysis.search, stopped_by="time")),
        lambda analysis: replace(analysis, principal_variation=[]),
        lambda analysis: replace(analysis, assessment=assessed(plies=None)),
    ],
    "its options are not the legal moves": [
        lambda analysis: replace(analysis, options=analysis.options[1:]),
        lambda analysis: replace(analysis, options=analysis.options * 2),
        lambda analysis: replace(analysis, options=[]),
        lambda analysis: replace(
            analysis, options=[analysis.options[0]._replace(cell=9), *analysis.options[1:]]
        ),
    ],
    "an assessment contradicts itself": [
        with_first(assessed(lower=1, upper=-1)),
        with_first(assessed()._replace(score=0.5)),
        with_first(assessed(shortest=None)),
        with_first(assessed(shortest=False)),
        with_first(assessed(plies=8)),
        with_first(assessed(1, 4)),
        with_first(assessed(-1, 5)),
        with_first(assessed(1, 11)),
        with_first(assessed(upper=1, plies=9)),
    ],
    "an option is open": [with_first(assessed(upper=1, plies=None, shortest=None))],
    "its options are not in order": [
        with_first(assessed(-1, 8)),
        with_first(assessed(1, 9)),
    ],
    "its options are not joined by symmetry": [
        lambda analysis: replace(analysis, options=analysis.options[::-1]),
        lambda analysis: replace(
            analysis, options=[each._replace(equivalent_to=None) for each in analysis.options]
        ),
        # The center, and one corner of four.
        with_last(assessed(-1, 8), count=2),
    ],
    "its line of play does not lead to its value": [
        lambda analysis: replace(
            analysis,
            principal_variation=[8 - cell for cell in analysis.principal_variation],
        ),
        lambda analysis: replace(
            analysis, principal_variation=analysis.principal_variation[::-1]
        ),
        lambda analysis: replace(
            analysis, principal_variation=analysis.principal_variation[:1] * 9
        ),
        lambda analysis: replace(
            analysis, principal_variation=[*analysis.principal_variation[:8], 9]
        ),
        lambda analysis: replace(
            analysis, principal_variation=[*analysis.principal_variation[:8], -1]
        ),
    ],
    "its proof lies off the board": [
        lambda analysis: replace(analysis, proof=None),
        with_proof(method="game_over"),
        with_proof(pairs=((0, 9),)),
        with_proof(pairs=((0, 1), (1, 2))),
        with_proof(first_move=-1),
        with_proof(tiles=(Tile(("X",), (9,), ()),)),
        with_proof(tiles=(Tile(("X",), (), ((0, 9),)),)),
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("flaw", "spoil"), [(flaw, spoil) for flaw, spoils in FLAWS.items() for spoil in spoils]
)
def test_what_is_sealed_must_be_sound_too(flaw: str, spoil: Callable[[Analysis], Analysis]) -> None:
    key = key_of(SEARCHED, False)
    spoilt = spoil(analysed(SEARCHED))
    with pytest.raises(RefusedEntryError, match=flaw) as refusal:
        unpack(pack(spoilt, key, SECRET), key, SECRET, SEARCHED, False)
    assert str(refusal.value) == flaw


def test_a_draw_that_is_called_a_win_is_seen_by_its_line() -> None:
    analysis = analysed(SEARCHED)
    win = assessed(1, 9)
    options = [each._replace(assessment=win) for each in analysis.options]
    called = replace(analysis, assessment=win, options=options)
    assert find_flaw(called, SEARCHED, False) == "its line of play does not lead to its value"


def test_an_option_may_be_open_where_only_the_best_was_asked_for() -> None:
    board = Board(Rules(4, 4, 4))
    analysis = analysed(board, best_only=True)
    assert any(option.assessment.value is None for option in analysis.options)
    assert find_flaw(analysis, board, best_only=True) is None
    assert find_flaw(analysis, board, best_only=False) == "an option is open"
    better = with_last(assessed(lower=-1, upper=1, plies=None, shortest=None))(analysis)
    assert find_flaw(better, board, best_only=True) == "its options are not in order"


def test_the_best_of_a_lost_position_must_be_certain() -> None:
    """Of the losses that may last as long, one that surely does comes first."""
    board = parse([".X...", ".XX.O", ".....", ".....", "...O."], 4, "O")
    analysis = analysed(board, best_only=True)
    first, *others = analysis.options
    second = next(each for each in others if each.equivalent_to is None)
    assert (first.assessment.shortest, second.assessment.shortest) == (True, False)
    assert first.assessment.plies_to_end == second.assessment.plies_to_end
    rest = [each for each in others if each is not second]
    spoilt = replace(analysis, options=[second, first, *rest])
    assert find_flaw(analysis, board, best_only=True) is None
    assert find_flaw(spoilt, board, best_only=True) == "its options are not in order"


@pytest.mark.parametrize("best_only", [False, True])
def test_options_are_listed_best_first(best_only: bool) -> None:
    swapped = set()
    for board in BOARDS:
        analysis = analysed(board, best_only)
        options = analysis.options
        for index in range(1, len(options)):
            one, other = options[index - 1 : index + 1]
            if one.assessment == other.assessment or other.equivalent_to == one.cell:
                continue
            wrong = [*options[: index - 1], other, one, *options[index + 1 :]]
            spoilt = replace(analysis, options=wrong)
            assert find_flaw(spoilt, board, best_only) == "its options are not in order"
            swapped.add((one.assessment.value, other.assessment.value))
    assert len(swapped) >= 2


def test_a_position_is_worth_what_its_first_option_is() -> None:
    board = Board(Rules(6, 1, 2))
    analysis = analysed(board)
    assert analysis.assessment.plies_to_end == 3
    first = analysis.options[0].cell
    longer = next(
        line
        for line in itertools.permutations(range(6), 5)
        if line[0] == first and winner_after(board, line) == "X"
    )
    spoilt = replace(analysis, assessment=assessed(1, 5), principal_variation=list(longer))
    assert find_flaw(spoilt, board, False) == "its options are not in order"


def winner_after(board: Board, line: Sequence[int]) -> str | None:
    """Who wins with the last move of a line; None where nobody does, or somebody has before."""
    for cell in line:
        if board.winner:
            return None
        board = board.play(cell)
    return board.winner


@pytest.mark.parametrize(
    "body", [b"", b"{}", b"[]", b"null", b'{"board": 1}', b"\xff", b"[" * 9999]
)
def test_what_is_sealed_must_be_an_analysis(body: bytes) -> None:
    key = key_of(SEARCHED, False)
    with pytest.raises(RefusedEntryError, match="no analysis"):
        unpack(seal(body, key, SECRET), key, SECRET, SEARCHED, False)


def test_an_entry_over_the_limit_is_refused() -> None:
    key = key_of(TILED, False)
    entry = pack(analysed(TILED), key, SECRET)
    too_large = seal(entry[SEAL_BYTES:] + b" " * MOST_BYTES, key, SECRET)
    with pytest.raises(RefusedEntryError, match="large"):
        unpack(too_large, key, SECRET, TILED, False)
