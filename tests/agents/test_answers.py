"""What the tools say: short, and never more than is proven."""

import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from service.agents.words import MOST_MISTAKES, MOST_OVERLOOKED
from service.game import Board, Rules, name_cell, name_place
from tests.agents.agents import Agent, text_of
from tests.docs.documents import PAGES
from tests.heaps.heap import moves_of
from tests.players.test_oversights import expected as expected_oversights
from tests.rules.cases import Case, random_game
from tests.support.positions import Position, random_positions
from tests.support.reference import Outcome, Variant
from tests.support.sampling import chance_of, samples

AGENTS = PAGES["docs/agents.md"]
SIZES = {"in_a_row": 3, "width": 3, "height": 3}
MIDGAME = ["h8", "g9", "i9", "g7", "g8", "i8", "h7", "h9", "j9"]
"""Nine moves of Gomoku."""
ITEM = re.compile(r"([a-z]+\d+) (win|draw|loss)(?: (within )?(\d+))?")
MOVE = re.compile(r"([XO]) ([a-z]+\d+): (win|draw|loss)(?: (?:in|within) (\d+) pl(?:y|ies))?[.] ")
MISTAKE = "Move {number}, {player}: {move} gave up the {gave_up}; {better} kept it."
WORTH = {"win": 1, "draw": 0, "loss": -1}
MOST_CHARACTERS = {81: 500, 361: 900}
"""How long a text may be, up to so many cells."""
MOST_BYTES = 1000
"""The size of structured content."""


def arguments(position: Position) -> dict[str, Any]:
    """Return the arguments that are a position, and time enough to solve it."""
    board, turn = "/".join(position.rows), position.to_move
    row_length = position.game.row_length
    return {"in_a_row": row_length, "board": board, "to_move": turn, "seconds": 5}


def expected(position: Position) -> dict[str, Outcome]:
    """Return what every move leads to, by the names of the cells."""
    game = position.game
    return {
        name_place(*divmod(cell, game.width), game.height): outcome
        for cell, outcome in position.expected.items()
    }


def small_positions(count: int) -> Iterator[Position]:
    yield from random_positions((3, 3, 3), (1, 9), count, seed=1)
    yield from random_positions((4, 3, 3), (3, 8), count, seed=1)


def test_the_rated_moves_are_worth_what_is_said(agent: Agent) -> None:
    for position in small_positions(30):
        text = agent.ask("rate_moves", **arguments(position), most=16)
        said = {
            name: (WORTH[value], int(plies or 0)) for name, value, _, plies in ITEM.findall(text)
        }
        true = expected(position)
        assert said == {
            name: (value, plies if value else 0) for name, (value, plies) in true.items()
        }
        assert list(said) == sorted(said, key=lambda name: -said[name][0])


@pytest.mark.parametrize("weaker", [{}, {"strength": 1}])
def test_the_move_is_worth_what_is_said(agent: Agent, weaker: dict[str, int]) -> None:
    for position in small_positions(30):
        text = agent.ask("best_move", **arguments(position), **weaker)
        match = MOVE.match(text)
        true, best = expected(position), max(value for value, _ in expected(position).values())
        # Of a weaker move not all need be proven.
        assert match or (weaker and re.match(rf"{position.to_move} \w+: (not proven|at )", text))
        if match:
            player, name, value, plies = match.groups()
            assert player == position.to_move
            assert WORTH[value] == true[name][0]
            if not weaker:
                assert WORTH[value] == best
                assert plies is None or int(plies) == true[name][1]


def name_of(cell: int) -> str:
    return name_place(*divmod(cell, 3), 3)


def true_mistakes(game: list[Case]) -> list[tuple[dict[str, Any], set[str]]]:
    """Return the mistakes as they are told, each with the moves that kept what it gave up."""
    mistakes = []
    for number, (before, cell) in enumerate(zip(game, moves_of(game), strict=False), 1):
        worth = {each: value for each, (value, _) in before.expected.items()}
        best = max(worth.values())
        if worth[cell] < best:
            said = {"number": number, "player": before.to_move, "move": name_of(cell)}
            kept = {name_of(each) for each, value in worth.items() if value == best}
            mistakes.append((said | {"gave_up": "win" if best == 1 else "draw"}, kept))
    return mistakes


def true_oversights(game: list[Case]) -> list[tuple[int, str]]:
    """Return the numbers of the moves that overlook a row, each with what that is."""
    seen = [
        expected_oversights(before)[cell]
        for before, cell in zip(game, moves_of(game), strict=False)
    ]
    return [(number, each[0]) for number, each in enumerate(seen, 1) if each]


