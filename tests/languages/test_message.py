"""Messages in the language in which they are written; translations have tests of their own."""

import pytest

from service.languages import LANGUAGES, Listed, Message, catalogue, counted, say


@pytest.mark.parametrize(
    ("message", "text"),
    [
        (say("{move} threatens to win at {cells}.", move="a3", cells=Listed(["c1", "b2"], "or")),
         "a3 threatens to win at c1 or b2."),
        # A message stands within another.
        (say("{clause}.", clause=say("{side} wins", side="X")), "X wins."),
        # A number chooses the plural.
        *((counted("{count} move", "{count} moves", count), text)
          for count, text in ((0, "0 moves"), (1, "1 move"), (2, "2 moves"))),
    ],
)  # fmt: skip
def test_placeholders_are_replaced(message: Message, text: str) -> None:
    assert message.render() == text


@pytest.mark.parametrize(
    ("listed", "text"),
    [
        (Listed(["a1", "b2", "c3"]), "a1、b2 和 c3"),
        (Listed(["a1", "b2"], "or"), "a1 或 b2"),
        (Listed(["活三", "冲四"]), "活三和冲四"),
    ],
)
def test_names_of_cells_in_a_chinese_list_have_spaces_around_them(
    listed: Listed, text: str
) -> None:
    """As in every sentence of the catalogue; words of the language have none."""
    assert listed.render("zh") == text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_catalogue_can_be_read(language: str) -> None:
    assert catalogue(language).gettext("no message") == "no message"
