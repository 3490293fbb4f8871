"""What a model reads before it asks: small enough for every conversation, and as it is."""

import json
from typing import Any

import pytest
from mcp import MCPError
from mcp.types import TextContent, TextResourceContents

from service import __version__
from service.agents.questions import FIELDS
from service.api.schemas import MoveRequest
from service.game import Switches
from tests.agents.agents import Agent

MOST_BYTES, MOST_BYTES_WITH_OUTPUT = 2500, 4000


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
