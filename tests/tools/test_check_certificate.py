"""The checker of certificates accepts what is proven and nothing else, whatever a file holds."""

import ast
import hashlib
import re
import subprocess
import sys

import pytest

from tests.support.project import ROOT
from tests.support.reference import Reference
from tests.support.sampling import chance_of, samples
from tests.tools.certificates import CHECKER, DRAW, FILES, WIN, claim_of
from tools import check_certificate

LINES = DRAW.splitlines()


def run(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[str]:
    """Run the checker as a stranger does, with nothing but Python."""
    done = subprocess.run(
        [sys.executable, "-I", str(CHECKER), *arguments], input=stdin, capture_output=True,
        timeout=300, check=False,
    )  # fmt: skip
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
    )


def verdict(text: bytes) -> str | None:
    """Return what a file proves; None if it is rejected."""
    try:
        return claim_of(text)
    except check_certificate.RejectedError:
        return None


def sealed(lines: list[str]) -> bytes:
    """Return a file of these lines, but the last one, with a digest that fits."""
    text = "".join(f"{line}\n" for line in lines[:-1])
    return f"{text}sha256 {hashlib.sha256(text.encode()).hexdigest()}\n".encode()


def test_it_needs_nothing_but_python() -> None:
    for node in ast.walk(ast.parse(CHECKER.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            assert {each.name for each in node.names} <= sys.stdlib_module_names
        elif isinstance(node, ast.ImportFrom):
            assert (node.module or "").split(".")[0] in sys.stdlib_module_names


@pytest.mark.parametrize("name", FILES)
def test_the_certificates_of_the_documents_are_accepted(name: str) -> None:
    done = run(str(FILES[name]))
    assert (done.returncode, done.stderr) == (0, "")
    width, height, row_length = re.split("[x-]", name)
    assert f"; {width}x{height}, {row_length} in a row, X to move at " in done.stdout
    assert done.stdout == run("-", stdin=FILES[name].read_bytes()).stdout


def test_what_it_says_is_what_is_claimed() -> None:
    nodes = len(LINES) - 8
    proven = f"draw; 3x3, 3 in a row, X to move at .../.../...; {nodes} nodes"
    assert verdict(DRAW.encode()) == proven
    assert (verdict(WIN.encode()) or "").startswith("X wins within 7; 4x3, 3 in a row")


@pytest.mark.parametrize("text", [DRAW, WIN], ids=["draw", "win"])
def test_no_byte_can_be_changed(text: str) -> None:
    """No byte or line can be left out, inserted or doubled either, and the file cannot be cut."""
    whole, chance = text.encode(), chance_of("bytes")
    lines = whole.splitlines(keepends=True)
    changed = [whole[:end] for end in range(len(whole))]
    changed += [whole + each for each in (b"\n", b" ", b"x", whole)]
    changed += [b"".join(lines[:place] + lines[place + 1 :]) for place in range(len(lines))]
    changed += [b"".join(lines[: place + 1] + lines[place:]) for place in range(len(lines))]
    for _ in range(samples(5_000)):
        place, byte = chance.randrange(len(whole)), bytes([chance.randrange(256)])
        changed.append(whole[:place] + byte + whole[place + 1 :])
        changed.append(whole[:place] + byte + whole[place:])
        changed.append(whole[:place] + whole[place + 1 :])
    for each in changed:
        assert each == whole or verdict(each) is None, each


HEADERS = [
    ("certificate 1", "certificate 2"), ("game 3 3 3", "game 3 3 2"), ("game 3 3 3", "game 3 4 3"),
    ("game 3 3 3", "game 0 3 3"), ("game 3 3 3", "game 3 3 0"), ("game 3 3 3", "game 03 3 3"),
    ("game 3 3 3", "game 9999 9999 3"), ("game 3 3 3", f"game 3 3 {'9' * 5000}"),
    ("/.../", "/"), ("/.../", "/..../"), ("/.../", "/.X./"), ("/.../", "/O../"), ("/.../", "/XXX/"),
    ("/.../", "/.?./"), ("/.../...", "/OOO/XXX"), (".../.../...", "XOX/XOX/OXO"),
    ("to-move X", "to-move O"), ("to-move X", "to-move Z"),
    ("claim draw", "claim X wins within 9"), ("claim draw", "claim O wins within 8"),
    ("part O holds", "part X holds"), ("part O holds", "part O wins"), ("qed\n", ""),
    ("qed\n", "qed\nqed\n"), ("qed\n", "qed\npart X holds\nqed\n"), ("qed\n", " qed\n"),
    ("within 7", "within 6"), ("within 7", "within 8"), ("X wins within 7", "draw"),
    ("X wins within 7", "O wins within 7"), ("game 4 3 3", "game 4 3 4"),
    ("part X wins", "part O wins"), ("part X wins", "part X holds"),
]  # fmt: skip
"""Words of the draw or, if it does not have them, of the win, and what they are changed to."""


@pytest.mark.parametrize(("old", "new"), HEADERS)
def test_what_is_claimed_cannot_be_changed(old: str, new: str) -> None:
    """Each changed file has a digest that fits."""
    text = DRAW if old in DRAW else WIN
    assert old in text
    assert verdict(sealed(text.replace(old, new, 1).splitlines())) is None


@pytest.mark.parametrize(
    ("rows", "is_of_a_game"),
    [("XX./O../..O", True), ("XX./.../..O", False), ("XX./OO./..O", True), ("XX./OO./O.O", False)],
)
def test_stones_that_fit_no_game_are_refused(rows: str, is_of_a_game: bool) -> None:
    """They are refused even where the moves that are left do not depend on them."""
    free = sum(1 << cell for cell, mark in enumerate(rows.replace("/", "")) if mark == ".")
    claim = ["to-move X", "claim X wins within 1", "part X wins", f"row 3 {free:x} 2", "qed", ""]
    file = sealed([*WIN.splitlines()[:1], "game 3 3 3", f"position {rows}", *claim])
    assert (verdict(file) is not None) == is_of_a_game


@pytest.mark.parametrize("text", [DRAW, WIN], ids=["draw", "win"])
def test_a_claim_about_another_board_is_true_if_it_is_accepted(text: str) -> None:
    """All boards that differ in up to two cells are tried, with either player to move."""
    lines = text.splitlines()
    width, height, row_length = (int(each) for each in lines[1].split()[1:])
    game, size = Reference(width, height, row_length), width * height
    for one in range(size):
        for two in range(one, size):
            for marks in ("X", "O", "XO", "OX", "XX", "OO"):
                cells = ["."] * size
                cells[one], cells[two] = marks[0], marks[-1]
                for mover in "XO":
                    lines[2] = f"position {'/'.join(game.rows(''.join(cells)))}"
                    lines[3] = f"to-move {mover}"
                    if verdict(sealed(lines)) is not None:
                        value, plies = game.solve("".join(cells), mover)
                        assert value == (mover == "X" if "wins" in text else 0)
                        assert "wins" not in text or plies <= 7


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"", "line 1: the file ends too soon"),
        (b"\n", "line 1: this is not what has to come here"),
        (b"\0" * 1000, "line 1: the line has no end"),
        (b"k-in-a-row certificate \xff\n", "line 1: the line has a sign"),
        (b"x" * (1 << 17), "line 1: the line has no end, or is too long"),
        (sealed([*LINES[:6], "replies 0@0", "qed", ""]), "node 0 does not come before"),
        (sealed([*LINES[:6], "move 0 1@0", "qed", ""]), "node 1 does not come before"),
        (sealed([*LINES[:6], "qed", ""]), "the part is empty"),
        (sealed([*LINES[:6], f"groups own {'f' * 60_000} 0", "qed", ""]), "off the board"),
        (sealed([*LINES[:6], "row 3 1fc 999999999", "qed", ""]), "off the board"),
        (sealed([*LINES[:6], f"move {'9' * 6000} 0@0", "qed", ""]), "this is no node"),
        (sealed([*LINES[:6], "((((((((", "qed", ""]), "this is no node"),
        (sealed([*WIN.splitlines()[:7], "replies 0@4", "qed", ""]), "has no such symmetry"),
        (sealed([*LINES[:-3], LINES[6], *LINES[-3:]]), "a node is of no use"),
    ],
    ids=range(14),
)
def test_what_is_wrong_is_said_with_its_line(content: bytes, fault: str) -> None:
    done = run("-", stdin=content)
    assert (done.returncode, done.stderr) == (1, "")
    assert fault in done.stdout


