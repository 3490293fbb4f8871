"""Answers of a running service, over HTTP."""

import asyncio
import re
from typing import TypeVar

import httpx2
from pydantic import TypeAdapter, ValidationError

from service.loopback import loopback_host
from service.questions.judging import Answer, Question
from service.questions.refusals import NO_ANSWER, RefusedError
from service.questions.schemas import Limits, MoveResponse, Problem

CONNECT_SECONDS = 10.0
SPARE_SECONDS = 60.0
"""How long an answer may take in addition to its thinking time."""
RETRIES = 4
"""How often a busy service is asked again."""
MOST_RETRY_SECONDS = 30.0
SECONDS = re.compile("[0-9]+")
ANSWER: TypeAdapter[Answer] = TypeAdapter(MoveResponse)
LIMITS: TypeAdapter[Limits] = TypeAdapter(Limits)
PROBLEM: TypeAdapter[Problem] = TypeAdapter(Problem)
"""What the service answers; all else is the JSON of another."""
Answered = TypeVar("Answered")


class RunningService:
    """The service at a URL; an `Answerer`."""

    def __init__(self, url: str) -> None:
        self._url = url.rstrip("/")
        # No proxy can ask this machine.
        self._client = httpx2.AsyncClient(trust_env=not loopback_host(url))

    async def ask(self, question: Question) -> Answer:
        return await self._fetch("POST", "/move", ANSWER, question)

    async def most_milliseconds(self) -> int:
        limits: Limits = await self._fetch("GET", "/limits", LIMITS)
        return limits["max_time_limit_ms"]

    async def _fetch(
        self, method: str, path: str, kind: TypeAdapter[Answered], question: Question | None = None
    ) -> Answered:
        """Return the answer at a path, which is of a kind."""
        url = self._url + path
        try:
            response = await self._send(method, url, question)
        except (httpx2.HTTPError, httpx2.InvalidURL) as error:
            cause = str(error) or type(error).__name__
            raise RefusedError(NO_ANSWER, f"{url} does not answer: {cause}.") from None
        try:
            if response.status_code == 200:
                return kind.validate_json(response.content)
            problem = PROBLEM.validate_json(response.content)
        except ValidationError:
            detail = f"{url} answers {response.status_code}, but as no such service."
            raise RefusedError(NO_ANSWER, detail) from None
        raise RefusedError(problem["code"], problem["detail"], problem["errors"])

    async def _send(self, method: str, url: str, question: Question | None) -> httpx2.Response:
        """Return the response; a busy service is asked again after the time that it names.

        Where this is cancelled, the connection is closed, so that the service ends the search.
        """
        seconds = (question or {}).get("time_limit_ms", 0) / 1000 + SPARE_SECONDS
        timeout = httpx2.Timeout(CONNECT_SECONDS, read=seconds)
        attempts = 0
        while True:
            response = await self._client.request(method, url, json=question, timeout=timeout)
            attempts += 1
            if response.status_code != 503 or attempts > RETRIES:
                return response
            named = response.headers.get("Retry-After", "")
            await asyncio.sleep(
                min(float(named if SECONDS.fullmatch(named) else 1), MOST_RETRY_SECONDS)
            )
