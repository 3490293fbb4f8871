"""The server of the tools, which speaks over standard input and output, or over HTTP."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import Future
from typing import Any, TypeVar

from mcp import MCPError, stdio_server, types
from mcp.server import Server, ServerRequestContext
from mcp.server.transport_security import TransportSecuritySettings

from service import __version__
from service.agents.answerer import Answerer
from service.agents.definitions import TOOLS
from service.agents.guide import COACH, INSTRUCTIONS, RULES
from service.agents.questions import explain, read_question
from service.agents.requests import Requests
from service.agents.tools import best_move, find_mistakes, rate_moves
from service.agents.words import Said
from service.questions.judging import Question
from service.questions.refusals import RefusedError

NAME = "k-in-a-row"
RULES_RESOURCE = types.Resource(
    name="rules", uri=f"{NAME}://rules", description="The rules, and what values mean."
)
COACH_PROMPT = types.Prompt(
    name="coach",
    description="Coach me without telling the moves.",
    arguments=[
        types.PromptArgument(name="game", description="The game, its moves, and who plays whom")
    ],
)
CALLS: dict[str, Callable[[Answerer, Question], Awaitable[Said]]] = {
    "best_move": best_move,
    "rate_moves": rate_moves,
    "find_mistakes": find_mistakes,
}

Result = TypeVar("Result")
_log = logging.getLogger(__name__)


def new_server(answerer: Future[Answerer]) -> Server:
    """Return the server of the tools; calls wait until there is an `answerer`."""

    async def call(
        context: ServerRequestContext, params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        try:
            said = await _call(params, await asyncio.wrap_future(answerer))
        except RefusedError as refusal:
            return _failed(explain(refusal))
        except Exception:
            _log.exception("A call of %s failed", params.name)
            return _failed("Something went wrong here; it is our bug.")
        text = types.TextContent(text=said.text)
        return types.CallToolResult(content=[text], structured_content=said.content)

    return Server(
        NAME,
        version=__version__,
        instructions=INSTRUCTIONS,
        on_list_tools=_always(types.ListToolsResult(tools=TOOLS)),
        on_call_tool=call,
        on_list_resources=_always(types.ListResourcesResult(resources=[RULES_RESOURCE])),
        on_read_resource=_read_resource,
        on_list_prompts=_always(types.ListPromptsResult(prompts=[COACH_PROMPT])),
        on_get_prompt=_get_prompt,
    )


async def serve_stdio(server: Server) -> None:
    """Serve one client over standard input and output, until the input ends."""
    async with stdio_server() as (reading, writing):
        answered: Any = Requests(reading, writing)
        await server.run(answered, writing, server.create_initialization_options())


def http_application(server: Server) -> Any:
    """Return the ASGI application of streamable HTTP, without sessions, for a door that knows who
    may call."""
    # In the other mode, of answers that are always JSON, the SDK does not notice clients that
    # close the connection.
    return server.streamable_http_app(
        stateless_http=True,
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
    )


async def _call(params: types.CallToolRequestParams, answerer: Answerer) -> Said:
    tool = next((tool for tool in TOOLS if tool.name == params.name), None)
    if tool is None:
        message = f"There is no tool {params.name}; there are {', '.join(CALLS)}."
        raise RefusedError("invalid_request", message)
    question = read_question(params.arguments or {}, tool.input_schema["properties"])
    return await CALLS[params.name](answerer, question)


def _failed(text: str) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(text=text)], is_error=True)


def _always(
    result: Result,
) -> Callable[[ServerRequestContext, object], Coroutine[Any, Any, Result]]:
    """Return what answers a request with the same result, whatever is asked."""

    async def answer(context: ServerRequestContext, params: object) -> Result:
        return result

    return answer


async def _read_resource(
    context: ServerRequestContext, params: types.ReadResourceRequestParams
) -> types.ReadResourceResult:
    uri = RULES_RESOURCE.uri
    if params.uri != uri:
        raise MCPError(types.INVALID_PARAMS, f"There is no {params.uri}; there is {uri}.")
    rules = types.TextResourceContents(uri=uri, mime_type="text/markdown", text=RULES)
    return types.ReadResourceResult(contents=[rules])


async def _get_prompt(
    context: ServerRequestContext, params: types.GetPromptRequestParams
) -> types.GetPromptResult:
    if params.name != COACH_PROMPT.name:
        raise MCPError(types.INVALID_PARAMS, f"There is no prompt {params.name}; there is coach.")
    game = (params.arguments or {}).get("game", "Ask me first which game I play.")
    content = types.TextContent(text=COACH.format(game=game))
    return types.GetPromptResult(messages=[types.PromptMessage(role="user", content=content)])
