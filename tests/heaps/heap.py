"""Heaps: questions under every combination of rules, with what is true of them, and answers."""

import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

from service.heaps.answering import Answers
from service.heaps.questions import Line
from service.heaps.workers import Workers
from tests.rules.cases import COMBINATIONS, LARGER, SMALL, Case, random_case, variant_of
from tests.support.sampling import chance_of

MOST_LEFT = 8
"""Moves left at most in a position."""
REFUSED: dict[bytes, str] = {
    b'{"board": ["..."], "row_length": 0}': "invalid_request",
    b'{"board": "XXOOO.X..", "row_length": 3}': "invalid_request",
    b"no JSON": "invalid_json",
    b"": "invalid_json",
    b'{"board": ["XX."], "row_length": 3}': "impossible_position",
    b"\xff": "invalid_encoding",
}
"""Lines that are no questions, each with the code of its problem."""


def mixed_cases(count: int, name: str) -> list[Case]:
    """Return positions under all combinations of switches in turn, some of them finished."""
    chance = chance_of(f"heap {name}")
    return [
        random_case(
            variant_of(chance.choice(SMALL + LARGER), COMBINATIONS[index % len(COMBINATIONS)]),
            chance.randint(0, MOST_LEFT), chance,
        )
        for index in range(count)
    ]  # fmt: skip


def question_of(case: Case, **fields: Any) -> dict[str, Any]:
    """Return the question about a position."""
    width, height, row_length, gravity, wrap, exact, misere = case.variant
    return {
        "board": case.rows, "width": width, "height": height, "row_length": row_length,
        "to_move": case.to_move, "gravity": gravity, "wrap": wrap, "exact": exact,
        "misere": misere, "any_position": case.any_position,
    } | fields  # fmt: skip


def moves_of(game: Sequence[Case]) -> list[int]:
    """Return the cells of the moves that lead from each of some positions to the next."""
    return [
        next(cell for cell, mark in enumerate(after.cells) if mark != before.cells[cell])
        for before, after in pairwise(game)
    ]


def heap_of(questions: Sequence[Any]) -> bytes:
    """Return a heap: questions, or lines that are none, as they are."""
    lines = [each if isinstance(each, bytes) else json.dumps(each).encode() for each in questions]
    return b"".join(line + b"\n" for line in lines)


def check_answer(result: dict[str, Any], case: Case) -> None:
    """Check what an answer says of a position."""
    answer, expected = result["answer"], case.expected
    over = not case.reference.legal_moves(case.cells)
    assert (answer["status"] == "in_progress") != over, case
    assert len(answer["options"]) == len(expected), case
    width = case.variant.width
    for option in answer["options"]:
        value, plies = expected[option["row"] * width + option["column"]]
        assert option["value"] == value, case
        assert plies == option["plies_to_end"] or not option["shortest"], case


def without_costs(results: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return results but for what depends on the clock, on the way, or on equal options."""
    return [
        {
            name: result["answer"][name]
            for name in ("status", "rules", "to_move", "winner", "value", "bounds", "plies_to_end")
        }
        | {"options": sorted(map(known_of, result["answer"]["options"]))}
        if "answer" in result
        else {"code": result["problem"]["code"], "errors": result["problem"]["errors"]}
        for result in results
    ]


def known_of(option: dict[str, Any]) -> tuple[Any, ...]:
    """Return the name of an option, and what is proven of it."""
    return option["name"], option["value"], option["plies_to_end"], option["shortest"]


def read(output: bytes) -> list[Any]:
    """Return the results in an output."""
    return [json.loads(line) for line in output.splitlines()]


@contextmanager
def threads(
    count: int, answer: Callable[[int, list[Line]], Answers], death: type[Exception] = RuntimeError
) -> Iterator[Workers]:
    """Provide workers that are threads of this process, and die by an exception."""
    with ThreadPoolExecutor(count) as pool:
        yield Workers(lambda first, lines: pool.submit(answer, first, lines), lambda: count, death)