def test_the_mistakes_are_those_of_the_game(agent: Agent) -> None:
    chance = chance_of("games")
    for _ in range(samples(40)):
        game = [*random_game(Case(Variant(3, 3, 3), "." * 9, "X"), chance)]
        names = [*map(name_of, moves_of(game))]
        mistakes = true_mistakes(game)
        overlooked = true_oversights(game)
        result = agent.call("find_mistakes", **SIZES, moves=names, seconds=60)
        content, text = result.structured_content, text_of(result)
        told = content["mistakes"]
        assert len(told) == min(len(mistakes), MOST_MISTAKES)
        lines = [
            "Move {number}, {player}: {move} gave up the {gave_up}; {better} kept it.".format(
                **each
            )
            for each in told
        ]
        for each, (said, kept) in zip(told, mistakes, strict=False):
            assert each.pop("better") in kept
            assert each == said
        if more := len(mistakes) - len(told):
            lines.append(f"{more} more gave up a win or a draw: {content['more_mistakes']}.")
        seen = [(each["number"], each["what"]) for each in content.get("overlooked", [])]
        assert seen == overlooked[:MOST_OVERLOOKED]
        for number, code in overlooked[:1]:
            start = (
                f"Rows overlooked: {number} {game[number - 1].to_move} {names[number - 1]} ({code} "
            )
            lines += [line for line in text.splitlines() if line.startswith(start)]
        if right := len(names) - len(mistakes):
            lines.append(f"{right} of {len(names)} moves gave up nothing, which is proven.")
        assert text == "\n".join(lines)


@pytest.mark.parametrize(
    "moves", ["d4 a3 a2 e1 e5", "b1 b3 a1 a2 d5 b2 c4 e3 d1", "a1 b2 b3 e3 d2 d5 d3 c1 d1"]
)
def test_with_time_enough_every_move_is_judged(agent: Agent, moves: str) -> None:
    """Of some moves the judge knows too little until the position before them has been searched."""
    game = {"in_a_row": 4, "width": 5, "height": 5, "moves": moves.split()}
    result = agent.call("find_mistakes", **game, seconds=600)
    assert result.structured_content["mistakes"]
    assert "not_judged" not in result.structured_content


def test_what_cannot_be_judged_is_said(agent: Agent) -> None:
    text = agent.ask("find_mistakes", in_a_row=5, width=15, height=15, moves=MIDGAME, seconds=0.2)
    assert re.search(r"could not be judged in the time: 1-\d", text)


def test_who_began_may_be_said(agent: Agent) -> None:
    moves = ["b2", "a2", "a3", "c1"]
    for turn, player in (("X", "O"), ("O", "X")):
        text = agent.ask("find_mistakes", **SIZES, moves=moves, to_move=turn)
        assert text.startswith(f"Move 2, {player}: a2 gave up the draw; ")


def test_what_nobody_can_prove_is_not_said_to_be(agent: Agent) -> None:
    game = {"in_a_row": 5, "width": 15, "height": 15, "seconds": 0.1}
    assert re.match(
        r"X \w+: not proven; it looks (even|(slightly |much )?better for [XO])\. ",
        agent.ask("best_move", **game),
    )
    rated = agent.ask("rate_moves", **game, most=3)
    assert re.fullmatch(r"X to move: (\w+ not proven, ){3}222 more not proven\.", rated)


@pytest.mark.parametrize("tool", ["best_move", "rate_moves"])
@pytest.mark.parametrize(
    ("game", "said", "status", "winner"),
    [
        ({"board": "XXX/OO./..."}, "X has won", "won", {"winner": "X"}),
        ({"board": "XXX/OO./...", "misere": True}, "O has won", "won", {"winner": "O"}),
        ({"board": "XOX/XOO/OXX"}, "it is a draw", "drawn", {}),
        (SIZES | {"moves": ["a1", "a2", "b1", "b2", "c1"]}, "X has won", "won", {"winner": "X"}),
        (SIZES | {"moves": ["b2", "a1", "a2", "c2", "b1", "b3", "a3", "c1", "c3"]},
         "it is a draw", "drawn", {}),
    ],
)  # fmt: skip
def test_a_game_that_is_over_has_no_move(
    agent: Agent, tool: str, game: dict[str, Any], said: str, status: str, winner: dict[str, str]
) -> None:
    result = agent.call(tool, **{"in_a_row": 3} | game)
    assert text_of(result) == f"The game is over: {said}."
    assert result.structured_content == {"player": "O", "status": status, **winner}


