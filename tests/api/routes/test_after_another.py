"""A question that is asked after another is answered as its own, with what is known by then."""

from itertools import product
from typing import Any

import pytest

from service.questions.in_process import InProcessService
from service.settings import Settings

BOARDS: list[dict[str, Any]] = [
    {"board": ["..."] * 3, "row_length": 3},
    {"board": ["...."] * 4, "row_length": 4},
    {"board": ["...."] * 4, "row_length": 3, "gravity": True},
    {"board": ["X...", "....", "...."], "row_length": 3, "misere": True},
]
WHO: list[dict[str, Any]] = [{}, {"level": "rules"}, {"strength": 3}]
TOLD = "value", "bounds", "plies_to_end", "shortest", "principal_variation", "proof", "options"
MODES = [{"evaluate": each, **who} for each, who in product(("all", "best", "none"), WHO)]


@pytest.fixture(scope="module")
def service() -> InProcessService:
    return InProcessService(Settings(table_mebibytes=1, search_threads=1, book=False))


def ask(service: InProcessService, question: dict[str, Any]) -> dict[str, Any]:
    """Return what is told of the position and its options, without what it has cost."""
    answer: dict[str, Any] = {**service.answer(question)}
    complete, stopped_by = (answer["search"][name] for name in ("complete", "stopped_by"))
    return {name: answer[name] for name in TOLD} | {"search": (complete, stopped_by)}


def check_complete(mode: dict[str, Any], answer: dict[str, Any]) -> None:
    """Check that an answer is said to be complete if all that was asked for is proven."""
    best_only = mode in ({"evaluate": "best"} | who for who in WHO) or mode == {"evaluate": "none"}
    asked = answer["options"][:1] if best_only else answer["options"]
    assert answer["search"][0] == all(option["shortest"] for option in asked), mode


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_each_mode_after_each_other(service: InProcessService, board: dict[str, Any]) -> None:
    """It says no less than a process that begins with it, and is complete for what it asks."""
    searched = 0
    for mode in MODES:
        service.solver.forget()
        fresh = ask(service, board | mode)
        check_complete(mode, fresh)
        for before in MODES:
            service.solver.forget()
            first = ask(service, board | before)
            answer = ask(service, board | mode)
            check_complete(mode, answer)
            worth = {each["name"]: each for each in answer["options"]}
            for option in fresh["options"]:
                if option["shortest"]:
                    told = worth[option["name"]]
                    assert (told["value"], told["plies_to_end"]) == (
                        option["value"], option["plies_to_end"],
                    ), (before, mode)  # fmt: skip
            searched += first["search"][0] and not fresh["search"][0]
            for most in (0, 2):
                fewer = ask(service, board | mode | {"max_options": most})
                assert fewer == answer | {"options": answer["options"][:most]}, (before, mode)
    assert searched or board == BOARDS[0], "something is remembered"
