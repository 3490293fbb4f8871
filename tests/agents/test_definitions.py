"""What a model reads: the tools before it asks, and what to change where it asked wrongly."""

import json
import re
from typing import Any

import pytest
from mcp import MCPError
from mcp.types import TextContent, TextResourceContents

from service import __version__
from service.agents.questions import FIELDS, read_question
from service.game import Switches
from service.questions.json_text import TOO_LARGE
from service.questions.schemas import MoveRequest
from tests.agents.agents import Agent
from tests.docs.documents import PAGES

MOST_BYTES, MOST_BYTES_WITH_OUTPUT = 2500, 4000
SIZES = {"in_a_row": 3, "width": 3, "height": 3}
FOUR = {"in_a_row": 4, "width": 7, "height": 6, "gravity": True}
REFUSALS: list[tuple[dict[str, Any], str]] = [
    ({}, "in_a_row: This field is required."),
    ({"in_a_row": 3}, "Give a board, or width and height of an empty one."),
    ({"in_a_row": 3, "width": 3}, "height: Give width and height together."),
    ({**SIZES, "k": 3, "size": 4}, "There is no argument k, size; there are in_a_row, width,"),
    ({**SIZES, "width": "three"}, "width: Give an integer, without quotes or a fraction."),
    ({**SIZES, "width": "\u0663"}, "width: Give an integer, without quotes or a fraction."),
    ({**SIZES, "in_a_row": 0}, "in_a_row: This field is required."),
    ({**SIZES, "width": 51, "height": 50}, "at most 2500 are allowed."),
    ({**SIZES, "in_a_row": 5000}, "in_a_row: Give at most 2500."),
    ({**SIZES, "board": "X.../..../...."}, "width: The board has 4; give as many, or leave"),
    ({**SIZES, "moves": '["b2"'}, 'moves: Give an array of cells, such as ["b2", "a1"], the'),
    ({**SIZES, "moves": "b2a1"}, "Separate moves, without numbers, as in b2,a1 or, in JSON, "),
    ({**SIZES, "moves": "1. b2 a1"}, "moves, number 1: No such cell;"),
    ({"in_a_row": 3, "board": "XXOOO.X.."}, 'such as "XXO/OO./X..". If it is meant as it is, give'),
    ({**SIZES, "moves": ["b2", "d4"]}, "moves, number 2: No such cell; give its name, from a1"),
    (
        {**SIZES, "moves": ["b2", "b2"]},
        PAGES["docs/agents.md"].blocks("text")[0].strip(),
    ),
    ({**SIZES, "moves": ["a1", "a2", "b1", "b2", "c1", "c2"]}, "number 6: X has won already"),
    ({**FOUR, "moves": ["d", "h"]}, "moves, number 2: No such cell;"),
    ({**FOUR, "moves": ["d2"]}, "in this column it falls to d1."),
    (
        {"in_a_row": 3, "board": "X.?/.../..."},
        "board, row 1 from the top, column 3: '?' is no cell;",
    ),
    ({"in_a_row": 3, "board": "X../.../.."}, "board, row 3 from the top: The row has 2 cells,"),
    ({"in_a_row": 3, "board": "O../.../..."}, "if O moved first, say to_move X."),
    ({**SIZES, "wrap": "left"}, "wrap: Input should be 'none', 'horizontal', 'vertical'"),
    ({**SIZES, "gravity": "yes"}, "gravity: Give true or false, without quotes."),
    ({**SIZES, "any_position": True}, "to_move: With any_position the stones do not tell"),
    ({**SIZES, "seconds": -1}, "seconds: Give more than 0."),
    ({**SIZES, "seconds": "a second"}, "seconds: Give a number."),
    ({**SIZES, "seconds": 10_000}, "seconds: Give at most 3600."),
    ({**SIZES, "strength": 11}, "strength: Input should be less than or equal to 10."),
    ({"in_a_row": 3, "board": "?????/....."}, "There is more of that: 2."),
]


@pytest.fixture(scope="module")
def tools(agent: Agent) -> dict[str, dict[str, Any]]:
    """Provide the definitions by their names, as they are sent."""
    listed = agent.portal.call(agent.client.list_tools).tools
    return {
        tool.name: tool.model_dump(by_alias=True, exclude_none=True, mode="json") for tool in listed
    }


def weight(value: Any) -> int:
    return len(json.dumps(value, separators=(",", ":")).encode())


