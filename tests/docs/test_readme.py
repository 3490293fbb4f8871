"""The README is short, shows a picture, and tells a newcomer what is easily missed."""

from tests.docs.documents import README

MOST_LINES = 170


def test_it_is_read_in_one_sitting() -> None:
    assert len(README.text.splitlines()) <= MOST_LINES


def test_it_begins_with_a_picture_and_two_commands() -> None:
    assert README.links[0].endswith(".png")
    (commands, *_) = README.blocks("sh")
    assert [line.split()[:2] for line in commands.splitlines()] == [
        ["make", "run"],
        ["make", "test"],
    ]


def test_it_says_where_counting_begins() -> None:
    assert "Rows and columns in JSON count from 0" in README.text
