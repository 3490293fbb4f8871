"""Messages in the language in which they are written; translations have tests of their own."""

import pytest

from service.languages import LANGUAGES, Listed, catalogue, counted, say


def test_placeholders_are_replaced() -> None:
    message = say(
        "{move} threatens to win at {cells}.", move="a3", cells=Listed(["c1", "b2"], "or")
    )
    assert message.render() == "a3 threatens to win at c1 or b2."


def test_a_message_stands_within_another() -> None:
    clause = say("{side} wins", side="X")
    assert say("{clause}.", clause=clause).render() == "X wins."


@pytest.mark.parametrize(("count", "text"), [(0, "0 moves"), (1, "1 move"), (2, "2 moves")])
def test_a_number_chooses_the_plural(count: int, text: str) -> None:
    assert counted("{count} move", "{count} moves", count).render() == text


def test_names_of_cells_in_a_chinese_list_have_spaces_around_them() -> None:
    """As in every sentence of the catalogue; words of the language have none."""
    assert Listed(["a1", "b2", "c3"]).render("zh") == "a1、b2 和 c3"
    assert Listed(["a1", "b2"], "or").render("zh") == "a1 或 b2"
    assert Listed(["活三", "冲四"]).render("zh") == "活三和冲四"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_catalogue_can_be_read(language: str) -> None:
    assert catalogue(language).gettext("no message") == "no message"