@pytest.mark.parametrize(
    ("board", "misere", "status", "winner"),
    [
        ("XOX/XOO/OX.", False, "drawn", None), ("XX./OOX/OXO", False, "won", "X"),
        ("XX./OOX/OXO", True, "won", "O"),
    ],
)  # fmt: skip
def test_structured_content_says_who_wins_with_the_move(
    agent: Agent, board: str, misere: bool, status: str, winner: str | None
) -> None:
    content = agent.call("best_move", in_a_row=3, board=board, misere=misere).structured_content
    assert (content["status"], content.get("winner")) == (status, winner)


def test_the_board_after_the_move_is_shown(agent: Agent) -> None:
    result = agent.call("best_move", **SIZES, moves=["a1", "a2", "b1", "b2"])
    text = "X c1: win in 1 ply. X wins with 3 in a row.\nThe game is over: X has won."
    assert text_of(result) == f"{text}\n3 ...\n2 OO.\n1 XXX\n  abc"
    assert f"{text_of(result)}\n" in AGENTS.blocks("text")
    assert result.structured_content == {
        "player": "X", "move": "c1", "value": "win", "plies": 1,
        "reason": "X wins with 3 in a row.", "board_after": ".../OO./XXX", "status": "won",
        "winner": "X",
    }  # fmt: skip


def test_columns_are_enough_where_stones_fall(agent: Agent) -> None:
    game = {"in_a_row": 4, "width": 7, "height": 6, "gravity": True}
    texts = {
        agent.ask("best_move", **game, moves=moves, seconds=60)
        for moves in (["d", "d", "c"], ["4", "4", "3"], [4, 4, 3], ["d1", "d2", "c1"])
    }
    assert len(texts) == 1


def test_a_running_service_says_the_same(agent: Agent, remote_agent: Agent) -> None:
    for position in small_positions(5):
        asked = arguments(position)
        assert remote_agent.ask("rate_moves", **asked) == agent.ask("rate_moves", **asked)
        # The reason may say more where more is known already.
        here, there = (each.ask("best_move", **asked) for each in (agent, remote_agent))
        assert MOVE.findall(here) == MOVE.findall(there)
    asked = {**SIZES, "moves": ["b2", "a2", "a3", "c1"]}
    assert remote_agent.ask("find_mistakes", **asked) == agent.ask("find_mistakes", **asked)
    del asked["in_a_row"]
    assert remote_agent.refusal("best_move", **asked) == agent.refusal("best_move", **asked)


BOARDS: list[dict[str, Any]] = [
    {"width": 3, "height": 3, "in_a_row": 3},
    {"width": 7, "height": 6, "in_a_row": 4, "gravity": True},
    {"width": 9, "height": 9, "in_a_row": 5},
    {"width": 15, "height": 15, "in_a_row": 5},
    {"width": 19, "height": 19, "in_a_row": 6, "wrap": "both"},
]


@pytest.mark.parametrize("game", BOARDS, ids=lambda game: f"{game['width']}x{game['height']}")
def test_answers_are_small(agent: Agent, game: dict[str, Any]) -> None:
    cells, chance = game["width"] * game["height"], chance_of(game)
    most = next(most for size, most in MOST_CHARACTERS.items() if cells <= size)
    for _ in range(samples(10, least=2)):
        moves = random_moves(game, chance)
        for tool, more in (
            ("best_move", {}), ("best_move", {"strength": 3}), ("rate_moves", {"most": 16}),
            ("find_mistakes", {}),
        ):  # fmt: skip
            result = agent.call(tool, **game, moves=moves, seconds=0.2, **more)
            text = text_of(result)
            assert not result.is_error, text
            assert len(text) <= most, text
            content = json.dumps(result.structured_content, separators=(",", ":"))
            assert len(content.encode()) <= MOST_BYTES, content


def random_moves(game: dict[str, Any], chance: random.Random) -> list[str]:
    """Return some first moves of a random game, in which nobody has won."""
    sizes = game["width"], game["height"], game["in_a_row"]
    switches = {name: game[name] for name in ("gravity", "wrap") if name in game}
    board, moves = Board(Rules(*sizes, **switches)), list[str]()
    for _ in range(chance.randint(1, board.rules.cells)):
        cell = chance.choice(board.legal_moves)
        after = board.play(cell)
        if after.status != "in_progress":
            break
        moves.append(name_cell(board, cell))
        board = after
    return moves
