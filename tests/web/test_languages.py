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


def status_of(page: Page) -> str:
    """Return the language of the document, and the name of the first button of the board."""
    expect(page.locator("#actions")).not_to_have_attribute("inert", "")
    name = page.locator("#actions [data-action=undo]").inner_text()
    return f"{page.locator('html').get_attribute('lang')}: {name}"


def asked(page: Page) -> list[str]:
    """Return the catalogues that a page asks for, as a list that grows."""
    paths: list[str] = []
    page.on("request", lambda request: paths.append(request.url))
    return paths


@pytest.mark.parametrize(
    ("locale", "language"),
    [("de-AT", "de"), ("nl-NL", "en"),
     *(pytest.param(*each, marks=pytest.mark.thorough)
       for each in (("pt-BR", "pt"), ("zh-CN", "zh"), ("en-GB", "en")))],
)  # fmt: skip
def test_the_browser_has_the_say(
    browser: Browser, base_url: str, locale: str, language: str
) -> None:
    """One catalogue is loaded, none for English, and the link says nothing of it."""
    context = browser.new_context(base_url=base_url, locale=locale)
    page = context.new_page()
    catalogues = asked(page)
    page.goto("/")
    expected = catalogue(language).gettext("Undo")
    assert status_of(page) == f"{language}: {expected}"
    names = [url.rpartition("/")[2] for url in catalogues if "/languages/" in url]
    assert names == ([] if language == "en" else [f"{language}.json"])
    expect(
        page.get_by_role("combobox", name=catalogue(language).gettext("Language"))
    ).to_have_value(language)
    assert "lang=" not in page.url
    context.close()


@pytest.mark.parametrize(
    ("languages", "language"),
    [("zh-TW en-US de", "en"), ("zh-Hant zh en", "zh"), ("zh-HK", "zh"), ("zh-Hans-HK en", "zh")],
)
def test_who_reads_other_signs_gets_a_language_that_follows(
    table: Table, languages: str, language: str
) -> None:
    wanted = f"Object.defineProperty(navigator, 'languages', {{value: '{languages}'.split(' ')}})"
    table.page.add_init_script(wanted)
    table.page.goto("/")
    expect(table.page.locator("html")).to_have_attribute("lang", language)


def test_a_choice_stays_and_links_keep_it(table: Table) -> None:
    page = table.page
    table.open("X../.O./...")
    page.get_by_role("combobox", name="Language").select_option("Deutsch")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    assert status_of(page) == "de: Rückgängig"
    assert "board=X../.O./..." in page.url
    assert "lang=de" in page.url
    table.visit("/")
    assert status_of(page) == "de: Rückgängig"
    page.goto("/#board=3x3&k=3&lang=fr")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    assert status_of(page) == "fr: Annuler"
    page.get_by_role("combobox", name="Langue").select_option("English")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    assert status_of(page) == "en: Undo"


@pytest.mark.thorough
def test_a_language_that_nobody_knows_is_a_damaged_link(table: Table) -> None:
    table.visit("/#board=3x3&k=3&lang=tlh")
    expect(table.note).to_have_text(DAMAGE)
    assert status_of(table.page) == "en: Undo"
    table.visit("/#board=3x&k=3&gravity=1")
    table.page.get_by_role("combobox", name="Language").select_option("Deutsch")
    assert status_of(table.page) == "de: Rückgängig"
    expect(table.note).to_have_text(catalogue("de").gettext(DAMAGE))
    assert "gravity=1" in table.page.url


@pytest.mark.parametrize("language", GERMAN_FIRST)
def test_no_text_stays_english(table: Table, language: str) -> None:
    own = translations(language, *SAID_ON_PAGE)
    english = [text for text in own if own[text] != text]
    for link in LINKS:
        table.visit(f"{link}&lang={language}")
        assert status_of(table.page).startswith(language)
        table.settle()
        assert table.page.evaluate(ENGLISH_TEXTS, english) == [], link


def test_a_catalogue_that_does_not_come_is_asked_for_again(
    page: Page, complaints: list[str]
) -> None:
    page.route("**/languages/de.json", lambda route: route.abort())
    page.goto("/#lang=de")
    expect(page.get_by_role("status").first).to_have_text("A part of the page has not come")
    page.unroute("**/languages/de.json")
    page.get_by_role("button", name="Try again").click()
    assert status_of(page) == "de: Rückgängig"
    complaints.clear()


@pytest.mark.parametrize("language", GERMAN_FIRST)
def test_all_fits_where_it_stands(table: Table, language: str) -> None:
    page = table.page
    for link in LINKS:
        table.visit(f"{link}&lang={language}")
        assert status_of(page).startswith(language)
        table.settle()
        page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
        for width in (320, 844, 1366):
            page.set_viewport_size({"width": width, "height": 640})
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, link
            assert page.evaluate(CUT_OFF) == [], link


@pytest.mark.thorough
@pytest.mark.parametrize("language", GERMAN_FIRST)
def test_no_word_is_broken_in_the_names_of_games(table: Table, language: str) -> None:
    table.visit(f"/#lang={language}")
    assert status_of(table.page).startswith(language)
    for width in (320, 345, 360, 390):
        table.page.set_viewport_size({"width": width, "height": 640})
        assert table.page.evaluate(BROKEN_WORDS) == [], width


@pytest.mark.thorough
def test_in_german_the_whole_board_is_on_a_laptop_at_twice_the_size(table: Table) -> None:
    table.page.set_viewport_size({"width": 683, "height": 384})
    table.visit("/#board=3x3&k=3&lang=de")
    assert status_of(table.page) == "de: Rückgängig"
    expect(table.page.get_by_role("grid")).to_be_in_viewport(ratio=1)


def test_figures_and_signs_are_those_of_the_language(table: Table) -> None:
    table.visit("/#board=15x15&k=5&x=you&o=you&lang=fr&analysis=1&time=100&moves=h8,g9,g8")
    times = table.page.get_by_label(catalogue("fr").gettext("Thinking time")).locator("option")
    expect(times.first).to_have_text("0,1 s")
    expect(table.cell(1, 1)).to_have_accessible_name(
        re.compile("^a15\N{NO-BREAK SPACE}: vide, pas prouvé, évaluation .[0-9],[0-9][0-9]$")
    )


def test_the_service_is_asked_in_the_language(table: Table) -> None:
    table.visit("/#board=3x3&k=3&x=you&o=master&lang=de&moves=b2,a1&analysis=1")
    assert status_of(table.page).startswith("de")
    with table.page.expect_response("**/move") as asked:
        table.page.locator("#actions [data-action=mine]").click()
    assert asked.value.headers["content-language"] == "de"


@pytest.mark.thorough
def test_a_screen_reader_finds_no_fault_in_another_language(table: Table) -> None:
    for link in LINKS:
        table.visit(f"{link}&lang=zh")
        assert status_of(table.page).startswith("zh")
        table.settle()
        assert serious_faults(table.page) == []
