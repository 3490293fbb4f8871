"""Every answer that the documents show is what a running service answers."""

import json
import re
import shlex
from typing import Any

import requests

from service.api.admission.address import ClientNames
from service.questions.schemas import MoveProgress
from tests.api.events import read_events
from tests.docs.documents import CONTRACT, OPERATING, README, Page
from tests.support.live_server import LiveServer
from tests.support.programs import printed, run

KEY = "0123456789abcdef"


def without_costs(answer: dict[str, Any]) -> dict[str, Any]:
    """Return an answer but for what depends on the clock and on earlier questions."""
    return answer | {"search": {"complete": answer["search"]["complete"]}}


def ask_as_shown(base_url: str, page: Page, having: str, tag: str = "") -> requests.Response:
    """Return the response to the command of a page that has this part, and `tag` for `W/"TAG"`."""
    command = page.block("sh", having).replace("\\\n", " ").replace('W/"TAG"', tag)
    words = shlex.split(command)
    headers = [words[index + 1] for index, word in enumerate(words) if word == "-H"]
    return requests.post(
        words[2].replace("localhost:8000", base_url),
        data=words[words.index("-d") + 1],
        headers=dict(header.split(": ") for header in headers),
        timeout=60,
    )


def get_as_shown(base_url: str, having: str) -> Any:
    """Return the answer to the link of the contract that has this part."""
    address = shlex.split(CONTRACT.block("sh", having))[-1]
    return requests.get(address.replace("localhost:8000", base_url), timeout=60).json()


def ask_the_question(base_url: str) -> requests.Response:
    """Return the response to the first question of the README."""
    return ask_as_shown(base_url, README, "XXO")


def has(told: Any, shown: Any) -> bool:
    """Return whether all that is shown is told: of objects some of the fields, all else whole."""
    if isinstance(shown, dict):
        return all(name in told and has(told[name], value) for name, value in shown.items())
    if isinstance(shown, list):
        return len(told) == len(shown) and all(map(has, told, shown))
    return bool(told == shown)


def test_questions_get_the_answers_that_are_shown(base_url: str) -> None:
    """As they stand, as a link and, of Connect Four, told in short."""
    shown = json.loads(CONTRACT.block("json", '"winning_line_after"'))
    for answer in (ask_the_question(base_url).json(), get_as_shown(base_url, "/move?")):
        assert without_costs(answer) == without_costs(shown)
    assert has(answer, json.loads(re.sub("  //.*", "", README.block("jsonc", ""))))
    answer = ask_as_shown(base_url, README, "gravity").json()
    assert has(answer, json.loads(README.block("json", "")))
    assert get_as_shown(base_url, "/solve") == json.loads(CONTRACT.block("json", '"pos"'))


def test_the_stream_has_the_events_and_fields_that_are_shown(base_url: str) -> None:
    _, *events = read_events(ask_as_shown(base_url, CONTRACT, "/move/stream").text)
    (shown,) = CONTRACT.blocks("text")
    names = re.findall(r"^event: (\w+)$", shown, re.MULTILINE)
    assert {names[0], names[-1]} == {events[0][0], events[-1][0]}
    fields = list(json.loads(shown.split("\n")[2].removeprefix("data: ")))
    assert list(events[0][1]) == fields == list(MoveProgress.__annotations__)


def test_the_batch_gets_an_answer_and_a_problem(base_url: str) -> None:
    answer, problem = ask_as_shown(base_url, CONTRACT, "/moves").json()["results"]
    assert answer["answer"]["outcome"] == "win"
    assert problem["problem"]["errors"][0]["pointer"] in CONTRACT.spans


def shape_of(told: dict[str, Any]) -> list[object]:
    """Return the fields of a puzzle in order, those of objects in it, and the types of others."""
    return [
        (name, list(value) if isinstance(value, dict) else type(value))
        for name, value in told.items()
    ]


def test_the_puzzle_has_the_fields_that_are_shown(base_url: str) -> None:
    shown = json.loads(CONTRACT.block("json", '"goal"'))
    told = get_as_shown(base_url, "/puzzle")
    assert (told["id"], shape_of(told)) == (shown["id"], shape_of(shown))


def test_the_problem_is_one_the_service_sends(base_url: str) -> None:
    shown = json.loads(CONTRACT.block("json", '"request_id"'))
    answer = requests.post(
        f"{base_url}/move",
        json={"board": ["X.", "O?"], "row_length": 2},
        headers={"X-Request-Id": shown["request_id"]},
        timeout=60,
    )
    assert answer.json() == shown


def test_the_tag_that_is_shown_is_understood(base_url: str) -> None:
    tag = ask_the_question(base_url).headers["ETag"]
    response = ask_as_shown(base_url, CONTRACT, "If-None-Match", tag)
    assert (response.status_code, response.content) == (304, b"")


def test_the_line_of_the_log_is_one_the_service_writes(server: LiveServer) -> None:
    (shown,) = map(json.loads, OPERATING.blocks("json"))
    line = server.line_of(ask_the_question(server.url).headers["X-Request-Id"])
    # It is told of a request that has waited.
    line.pop("queue_ms", None)
    assert list(line) == list(shown)
    changing = {"timestamp", "request_id", "ms", "client", "nodes"}
    assert {name for name in line if line[name] != shown[name]} <= changing


def test_the_name_of_a_client_is_worked_out_as_shown() -> None:
    command = OPERATING.block("sh", "LOG_KEY")
    address = re.findall(r'b"([\d.]+)"', command)[0]
    assert printed("sh", "-c", command, LOG_KEY=KEY).strip() == ClientNames(KEY).name(address)


def test_the_clients_that_ask_most_are_listed_as_shown(server: LiveServer) -> None:
    client = server.line_of(ask_the_question(server.url).headers["X-Request-Id"])["client"]
    log = "\n".join(json.dumps(line) for line in server.lines())
    done = run("sh", "-c", OPERATING.block("sh", "uniq -c").partition("|")[2], stdin=log)
    assert f'"client": "{client}"' in done.stdout.splitlines()[0]


def test_the_timing_has_the_parts_that_are_shown(base_url: str) -> None:
    told = ask_the_question(base_url).headers["Server-Timing"]
    parts = [re.sub(r"\d+\.\d+", "", each) for each in (told, *OPERATING.spans)]
    assert parts[0] in parts[1:]