def test_there_are_three_tools_which_only_read(tools: dict[str, dict[str, Any]]) -> None:
    assert list(tools) == ["best_move", "rate_moves", "find_mistakes"]
    for tool in tools.values():
        assert tool["annotations"] == {"readOnlyHint": True, "idempotentHint": True}


def test_definitions_are_small(tools: dict[str, dict[str, Any]]) -> None:
    lean = [
        {name: part for name, part in tool.items() if name != "outputSchema"}
        for tool in tools.values()
    ]
    assert weight(lean) <= MOST_BYTES
    assert weight(list(tools.values())) <= MOST_BYTES_WITH_OUTPUT


def test_arguments_are_fields_of_a_question(tools: dict[str, dict[str, Any]]) -> None:
    for name, tool in tools.items():
        arguments = tool["inputSchema"]["properties"].keys()
        own = {"most"} if name == "rate_moves" else set()
        assert own <= arguments
        assert {
            FIELDS.get(each, each) for each in arguments - own
        } <= MoveRequest.model_fields.keys()
        assert Switches.__annotations__.keys() <= arguments
        assert tool["inputSchema"]["required"] == ["in_a_row"]


def test_the_server_says_who_it_is(agent: Agent) -> None:
    server = agent.client.server_info
    assert server
    assert (server.name, server.version) == ("k-in-a-row", __version__)
    assert weight(agent.client.instructions) <= 500


def test_the_rules_are_twenty_lines(agent: Agent) -> None:
    (resource,) = agent.portal.call(agent.client.list_resources).resources
    (contents,) = agent.portal.call(agent.client.read_resource, resource.uri).contents
    assert isinstance(contents, TextResourceContents)
    assert len(contents.text.splitlines()) == 20
    for switch in Switches.__annotations__:
        assert f"`{switch}`" in contents.text
    with pytest.raises(MCPError, match="There is no k-in-a-row://rule; there is"):
        agent.portal.call(agent.client.read_resource, "k-in-a-row://rule")


def test_a_coach_can_be_asked_for(agent: Agent) -> None:
    (prompt,) = agent.portal.call(agent.client.list_prompts).prompts
    game = "Tic-tac-toe, you are X."
    for arguments, expected in (({"game": game}, game), ({}, "Ask me first")):
        told = agent.portal.call(agent.client.get_prompt, prompt.name, arguments)
        (message,) = told.messages
        assert isinstance(message.content, TextContent)
        assert expected in message.content.text
    with pytest.raises(MCPError, match="There is no prompt poach; there is coach"):
        agent.portal.call(agent.client.get_prompt, "poach")


@pytest.mark.parametrize(("arguments", "expected"), REFUSALS)
def test_the_sentence_says_what_to_change(
    agent: Agent, arguments: dict[str, Any], expected: str
) -> None:
    told = agent.refusal("best_move", **arguments)
    assert expected in told
    assert not re.search("row_length|time_limit_ms|Traceback", told)
    assert len(told) <= 500


@pytest.mark.parametrize(
    ("seconds", "size"),
    [(1e306, 10**40), (1e308, 10**40), (10**400, 10**3000)],
    ids=["1e306", "1e308", "many digits"],
)
def test_numbers_may_be_of_any_size(
    agent: Agent, remote_agent: Agent, size: int, seconds: float
) -> None:
    for each in (agent, remote_agent):
        for tool in ("best_move", "rate_moves"):
            told = each.refusal(tool, **SIZES, seconds=seconds)
            assert "seconds: Give at most " in told
        # Its time is that of all moves.
        assert "gave up nothing" in each.ask(
            "find_mistakes", **SIZES, moves=["b2", "a1"], seconds=seconds
        )
        told = each.refusal("best_move", in_a_row=3, width=size, height=size)
        assert told.startswith("The board has more than 2500 cells; at most 2500 are allowed.")
        told = each.refusal("best_move", in_a_row=size, width=3, height=3)
        assert told.endswith("in_a_row: Give at most 2500.")


def test_the_infinity_that_the_sdk_makes_of_a_number_is_a_number() -> None:
    question = read_question({"seconds": float("1e400")}, {"seconds": {}})
    assert question == {"time_limit_ms": 1000 * TOO_LARGE}


def test_an_integer_may_have_a_fraction_of_zero(agent: Agent) -> None:
    game = {"in_a_row": 4.0, "width": 7.0, "height": 6.0, "gravity": True, "moves": [4.0, 4.0]}
    assert "\n2 ...O" in agent.ask("best_move", **game, strength=3.0)


