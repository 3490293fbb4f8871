"""Who asks in this process waits for a slot, no longer than the question may take."""

from typing import Any

import pytest
from werkzeug.http import HTTP_STATUS_CODES

from service.questions.in_process import Caller, InProcessService
from service.questions.refusals import CODES, TITLES
from service.settings import Settings

QUESTION: dict[str, Any] = {"width": 15, "height": 15, "row_length": 5, "moves": ["h8"]}


@pytest.fixture
def busy() -> InProcessService:
    """Provide a service whose only slot is taken."""
    service = InProcessService(Settings(slots=1, table_mebibytes=1, search_threads=1))
    assert service._slots.acquire()
    return service


def test_without_a_slot_in_time_the_answer_is_that_of_a_first_look(busy: InProcessService) -> None:
    search = busy.answer({**QUESTION, "time_limit_ms": 30})["search"]
    assert (search["complete"], search["stopped_by"]) == (False, "time")
    busy._slots.release()
    nodes = busy.answer({**QUESTION, "time_limit_ms": 300})["search"]["nodes"]
    assert nodes > search["nodes"]


def test_who_leaves_waits_no_longer(busy: InProcessService) -> None:
    caller = Caller()
    caller.leave()
    with pytest.raises(ConnectionResetError):
        busy.answer({**QUESTION, "time_limit_ms": 60_000}, caller)


def test_every_status_has_its_usual_words() -> None:
    assert {status for status, _ in CODES.values()} == {*TITLES}
    assert all(HTTP_STATUS_CODES[status] == title for status, title in TITLES.items())
