"""An `EventSource` of a browser, which connects again by itself when a stream ends."""

import pytest
from playwright.sync_api import Page, Response

from service.api.routes.stream import LAST_EVENTS

LINKS = [
    "move/stream?board=.../.../...&row_length=3",
    f"move?board={'/'.join(['.' * 9] * 9)}&row_length=5&time_limit_ms=300&seed=1",
]
FOLLOW = """
link => new Promise(resolve => {
  const source = new EventSource(link), events = [];
  for (const name of ["progress", "result"]) {
    source.addEventListener(name, ({ type, lastEventId }) => events.push([type, lastEventId]));
  }
  source.onerror = () => source.readyState === EventSource.CLOSED && resolve(events);
})
"""


@pytest.mark.parametrize("link", LINKS)
def test_it_gets_one_answer_and_asks_no_more(page: Page, link: str) -> None:
    page.goto("/")
    responses: list[Response] = []
    page.on("response", lambda response: responses.append(response))
    events = page.evaluate(FOLLOW, link)
    assert [each.status for each in responses if link in each.url] == [200, 204]
    assert all(name == key for name, key in events)
    assert [name for name, _ in events if name in LAST_EVENTS] == ["result"]
    assert events[-1][0] == "result"