@pytest.mark.parametrize("most", [3.0, "3"])
def test_a_number_of_moves_may_have_a_fraction_of_zero_or_be_a_text(
    agent: Agent, most: object
) -> None:
    assert len(agent.call("rate_moves", **SIZES, most=most).structured_content["moves"]) == 3


NO_MOST = "most: Give a number from 1 to 16."
NO_MOVES = "moves: Give the moves of the game, the first one first."


@pytest.mark.parametrize(
    ("tool", "arguments", "told"),
    [
        *(("rate_moves", {"most": most}, NO_MOST) for most in (-1, 17, "all", True, 10**40)),
        ("find_mistakes", {}, NO_MOVES),
        ("find_mistakes", {"moves": []}, NO_MOVES),
        ("find_mistakes", {"moves": " "}, NO_MOVES),
        ("find_mistakes", {"moves": "[b2]"}, NO_MOVES),
        ("solve", {}, "There is no tool solve; there are best_move, rate_moves, find_mistakes."),
    ],
)
def test_what_a_tool_does_not_take_is_named(
    agent: Agent, tool: str, arguments: dict[str, Any], told: str
) -> None:
    assert agent.refusal(tool, **SIZES, **arguments) == told


NOTHING: dict[str, Any] = {
    "board": "", "to_move": None, "strength": None, "seconds": None, "moves": [],
}  # fmt: skip
STRICT: dict[str, Any] = {
    "moves": [], "board": "", "to_move": "none", "gravity": False, "wrap": "none", "exact": False,
    "misere": False, "any_position": False, "seconds": 0, "strength": 0,
}  # fmt: skip
"""What a model says that has to give every argument, each of its type."""


@pytest.mark.parametrize(
    "nothing",
    [NOTHING, STRICT, STRICT | {"strength": "best", "board": ".../.../..."},
     STRICT | {"width": 0, "height": 0, "board": ".../.../..."}],
)  # fmt: skip
def test_what_is_left_out_may_be_said(agent: Agent, nothing: dict[str, Any]) -> None:
    assert agent.ask("best_move", **{**SIZES, **nothing}) == agent.ask("best_move", **SIZES)


def test_every_argument_can_be_left_out_by_its_type(tools: dict[str, dict[str, Any]]) -> None:
    for tool in tools.values():
        arguments = tool["inputSchema"]["properties"]
        assert arguments.keys() - {"most"} <= {"in_a_row", "width", "height", *STRICT}
        for schema in arguments.values():
            assert "none" in schema.get("enum", ["none"])


FALLING = {"gravity": True, "in_a_row": 3, "width": 4, "height": 3, "moves": ["b", "c", "b"]}
BOARD = {"in_a_row": 3, "board": "X.O/.X./..."}


@pytest.mark.parametrize(
    ("written", "meant"),
    [({"in_a_row": "3", "width": " 4", "height": "3.0", "gravity": "true", "moves": "b,c, b"},
      FALLING),
     ({"in_a_row": 3, "width": 4, "height": 3, "gravity": "True", "moves": '["b","c", 2]'},
      FALLING),
     ({**FALLING, "moves": "[2, 3.0, 2]", "exact": "false", "seconds": "1e3"}, FALLING),
     ({**FALLING, "moves": "2 3\n2", "strength": "none", "misere": "False"}, FALLING),
     ({"in_a_row": "3", "board": "X.O\n.X.\n..."}, BOARD),
     ({"in_a_row": "3", "board": "\nX.O\r\n.X.\r\n...\r\n"}, BOARD),
     ({"in_a_row": "3", "board": "X.O/\n.X./\n..."}, BOARD),
     ({"in_a_row": "3", "board": r"X.O\n.X.\n..."}, BOARD),
     ({"in_a_row": "3", "board": '["X.O", ".X.", "..."]'}, BOARD),
     ({"in_a_row": "3", "board": '[["X",null,"O"],[".","X","."],["","",""]]'}, BOARD),
     ({"in_a_row": "3", "board": "X O\n X \n   "}, BOARD)],
    ids=lambda value: "" if "to_move" in value else repr(value)[:60],
)  # fmt: skip
def test_what_a_client_writes_as_a_text_is_read(
    agent: Agent, written: dict[str, Any], meant: dict[str, Any]
) -> None:
    assert agent.ask("best_move", **written) == agent.ask("best_move", **meant)
