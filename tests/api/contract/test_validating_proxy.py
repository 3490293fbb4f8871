"""A proxy that validates all questions and answers has nothing to say of either document."""

import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import requests

from service.api.contract.openapi import as_yaml, openapi_document
from service.api.contract.openapi30 import as_openapi_30
from service.players import LEVELS, STRENGTHS
from service.settings import Settings
from tests.api.events import read_events
from tests.api.questions import EMPTY, results_in
from tests.support.live_server import LiveServer
from tests.support.ports import free_port, listens
from tests.support.waiting import wait_until
from tools.clients import NODE, NODE_MODULES

pytestmark = pytest.mark.thorough

PRISM = NODE_MODULES / "@stoplight" / "prism-cli" / "dist" / "index.js"
DOCUMENT = openapi_document(Settings.model_construct())
DOCUMENTS: dict[str, Any] = {"3.1": DOCUMENT, "3.0": as_openapi_30(DOCUMENT)}
WIDE: dict[str, Any] = {"board": ["....."] * 5, "row_length": 4}


def has(field: str, value: Any, told: Any) -> bool:
    """Return whether an answer has this value in a field."""
    return bool(told[field] == value)


QUESTIONS: dict[str, tuple[dict[str, Any], Callable[[Any], bool]]] = {
    "win": ({**EMPTY, "board": ["XX.", "OO.", "..."]}, lambda told: told["outcome"] == "win"),
    "draw": (EMPTY, lambda told: told["outcome"] == "draw"),
    "loss": ({**EMPTY, "board": ["X.X", ".O.", "X.O"], "to_move": "O"},
             lambda told: told["outcome"] == "loss"),
    "unknown": ({"row_length": 5, "board": ["." * 9] * 9, "node_limit": 1},
                lambda told: told["value"] is None and told["proof"]["method"] is None),
    "won": ({**EMPTY, "board": ["XXX", "OO.", "..."]}, lambda told: told["winner"] == "X"),
    "drawn": ({**EMPTY, "board": ["XOX", "XOO", "OXX"]},
              lambda told: told["status"] == "drawn" and told["best_move"] is None),
    "no mistake": ({**EMPTY, "moves": ["b2"]}, lambda told: told["mistake"] is None),
    "mistake": ({**EMPTY, "moves": ["b2", "b1"]},
                lambda told: told["mistake"]["gave_up"] == "draw"),
    "pairing": ({"board": ["....."] * 5, "row_length": 5}, lambda told: told["proof"]["pairs"]),
    "tiling": ({"board": ["." * 19] * 19, "row_length": 8, "evaluate": "best"},
               lambda told: told["proof"]["method"] == "tiling"),
    "book": ({"board": ["." * 8] * 8, "row_length": 5, "evaluate": "best"},
             lambda told: told["proof"]["method"] == "book"),
    "nulls": ({**EMPTY, **dict.fromkeys(
        ["moves", "to_move", "level", "strength", "seed", "time_limit_ms", "node_limit",
         "evaluate", "max_options", "lang", "id"])}, lambda told: told["level"] == "master"),
    "German": ({**EMPTY, "lang": "de"}, lambda told: told["verdict"]),
    "named": ({**EMPTY, "id": "a", "max_options": 0}, lambda told: told["id"] == "a"),
    **{level: ({**WIDE, "level": level, "seed": 1, "evaluate": "none", "node_limit": 500},
               partial(has, "level", level)) for level in LEVELS},
    **{f"strength {each}": ({**WIDE, "strength": each, "seed": 1, "evaluate": "none"},
                            partial(has, "strength", each)) for each in STRENGTHS},
}  # fmt: skip
"""Questions, and what their answers have."""
LINK = "?board=.../.../...&row_length=3&moves=b2,a1&seed=1"
IMPOSSIBLE = {**EMPTY, "board": ["XX.", "...", "..."]}
TOO_LARGE = {**EMPTY, "board": ["." * 60] * 60}
OTHERS: list[tuple[str, Any, int]] = [
    *((path, None, 200) for path in (
        f"/move{LINK}", f"/move/stream{LINK}", "/healthz", "/readyz", "/limits", "/openapi.json",
        "/openapi.yaml", "/openapi-3.0.yaml", "/", "/docs", "/metrics", "/puzzle/sheet",
        "/qr.svg?link=https://example.org/%23board=3x3",
        "/board.svg?board=.../.../...&row_length=3&marked=b2",
        "/solve?pos=13572574574336771444755135121", "/puzzle?id=misere-hard-1",
        "/puzzle?game=torus&difficulty=medium&date=2026-11-27")),
    *((path, question, status) for path in ("/move", "/move/stream")
      for question, status in ((IMPOSSIBLE, 422), (TOO_LARGE, 413))),
    ("/moves", {"requests": [IMPOSSIBLE, TOO_LARGE]}, 200),
]  # fmt: skip
"""Addresses, questions that fit the schema, if they are posted, and the status of the answer."""


