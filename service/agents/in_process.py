"""Answers of the solver in this process."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from service.questions.in_process import Caller, InProcessService
from service.questions.judging import Answer, Question
from service.settings import Settings


class InProcess:
    """The service in this process; an `Answerer`."""

    def __init__(self, settings: Settings) -> None:
        """Compile the kernels, or load them: this takes seconds, the first time a minute."""
        self._settings = settings
        self._service = InProcessService(settings)
        self._service.solver.warm_up()
        self._threads = ThreadPoolExecutor(settings.most_waiting)

    async def ask(self, question: Question) -> Answer:
        caller, loop = Caller(), asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._threads, self._service.answer, question, caller)
        finally:
            caller.leave()

    async def most_milliseconds(self) -> int:
        return self._settings.max_time_limit_ms
