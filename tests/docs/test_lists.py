"""Every list in the documents is whole and holds nothing else: names, defaults and meanings."""

import re
from collections.abc import Iterable
from typing import get_args

import click
import pytest

from benchmarks.__main__ import SECTIONS
from service import solver
from service.api.contract.openapi import openapi_document
from service.api.contract.operations import EVENTS, OPERATIONS
from service.api.telemetry import metrics
from service.cli import main
from service.players import BY_STRENGTH, LEVELS, ReasonCode
from service.players.strength import SKILLS
from service.questions.refusals import CODES
from service.questions.schemas import MoveRequest, MovesRequest
from service.settings import Settings
from tests.docs.documents import (
    CONTRACT,
    CONTRIBUTING,
    OPERATING,
    PAGES,
    PLAYING,
    Row,
    spans,
)
from tests.docs.makers import MAKERS
from tests.support.project import ROOT

TARGETS = set(re.findall(r"^([a-z-]+):.*## ", (ROOT / "Makefile").read_text(), re.MULTILINE))


def firsts(rows: Iterable[Row]) -> list[str]:
    """Return the first cell of each row, without its backticks."""
    return [row[0].strip("`") for row in rows]


def code(name: object) -> str:
    """Return a name as the documents write it."""
    return f"`{name}`"


LISTS: dict[str, tuple[object, object]] = {
    "metrics with their types and meanings": (
        sorted(OPERATING.table("metric")),
        sorted(
            [code(family.name + "_total" * (family.type == "counter")), family.type,
             family.documentation]
            for family in metrics.registry.collect()
        ),
    ),
    "settings with their defaults and meanings": (
        sorted(OPERATING.table("variable")),
        sorted(
            [code(name.upper()), code(field.default) if str(field.default) else "none",
             " ".join(str(field.description).split())]
            for name, field in Settings.model_fields.items()
        ),
    ),
    "errors with their statuses and meanings": (
        sorted(CONTRACT.table("status")),
        sorted([str(status), code(name), when] for name, (status, when) in CODES.items()),
    ),
    "fields of a request": (firsts(CONTRACT.table("field")), list(MoveRequest.model_fields)),
    "fields of a batch": (firsts(CONTRACT.table("batch field")), list(MovesRequest.model_fields)),
    "levels with how they play": (
        PLAYING.table("`level`"),
        [[code(name), LEVELS[name].summary.render()] for name in BY_STRENGTH],
    ),
    "strengths with what they overlook": (
        {
            int(strength): [float(share.removesuffix(" %")) / 100 for share in shares]
            for strength, *shares in PLAYING.table("`strength`")
        },
        {
            strength: pytest.approx(
                [1 - skill.win, 1 - skill.block, 1 - skill.fork, skill.passing, 1 - skill.row]
            )
            for strength, skill in SKILLS.items()
        },
    ),
    "reasons": (firsts(CONTRACT.table("`reason.code`")), list(get_args(ReasonCode))),
    "routes": (
        sorted(route for row in CONTRACT.table("route") for route in spans(row[0])),
        sorted(f"{operation.method.upper()} {operation.path}" for operation in OPERATIONS),
    ),
    "events of a stream": (firsts(CONTRACT.table("event")), list(EVENTS)),
    "make targets": (
        {span for row in CONTRIBUTING.table("command") for span in spans(row[0])
         if span.startswith("make ")},
        {f"make {target}" for target in TARGETS},
    ),
    "benchmarks": (
        [spans(row[1]) for row in CONTRIBUTING.table("command") if row[0] == "`make bench`"],
        [{"SECTIONS", *SECTIONS}],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", LISTS)
def test_a_list_has_all_there_is(name: str) -> None:
    listed, expected = LISTS[name]
    assert listed
    assert listed == expected


def test_every_method_of_proof_is_described_in_the_contract() -> None:
    described = openapi_document(Settings())["components"]["schemas"]["ProofMethod"]["description"]
    assert set(re.findall(r"(\w+): ", described)) == set(get_args(solver.Method))


@pytest.mark.parametrize("name", PAGES)
def test_every_make_target_that_is_shown_exists(name: str) -> None:
    shown = {each.split()[1] for each in PAGES[name].commands() if re.match(r"make [a-z]", each)}
    assert shown <= TARGETS


@pytest.mark.parametrize(
    "name", ["analyse", "gomocup", "mcp", "play", "solve", "tournament", *MAKERS]
)
def test_every_option_of_every_command_is_listed(name: str) -> None:
    command = MAKERS.get(name) or main.get_command(click.Context(main), name)
    assert command is not None
    (section,) = [
        part
        for page in PAGES.values()
        for part in page.sections()
        if part.has_table("option") and any(f" {name} " in block for block in part.blocks("sh"))
    ]
    options = [each for each in command.params if isinstance(each, click.Option)]
    assert {span for row in section.table("option") for span in spans(row[0])} == {
        name for option in options for name in option.opts + option.secondary_opts
    }
