"""What a client sends over standard input, in which lines that are no requests get an answer."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from typing import Any

from mcp.shared.message import SessionMessage
from mcp.types import INVALID_REQUEST, PARSE_ERROR, ErrorData, JSONRPCError
from pydantic import ValidationError


class Requests(AsyncIterator[SessionMessage], AbstractAsyncContextManager["Requests"]):
    """The SDK's stream of what is read, without the errors, which the SDK would pass over."""

    def __init__(self, reading: Any, writing: Any) -> None:
        self._reading, self._writing = reading, writing

    async def aclose(self) -> None:
        await self._reading.aclose()

    async def __aexit__(self, *error: object) -> None:
        await self.aclose()

    async def __anext__(self) -> SessionMessage:
        """Return the next message."""
        while isinstance(item := await anext(self._reading), Exception):
            await self._writing.send(SessionMessage(_refusal(item)))
        message: SessionMessage = item
        return message


def _refusal(error: Exception) -> JSONRPCError:
    """Return the answer to a line, which has no id that could be read."""
    kinds = {each["type"] for each in error.errors()} if isinstance(error, ValidationError) else {}
    if "json_invalid" in kinds:
        said = ErrorData(code=PARSE_ERROR, message="The line is no JSON.")
    else:
        said = ErrorData(code=INVALID_REQUEST, message="The line is no JSON-RPC request.")
    return JSONRPCError(jsonrpc="2.0", id=None, error=said)
