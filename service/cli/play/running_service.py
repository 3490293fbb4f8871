"""Asks a running service over HTTP."""

import requests
from requests.adapters import HTTPAdapter
from urllib3 import Retry

from service.languages import ENGLISH, Language, say
from service.loopback import loopback_host
from service.questions.judging import Answer, Question
from service.questions.refusals import NO_ANSWER, RefusedError

CONNECT_SECONDS = 10.0
SPARE_SECONDS = 30.0
"""How long an answer may take in addition to its thinking time."""
RETRIES = Retry(
    total=4, connect=0, read=0, redirect=0, other=0, allowed_methods=None, status_forcelist=[503],
    backoff_factor=0.5, raise_on_status=False, retry_after_max=30,
)  # fmt: skip
"""A busy service is asked again after the time that it names, in seconds; the last 503 is read."""


class RunningService:
    """The service at a URL."""

    def __init__(self, url: str, language: Language = ENGLISH) -> None:
        """Why it does not answer is told in the language."""
        self._url, self._language = url.rstrip("/") + "/move", language
        self._proxies = {"no_proxy": loopback_host(url)} if loopback_host(url) else None
        self._session = requests.Session()
        for scheme in ("http://", "https://"):
            self._session.mount(scheme, HTTPAdapter(max_retries=RETRIES))

    def ask(self, question: Question) -> Answer:
        """Return the answer to a question; RefusedError if there is none."""
        response = self._post(question)
        if response.status_code != 200:
            raise RefusedError(NO_ANSWER, _problem(response))
        try:
            answer: Answer = response.json()
        except ValueError:
            message = say("What {url} answers is no move.", url=self._url)
            raise RefusedError(NO_ANSWER, message.render(self._language)) from None
        return answer

    def _post(self, question: Question) -> requests.Response:
        """Send a question; RefusedError if the service does not answer."""
        timeout = (CONNECT_SECONDS, (question.get("time_limit_ms") or 0) / 1000 + 2 * SPARE_SECONDS)
        try:
            return self._session.post(
                self._url, json=question, timeout=timeout, proxies=self._proxies
            )
        except requests.RequestException as error:
            message = say("{url} does not answer: {cause}", url=self._url, cause=_cause(error))
            raise RefusedError(NO_ANSWER, message.render(self._language)) from None


def _problem(response: requests.Response) -> str:
    try:
        problem = response.json()
        faults = "".join(f" {fault['pointer']}: {fault['message']}" for fault in problem["errors"])
        return f"{problem['detail']}{faults} (request {problem['request_id']})"
    except (ValueError, KeyError, TypeError):
        return f"{response.url} answers {response.status_code} {response.reason}."


def _cause(error: requests.RequestException) -> str:
    """Describe the innermost exception, without those that libraries raise because of it."""
    cause: BaseException = error
    while cause.__context__ is not None:
        cause = cause.__context__
    return f"{cause}."
