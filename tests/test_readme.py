"""The README says what is so: its question gets its answer, and it lists all it should."""

from __future__ import annotations

import json
import re
import shlex
import textwrap
from pathlib import Path
from typing import Any, get_args

import click
import pytest
import requests

from service.api.operations import OPERATIONS
from service.api.problems import CODES
from service.api.schemas import MoveProgress, MoveRequest, MovesRequest
from service.api.telemetry import metrics
from service.cli import main
from service.players import LEVELS, ReasonCode
from service.settings import Settings
from tests.api.events import read_events
from tests.api.telemetry.log_lines import WatchedServer
from tests.benchmarks.__main__ import SECTIONS

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """The fenced blocks of a language, in order."""
    return re.findall(rf"^```{language}\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE)


def without_costs(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer but for what depends on the clock and on earlier questions."""
    return answer | {"search": {"complete": answer["search"]["complete"]}}


def ask_as_shown(base_url: str, number: int, tag: str = "") -> requests.Response:
    """The response to one of the shown commands, counted from 0; `tag` stands for "TAG"."""
    command = [block for block in blocks("sh") if block.startswith("curl")][number]
    words = shlex.split(command.replace("\\\n", " ").replace('"TAG"', tag))
    headers = [words[index + 1] for index, word in enumerate(words) if word == "-H"]
    return requests.post(
        words[2].replace("localhost:8000", base_url),
        data=words[words.index("-d") + 1],
        headers=dict(header.split(": ") for header in headers),
        timeout=10,
    )


def test_the_question_gets_the_answer(base_url: str) -> None:
    answer = ask_as_shown(base_url, 0)
    assert without_costs(answer.json()) == without_costs(json.loads(blocks("json")[0]))


def test_the_stream_has_the_events_and_fields_that_are_shown(base_url: str) -> None:
    _, *events = read_events(ask_as_shown(base_url, 1).text)
    shown = blocks("text")[0]
    for name in (events[0][0], events[-1][0]):
        assert f"event: {name}\n" in shown
        assert f"| `{name}` |" in TEXT
    assert list(events[0][1]) == list(json.loads(shown.split("\n")[1].removeprefix("data: ")))
    assert list(events[0][1]) == list(MoveProgress.__annotations__)


def test_the_batch_gets_an_answer_and_a_problem(base_url: str) -> None:
    answer, problem = ask_as_shown(base_url, 2).json()["results"]
    assert answer["outcome"] == "win"
    assert f"`{problem['errors'][0]['pointer']}`" in TEXT


def test_the_problem_is_one_the_service_sends(base_url: str) -> None:
    shown = json.loads(blocks("json")[1])
    answer = requests.post(
        f"{base_url}/move",
        json={"board": ["X.", "O?"], "row_length": 2},
        headers={"X-Request-Id": shown["request_id"]},
        timeout=10,
    )
    assert answer.json() == shown


def test_the_line_of_the_log_is_one_the_service_writes(watched: WatchedServer) -> None:
    (shown,) = (json.loads(each) for each in blocks("json") if '"event": "request"' in each)
    response = ask_as_shown(watched.url, 0)
    line = watched.line_of(response.headers["X-Request-Id"])
    assert list(line) == list(shown)
    changing = {"timestamp", "request_id", "ms", "nodes"}
    assert {name for name in line if line[name] != shown[name]} <= changing


def test_the_timing_has_the_parts_that_are_shown(base_url: str) -> None:
    told = ask_as_shown(base_url, 0).headers["Server-Timing"]
    told, shown = (re.sub(r"\d+\.\d+", "", text) for text in (told, TEXT))
    assert f"`{told}`" in shown


def test_the_tag_that_is_shown_is_understood(base_url: str) -> None:
    tag = ask_as_shown(base_url, 0).headers["ETag"]
    response = ask_as_shown(base_url, 3, tag)
    assert (response.status_code, response.content) == (304, b"")


def test_every_metric_is_listed_with_its_type_and_meaning() -> None:
    for family in metrics.registry.collect():
        name = f"{family.name}_total" if family.type == "counter" else family.name
        assert f"| `{name}` | {family.type} | {family.documentation} |" in TEXT


@pytest.mark.parametrize(
    ("language", "program"), [("python", "play.py"), ("ts", "typescript/play.ts")]
)
def test_the_clients_are_used_as_their_tests_do(language: str, program: str) -> None:
    (shown,) = blocks(language)
    source = (ROOT / "tests" / "clients" / program).read_text()
    assert any(textwrap.indent(shown, " " * depth) in source for depth in (2, 4))


@pytest.mark.parametrize("name", Settings.model_fields)
def test_every_setting_is_listed_with_its_default(name: str) -> None:
    field = Settings.model_fields[name]
    default = f"`{field.default}`" if str(field.default) else "none"
    assert f"| `{name.upper()}` | {default} | {field.description} |" in TEXT


@pytest.mark.parametrize("name", [*MoveRequest.model_fields, *MovesRequest.model_fields])
def test_every_field_of_a_request_is_listed(name: str) -> None:
    assert f"| `{name}` |" in TEXT


@pytest.mark.parametrize("name", LEVELS)
def test_every_level_is_listed_with_how_it_plays(name: str) -> None:
    assert f"| `{name}` | {LEVELS[name].summary} |" in TEXT


@pytest.mark.parametrize("code", get_args(ReasonCode))
def test_every_reason_is_listed(code: str) -> None:
    assert f"| `{code}` |" in TEXT


def test_every_route_is_listed() -> None:
    for operation in OPERATIONS:
        assert f"`{operation.method.upper()} {operation.path}`" in TEXT


def test_every_make_target_is_listed() -> None:
    targets = re.findall(r"^([a-z-]+):.*## ", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert targets
    for target in targets:
        assert f"make {target}" in TEXT


@pytest.mark.parametrize("name", ["play", "solve", "tournament"])
def test_every_option_of_every_command_is_listed(name: str) -> None:
    command = main.get_command(click.Context(main), name)
    assert command is not None
    assert f"python -m service {name}" in TEXT
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            for option in parameter.opts + parameter.secondary_opts:
                assert f"`{option}`" in TEXT


def test_every_error_code_is_listed() -> None:
    for code in CODES:
        assert f"`{code}`" in TEXT


def test_every_benchmark_is_listed() -> None:
    for section in SECTIONS:
        assert f"`{section}`" in TEXT
