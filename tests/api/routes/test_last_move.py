"""What the last move of a game gave up: told where it is true, and only where it is proven."""

from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.api.app import create_app
from service.game import Rules, name_place
from service.settings import Settings
from service.solver import Solver
from tests.api.events import STREAM, read_events
from tests.support.reference import Reference, other
from tests.support.sampling import chance_of, enough, samples

UNHURRIED = {"time_limit_ms": 60_000}
GIVEN_UP = {1: "win", 0: "draw"}
BLUNDER = {"board": ["...", "...", "..."], "row_length": 3, "moves": ["b2", "b3"]}


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    """Provide the client of an application that no other test asks."""
    return create_app(Settings.model_construct(), Solver(1)).test_client()


def ask(client: FlaskClient, **question: Any) -> dict[str, Any]:
    """Return the answer to a question for which there is time."""
    answer: dict[str, Any] = client.post("/move", json=question | UNHURRIED).get_json()
    return answer


def games(game: Reference, count: int) -> Iterator[list[int]]:
    """Yield random games to their end, as lists of cells."""
    chance = chance_of(f"mistakes {game.width}x{game.height}")
    for _ in range(count):
        cells, moves, mover = "." * game.width * game.height, list[int](), "X"
        while "." in cells and not game.has_line(cells, other(mover)):
            move = chance.choice([cell for cell, mark in enumerate(cells) if mark == "."])
            cells, mover = cells[:move] + mover + cells[move + 1 :], other(mover)
            moves.append(move)
        yield moves


@pytest.mark.parametrize("shape", [(3, 3, 3), (4, 3, 3), (5, 2, 2)])
def test_mistakes_are_those_of_plain_search(
    client: FlaskClient, shape: tuple[int, int, int]
) -> None:
    game, rules = Reference(*shape), Rules(*shape)
    empty = {"board": ["." * game.width] * game.height, "row_length": game.row_length}
    found = 0
    for moves in games(game, samples(100)):
        names = [name_place(*divmod(cell, rules.width), rules.height) for cell in moves]
        cells, mover = "." * rules.cells, "X"
        for played in range(len(moves)):
            asked = empty | {"evaluate": "best", "to_move": other(mover)}
            # So that the position before the move is known, however busy the machine is.
            ask(client, **asked | {"moves": names[:played], "to_move": mover})
            answer = ask(client, **asked | {"moves": names[: played + 1]})
            told, last = answer["mistake"], answer["last_move"]
            options = game.options(cells, mover)
            best = max(value for value, _ in options.values())
            cells = cells[: moves[played]] + mover + cells[moves[played] + 1 :]
            mover = other(mover)
            value, _ = options[moves[played]]
            assert (told is None) == (value == best)
            assert last["kept"] == (value == best)
            assert told is None or last["sentence"].startswith(told["text"])
            if told is not None:
                found += 1
                better = told["better_move"]
                assert told["move"]["name"] == names[played]
                assert told["gave_up"] == GIVEN_UP[best]
                assert options[better["row"] * rules.width + better["column"]][0] == best
                assert told["text"] == (
                    f"{names[played]} gave up the {GIVEN_UP[best]}; {better['name']} kept it."
                )
    assert found >= enough(100)


def test_it_is_told_however_the_game_is_sent(client: FlaskClient) -> None:
    ask(client, **BLUNDER | {"moves": ["b2"], "evaluate": "best"})
    told = ask(client, **BLUNDER)["mistake"]
    assert told["text"].startswith("b3 gave up the draw; ")
    link = "/move?board=.../.../...&row_length=3&moves=b2,b3&time_limit_ms=60000"
    assert client.get(link).get_json()["mistake"] == told
    batch = client.post("/moves", json={"requests": [BLUNDER], **UNHURRIED}).get_json()
    assert batch["results"][0]["answer"]["mistake"] == told
    goes_on = {"board": ["...", ".X.", "..."], "row_length": 3, "moves": ["b3"]}
    assert ask(client, **goes_on)["mistake"] == told
    stream = client.post("/move", json=BLUNDER | UNHURRIED, headers=STREAM).get_data(as_text=True)
    assert list(read_events(stream))[-1][1]["mistake"] == told


def test_there_is_none_without_moves_or_a_search(client: FlaskClient) -> None:
    for question in (
        BLUNDER | {"moves": []},
        BLUNDER | {"evaluate": "none"},
        {"board": ["XO.", "...", "..."], "row_length": 3},
    ):
        assert not {"mistake", "last_move"} & {*ask(client, **question)}


def test_nothing_is_said_of_what_is_not_proven(client: FlaskClient) -> None:
    large = {"board": ["." * 15] * 15, "row_length": 5, "moves": ["h8", "a1"]}
    response = client.post("/move", json=large | {"node_limit": 100, **UNHURRIED})
    assert response.get_json()["mistake"] is None
    last = response.get_json()["last_move"]
    assert last["kept"] is None
    assert last["sentence"].startswith("a1")
    assert "ETag" not in response.headers