@contextmanager
def validated(server: LiveServer, contract: Any, folder: Path) -> Iterator[str]:
    """Provide the address of a proxy before a server, which answers 500 to what does not fit."""
    (folder / "openapi.yaml").write_text(as_yaml(contract))
    port = free_port()
    command: list[str | Path] = [
        NODE, PRISM, "proxy", "--errors", "--port", str(port), "openapi.yaml", server.url,
    ]  # fmt: skip
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL) as process:
        try:
            wait_until(lambda: listens(port))
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()


@pytest.fixture(scope="module", params=["3.1", "3.0"])
def proxy(
    request: pytest.FixtureRequest, server: LiveServer, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """Provide the address of a proxy that validates by one version of the contract."""
    with validated(server, DOCUMENTS[request.param], tmp_path_factory.mktemp("prism")) as url:
        yield url


def ask(url: str, question: Any, status: int = 200, **headers: str) -> requests.Response:
    """Return the response to a question, of which the proxy may not complain."""
    response = requests.post(url, json=question, headers=headers, timeout=60)
    assert "stoplight" not in response.text, response.text
    assert response.status_code == status, response.text
    return response


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_kind_of_answer_passes(proxy: str, name: str) -> None:
    question, fits = QUESTIONS[name]
    answer = ask(f"{proxy}/move", question).json()
    assert fits(answer)
    (result,) = results_in(ask(f"{proxy}/moves", {"requests": [question]}))
    assert fits(result)
    (*_, (event, told)) = read_events(ask(f"{proxy}/move/stream", question).text)
    assert event == "result"
    assert fits(told)


@pytest.mark.parametrize("evaluate", ["all", "best", "none"])
@pytest.mark.parametrize("question", [EMPTY, WIDE], ids=["3x3", "5x5"])
def test_a_game_passes(proxy: str, question: dict[str, Any], evaluate: str) -> None:
    asked, status = {**question, "evaluate": evaluate, "node_limit": 2000}, "in_progress"
    while status == "in_progress":
        answer = ask(f"{proxy}/move", asked).json()
        asked["board"], status = answer["board_after"], answer["status_after"]
    assert ask(f"{proxy}/move", asked).json()["best_move"] is None


@pytest.mark.parametrize(("path", "question", "status"), OTHERS, ids=lambda value: str(value)[:40])
def test_links_documents_and_problems_pass(
    proxy: str, path: str, question: Any, status: int
) -> None:
    method = "GET" if question is None else "POST"
    response = requests.request(method, f"{proxy}{path}", json=question, timeout=60)
    assert response.status_code == status, response.text
    assert "stoplight" not in response.text


def test_what_the_client_has_is_not_sent_again(proxy: str) -> None:
    tag = ask(f"{proxy}/move", EMPTY).headers["ETag"]
    assert not ask(f"{proxy}/move", EMPTY, 304, **{"If-None-Match": tag}).content
    assert not ask(f"{proxy}/move/stream", EMPTY, 204, **{"Last-Event-ID": "result"}).content


def test_the_proxy_complains_of_what_does_not_fit(
    proxy: str, server: LiveServer, tmp_path: Path
) -> None:
    wrong = requests.post(f"{proxy}/move", json={**EMPTY, "row_length": 0}, timeout=60)
    assert "stoplight" in wrong.text
    narrow = deepcopy(DOCUMENTS["3.0"])
    narrow["components"]["schemas"]["MoveResponse"]["properties"]["winner"]["oneOf"].pop()
    with validated(server, narrow, tmp_path) as url:
        assert "stoplight" in requests.post(f"{url}/move", json=EMPTY, timeout=60).text
