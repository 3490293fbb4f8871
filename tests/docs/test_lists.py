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


def test_every_metric_is_listed_with_its_type_and_meaning() -> None:
    shown = OPERATING.table("metric")
    for family in metrics.registry.collect():
        name = f"{family.name}_total" if family.type == "counter" else family.name
        shown.remove([f"`{name}`", family.type, family.documentation])
    assert not shown


def test_every_setting_is_listed_with_its_default_and_meaning() -> None:
    shown = OPERATING.table("variable")
    for name, field in Settings.model_fields.items():
        default = f"`{field.default}`" if str(field.default) else "none"
        meaning = " ".join(str(field.description).split())
        shown.remove([f"`{name.upper()}`", default, meaning])
    assert not shown


def test_every_error_is_listed_with_its_status_and_meaning() -> None:
    codes = [[str(status), f"`{code}`", when] for code, (status, when) in CODES.items()]
    assert sorted(CONTRACT.table("status")) == sorted(codes)


def test_every_field_of_a_request_is_listed() -> None:
    assert firsts(CONTRACT.table("field")) == list(MoveRequest.model_fields)
    assert firsts(CONTRACT.table("batch field")) == list(MovesRequest.model_fields)


def test_every_level_is_listed_with_how_it_plays() -> None:
    shown = [(name.strip("`"), summary) for name, summary in PLAYING.table("`level`")]
    assert shown == [(name, LEVELS[name].summary.render()) for name in BY_STRENGTH]


def test_every_strength_is_listed_with_what_it_overlooks() -> None:
    shown = {
        int(strength): [pytest.approx(float(share.removesuffix(" %")) / 100) for share in shares]
        for strength, *shares in PLAYING.table("`strength`")
    }
    assert shown == {
        strength: [1 - skill.win, 1 - skill.block, 1 - skill.fork, skill.passing]
        for strength, skill in SKILLS.items()
    }


def test_every_reason_is_listed() -> None:
    assert firsts(CONTRACT.table("`reason.code`")) == list(get_args(ReasonCode))


def test_every_method_of_proof_is_described_in_the_contract() -> None:
    described = openapi_document(Settings())["components"]["schemas"]["ProofMethod"]["description"]
    assert set(re.findall(r"(\w+): ", described)) == set(get_args(solver.Method))


def test_every_route_is_listed() -> None:
    listed = [route for row in CONTRACT.table("route") for route in spans(row[0])]
    routes = [f"{operation.method.upper()} {operation.path}" for operation in OPERATIONS]
    assert sorted(listed) == sorted(routes)


def test_every_event_of_a_stream_is_listed() -> None:
    assert firsts(CONTRACT.table("event")) == list(EVENTS)


def test_every_make_target_is_listed_and_every_one_shown_exists() -> None:
    assert TARGETS
    rows = CONTRIBUTING.table("command")
    listed = {span for row in rows for span in spans(row[0]) if span.startswith("make ")}
    assert listed == {f"make {target}" for target in TARGETS}
    for page in PAGES.values():
        shown = {each.split()[1] for each in page.commands() if re.match(r"make [a-z]", each)}
        assert shown <= TARGETS, page.name


def test_every_benchmark_is_listed() -> None:
    (bench,) = [row for row in CONTRIBUTING.table("command") if row[0] == "`make bench`"]
    assert spans(bench[1]) == {"SECTIONS", *SECTIONS}


@pytest.mark.parametrize(
    "name", ["analyse", "gomocup", "mcp", "play", "solve", "tournament", *MAKERS]
)
def test_every_option_of_every_command_is_listed(name: str) -> None:
    command = MAKERS.get(name) or main.get_command(click.Context(main), name)
    assert command is not None
    options = [each for each in command.params if isinstance(each, click.Option)]
    (section,) = [
        part
        for page in PAGES.values()
        for part in page.sections()
        if part.has_table("option") and any(f" {name} " in block for block in part.blocks("sh"))
    ]
    listed = {span for row in section.table("option") for span in spans(row[0])}
    assert listed == {each for option in options for each in option.opts + option.secondary_opts}
