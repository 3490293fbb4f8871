"""The contract as a page: what is shown there can be tried, with nothing from elsewhere."""

import json

import pytest
from playwright.sync_api import Page, expect


@pytest.mark.thorough
def test_it_says_which_document_suits_which_generator(page: Page) -> None:
    page.goto("/docs")
    advice = page.get_by_text("For generators")
    for name, version, generators in (
        ("OpenAPI 3.1", "3.1.0", ["Python", "TypeScript"]),
        ("OpenAPI 3.0.3", "3.0.3", ["Kotlin", "Swift", "Rust"]),
    ):
        address = advice.get_by_role("link", name=name).evaluate("link => link.href")
        assert f'openapi: "{version}"' in page.request.get(address).text()
        for generator in generators:
            expect(advice).to_contain_text(generator)


def test_a_question_can_be_tried(page: Page) -> None:
    page.goto("/docs#/play/findBestMove")
    form = page.locator("#operations-play-findBestMove")
    form.locator("textarea").fill(json.dumps({"board": ["XX.", "OO.", "..."], "row_length": 3}))
    with page.expect_response("**/move") as asked:
        # By keyboard: on a busy machine Chromium sometimes draws no more after the scroll to the
        # form, and a click would wait for a drawing for ever.
        form.get_by_role("button", name="Execute").press("Enter")
    assert asked.value.status == 200
    expect(form.locator(".live-responses-table .response-col_status").last).to_contain_text("200")
    expect(form.locator(".live-responses-table")).to_contain_text('"best_move"')


def test_it_leads_to_the_page_and_back(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name="Try the API").click()
    expect(page).to_have_title("The API of k-in-a-row")
    page.get_by_role("link", name="Play", exact=True).click()
    expect(page.get_by_role("grid")).to_be_visible()
