"""Whole games, played by a script that reads nothing but the texts."""

import re
from typing import Any

from service.game import play_game, render
from tests.agents.agents import Agent

MOVE = re.compile(r"^([XO]) ([a-z]+\d+): ")
END = re.compile(r"^The game is over: (.*)\.$", re.MULTILINE)


def play(
    agent: Agent, x: dict[str, Any], o: dict[str, Any], **game: Any
) -> tuple[list[str], str, str]:
    """Return the moves of a game between two kinds of players, how it ended and the last text."""
    moves: list[str] = []
    while True:
        text = agent.ask("best_move", **game, moves=moves, **(o if len(moves) % 2 else x))
        player, move = MOVE.findall(text)[0]
        assert player == "XO"[len(moves) % 2]
        moves.append(move)
        if end := END.search(text):
            return moves, end[1], text


def test_tic_tac_toe_is_a_draw(agent: Agent) -> None:
    game = {"in_a_row": 3, "width": 3, "height": 3}
    moves, end, text = play(agent, {}, {}, **game)
    assert (len(set(moves)), end) == (9, "it is a draw")
    assert text.count("X") == 5 + 1, "the stones, and the player"
    judged = agent.ask("find_mistakes", **game, moves=moves)
    assert judged == "9 of 9 moves gave up nothing, which is proven."


def test_connect_four_is_played_to_its_end(http_agent: Agent) -> None:
    game = {"in_a_row": 4, "width": 7, "height": 6, "gravity": True}
    beginner, master = {"seconds": 0.1, "strength": 1}, {"seconds": 0.1}
    moves, end, text = play(http_agent, beginner, master, **game)
    board = play_game(["." * 7] * 6, 4, moves, None, gravity=True)
    assert end == (f"{board.winner} has won" if board.winner else "it is a draw")
    assert re.findall(r"^\d ([XO.]{7})$", text, re.MULTILINE) == render(board)
    # The columns of the moves are enough.
    judged = http_agent.ask("find_mistakes", **game, moves=[move[0] for move in moves], seconds=2)
    mistakes = re.findall(
        r"^Move \d+, [XO]: [a-g]\d gave up the (?:draw|win)", judged, re.MULTILINE
    )
    counts = re.findall(
        r"^(\d+) (?:more gave up|of \d+ moves gave|could not)", judged, re.MULTILINE
    )
    assert len(mistakes) + sum(map(int, counts)) == len(moves)
    assert len(judged.splitlines()) == len(mistakes) + len(counts)