def test_a_file_without_end_is_soon_rejected() -> None:
    done = run("/dev/zero")
    assert (done.returncode, done.stdout[:8]) == (1, "REJECTED")


def test_a_node_of_a_small_board_counts_for_no_less(monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes as much memory, so that otherwise a file about one cell could fill gigabytes."""
    monkeypatch.setattr(check_certificate, "MOST_SIZE", 3 * check_certificate.LEAST_CELLS)
    part = check_certificate.Part((1, 1, 1), check_certificate.lines_of(1, 1, 1), wins=True)
    for _ in range(3):
        part.read("row 0 1 0")
    with pytest.raises(check_certificate.RejectedError, match="too many nodes"):
        part.read("row 0 1 0")


def test_what_contains_another_is_left_out() -> None:
    chance = chance_of("minimal")
    for _ in range(samples(5_000)):
        size = 1 << chance.randint(0, 8)
        sets = [
            chance.randrange(size) & chance.randrange(size) for _ in range(chance.randint(0, 9))
        ]
        assert sorted(check_certificate.minimal(sets)) == sorted(
            each for each in {*sets} if not any(other & ~each == 0 for other in {*sets} - {each})
        )


@pytest.mark.parametrize("arguments", [["/nonexistent"], [str(ROOT)], [], ["one", "two"]])
def test_without_a_file_nothing_is_checked(arguments: list[str]) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr
    assert "Traceback" not in done.stderr
