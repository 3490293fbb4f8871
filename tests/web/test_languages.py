"""The page in the reader's language: which one it is, that all is said in it, and that it fits."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from service.api.routes.pages import SAID_ON_PAGE
from service.languages import LANGUAGES, catalogue, translations
from tests.web.board import Table
from tests.web.test_accessibility import serious_faults
from tests.web.test_sharing import DAMAGE

GERMAN_FIRST = [
    "de",
    *(pytest.param(name, marks=pytest.mark.thorough) for name in LANGUAGES[1:] if name != "de"),
]
LINKS = (
    "/#board=3x3&k=3&x=you&o=master&o_strength=1&moves=b2,a1&analysis=1",
    "/#board=3x3&k=3&x=you&o=rules&moves=b2,b1,a1,c3,a3,a2,c1",
    "/#puzzle=connect-four-easy-1",
)
ENGLISH_TEXTS = """names => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    while (texts.nextNode()) {
        found.push(texts.currentNode.data.trim().replace(/\\s+/g, " "));
    }
    for (const element of document.body.querySelectorAll("*")) {
        found.push(...["aria-label", "title", "data-does"].map(name => element.getAttribute(name)));
    }
    return found.filter(text => names.includes(text));
}"""
"""Which of some texts are those of the page."""
CUT_OFF = """[...document.querySelectorAll("button, summary, legend, label > span, option:checked")]
    .map(each => each.closest("select") ?? each)
    .filter(each => each.checkVisibility() && each.scrollWidth > each.clientWidth + 1)
    .map(each => each.outerHTML)"""
"""What has a text that is wider than itself."""
BROKEN_WORDS = """[...document.querySelectorAll("#games button")].flatMap(button => {
    const text = button.lastChild;
    return [...text.data.matchAll(/[^\\s-]+/g)].filter(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return range.getClientRects().length > 1;
    }).map(([word]) => word);
})"""
"""Words that go on in the next line."""


def speaks(page: Page, language: str) -> None:
    """Wait until the document is in a language, and the first button of the board as well."""
    expect(page.locator("#actions")).not_to_have_attribute("inert", "")
    expect(page.locator("html")).to_have_attribute("lang", language)
    undo = page.locator("#actions [data-action=undo]")
    expect(undo).to_have_text(catalogue(language).gettext("Undo"))


@pytest.mark.parametrize(
    ("languages", "language"),
    [("de-AT", "de"), ("nl-NL", "en"), ("zh-TW en-US de", "en"), ("zh-Hant zh en", "zh"),
     ("zh-HK", "zh"), ("zh-Hans-HK en", "zh"),
     *(pytest.param(*each, marks=pytest.mark.thorough)
       for each in (("pt-BR", "pt"), ("zh-CN", "zh"), ("en-GB", "en")))],
)  # fmt: skip
def test_the_browser_has_the_say(table: Table, languages: str, language: str) -> None:
    """One catalogue is loaded, none for English, and the link says nothing of it.

    Who reads the other signs of Chinese gets a language that follows.
    """
    wanted = f"Object.defineProperty(navigator, 'languages', {{value: '{languages}'.split(' ')}})"
    table.page.add_init_script(wanted)
    asked = table.requests()
    table.page.goto("/")
    speaks(table.page, language)
    names = [each.url.rpartition("/")[2] for each in asked if "/languages/" in each.url]
    assert names == [f"{language}.json"] * (language != "en")
    choice = table.page.get_by_role("combobox", name=catalogue(language).gettext("Language"))
    expect(choice).to_have_value(language)
    assert "lang=" not in table.page.url


def test_the_locale_of_the_browser_is_heard(browser: Browser, base_url: str) -> None:
    with browser.new_context(base_url=base_url, locale="de-AT") as context:
        page = context.new_page()
        page.goto("/")
        speaks(page, "de")


def test_a_choice_stays_and_links_keep_it(table: Table) -> None:
    page = table.page
    table.open("X../.O./...")
    page.get_by_role("combobox", name="Language").select_option("Deutsch")
    speaks(page, "de")
    assert "board=X../.O./..." in page.url
    assert "lang=de" in page.url
    table.visit("/")
    speaks(page, "de")
    page.goto("/#board=3x3&k=3&lang=fr")
    speaks(page, "fr")
    page.get_by_role("combobox", name="Langue").select_option("English")
    speaks(page, "en")


@pytest.mark.thorough
def test_a_damaged_link_is_said_to_be_damaged_in_every_language(table: Table) -> None:
    table.visit("/#board=3x&k=3&gravity=1")
    table.shows(note=DAMAGE)
    table.page.get_by_role("combobox", name="Language").select_option("Deutsch")
    speaks(table.page, "de")
    table.shows(note=catalogue("de").gettext(DAMAGE))
    assert "gravity=1" in table.page.url


@pytest.mark.parametrize("language", GERMAN_FIRST)
def test_no_text_stays_english_and_all_fits_where_it_stands(table: Table, language: str) -> None:
    page = table.page
    own = translations(language, *SAID_ON_PAGE)
    english = [text for text in own if own[text] != text]
    for link in LINKS:
        page.set_viewport_size({"width": 1366, "height": 640})
        table.visit(f"{link}&lang={language}")
        speaks(page, language)
        table.settle()
        assert page.evaluate(ENGLISH_TEXTS, english) == [], link
        if language == "zh":
            assert serious_faults(page) == []
        page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
        for width in (320, 345, 360, 390, 844, 1366):
            page.set_viewport_size({"width": width, "height": 640})
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, link
            assert page.evaluate(CUT_OFF) == [], link
            if width <= 390:
                assert page.evaluate(BROKEN_WORDS) == [], width


def test_a_catalogue_that_does_not_come_is_asked_for_again(
    page: Page, complaints: list[str]
) -> None:
    page.route("**/languages/de.json", lambda route: route.abort())
    page.goto("/#lang=de")
    expect(page.get_by_role("status").first).to_have_text("A part of the page has not come")
    page.unroute("**/languages/de.json")
    page.get_by_role("button", name="Try again").click()
    speaks(page, "de")
    complaints.clear()


@pytest.mark.thorough
def test_in_german_the_whole_board_is_on_a_laptop_at_twice_the_size(table: Table) -> None:
    table.page.set_viewport_size({"width": 683, "height": 384})
    table.visit("/#board=3x3&k=3&lang=de")
    speaks(table.page, "de")
    expect(table.page.get_by_role("grid")).to_be_in_viewport(ratio=1)


def test_figures_and_signs_are_those_of_the_language(table: Table) -> None:
    table.visit("/#board=15x15&k=5&x=you&o=you&lang=fr&analysis=1&time=100&moves=h8,g9,g8")
    times = table.page.get_by_label(catalogue("fr").gettext("Thinking time")).locator("option")
    expect(times.first).to_have_text("0,1 s")
    name = "^a15\N{NO-BREAK SPACE}: vide, pas prouvé, évaluation .[0-9],[0-9][0-9]$"
    expect(table.cell(1, 1)).to_have_accessible_name(re.compile(name))


def test_the_service_is_asked_in_the_language(table: Table) -> None:
    table.visit("/#board=3x3&k=3&x=you&o=master&lang=de&moves=b2,a1&analysis=1")
    speaks(table.page, "de")
    with table.page.expect_response("**/move") as asked:
        table.page.locator("#actions [data-action=mine]").click()
    assert asked.value.headers["content-language"] == "de"
