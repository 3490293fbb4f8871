"""Without a network the page comes as it was the last time, for two people; no answer does."""

import pytest
from playwright.sync_api import Page, expect

from tests.web.board import Table
from tests.web.test_bad_network import only_lost

KEPT = r"""async (parts) => {
  const { active, scope } = await navigator.serviceWorker.ready;
  const caught = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
  const requests = await Promise.all(caught.map((cache) => cache.keys()));
  const kept = requests.flat().map(({ url }) => url.slice(scope.length).replace(/^web\/\w+\//, ""));
  return active.state === "activated" && JSON.stringify(kept) === JSON.stringify(parts);
}"""
"""Tells whether the worker is there, and these parts are kept and none of another version."""
PARTS = ["", "start.js", "app.js", "page.css", "icon.svg"]


@pytest.mark.parametrize("language", ["en", pytest.param("de", marks=pytest.mark.thorough)])
def test_two_people_play_without_a_network(
    table: Table, complaints: list[str], language: str
) -> None:
    table.visit(f"/#board=3x3&k=3&x=you&o=you&lang={language}")
    translations = [] if language == "en" else [f"languages/{language}.json"]
    table.page.wait_for_function(KEPT, arg=PARTS + translations)
    table.page.context.set_offline(True)
    table.page.reload()
    table.play("b2", "a1")
    expect(table.page.locator("#moves ol button")).to_have_count(2)
    # What takes a service is missed, and said to be.
    table.page.locator("[data-action=hint]").click()
    expect(table.note).to_have_class("problem")
    table.page.context.set_offline(False)
    only_lost(complaints)


def test_the_page_is_that_of_the_service_if_there_is_a_network(table: Table, base_url: str) -> None:
    """What is kept of another version is forgotten, and of this one it comes second."""
    table.page.goto("/healthz")
    former = f"{base_url}/web/of-another-version/worker.js"
    table.page.evaluate(
        "async (name) => (await caches.open(name)).put('/', new Response())", former
    )
    table.open()
    table.page.wait_for_function(KEPT, arg=PARTS)
    table.page.evaluate(
        "async ([name]) => (await caches.open(name)).put('/', new Response())",
        table.page.evaluate("caches.keys()"),
    )
    table.page.reload()
    expect(table.page.get_by_role("grid")).to_be_visible()


def test_of_two_versions_none_is_kept(page: Page) -> None:
    """While the service is replaced, files may come from a replica of another version."""
    page.goto("/healthz")
    state = page.evaluate("""async () => {
      const script = "/web/of-another-one--/worker.js";
      const { installing } = await navigator.serviceWorker.register(script, { scope: "/" });
      await new Promise((resolve) => installing.addEventListener("statechange", resolve));
      return installing.state;
    }""")
    assert state == "redundant"


def test_a_worker_replaces_no_other_beneath_a_page(table: Table) -> None:
    """Chromium may lose what the page asks then, and shows nothing for ever."""
    table.open()
    table.page.wait_for_function(KEPT, arg=PARTS)
    # In the worker's hands as well, and free to name another.
    table.page.goto("/healthz")
    states = table.page.evaluate("""async () => {
      const { active, scope } = await navigator.serviceWorker.ready;
      const another = await navigator.serviceWorker.register(`${active.scriptURL}?2`, { scope });
      const { installing } = another;
      await new Promise((resolve) => installing.addEventListener("statechange", resolve));
      await new Promise((resolve) => setTimeout(resolve, 500));
      return [active.state, installing.state];
    }""")
    assert states == ["activated", "installed"]
