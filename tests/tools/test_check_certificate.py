"""The checker of certificates accepts what is proven and nothing else, whatever a file holds."""

from __future__ import annotations

import ast
import hashlib
import io
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from tests.reference import Reference
from tests.sampling import chance_of, samples
from tests.tools.facts import MOST_FREE, is_true, part_of
from tools import check_certificate

ROOT = Path(__file__).parent.parent.parent
CHECKER = ROOT / "tools" / "check_certificate.py"
FILES = {path.stem: path for path in sorted((ROOT / "docs" / "certificates").glob("*.txt"))}
DRAW, WIN = FILES["3x3-3"].read_text(), FILES["4x3-3"].read_text()
LINES = DRAW.splitlines()


def run(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[str]:
    """The checker as a stranger runs it: with nothing but Python."""
    done = subprocess.run(
        [sys.executable, "-I", str(CHECKER), *arguments], input=stdin, capture_output=True,
        timeout=300, check=False,
    )  # fmt: skip
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
    )


def verdict(text: bytes) -> str | None:
    """What a file proves; None if it is rejected."""
    try:
        return check_certificate.check(check_certificate.Reader(io.BytesIO(text)))
    except check_certificate.RejectedError:
        return None


def sealed(lines: list[str]) -> bytes:
    """A file of these lines, but the last one, with a digest that fits."""
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
    """Nor left out, put in or doubled; nor a line, nor can the file be cut."""
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
]  # fmt: skip


@pytest.mark.parametrize(("old", "new"), HEADERS)
def test_what_is_claimed_cannot_be_changed(old: str, new: str) -> None:
    """Though the digest fits."""
    assert old in DRAW
    assert verdict(sealed(DRAW.replace(old, new, 1).splitlines())) is None


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("within 7", "within 6"), ("within 7", "within 8"), ("X wins within 7", "draw"),
        ("X wins within 7", "O wins within 7"), ("game 4 3 3", "game 4 3 4"),
        ("to-move X", "to-move O"), ("part X wins", "part O wins"), ("part X wins", "part X holds"),
    ],
)  # fmt: skip
def test_nor_can_a_win(old: str, new: str) -> None:
    assert verdict(sealed(WIN.replace(old, new, 1).splitlines())) is None


@pytest.mark.parametrize("text", [DRAW, WIN], ids=["draw", "win"])
def test_a_claim_about_another_board_is_true_if_it_is_accepted(text: str) -> None:
    """All boards that differ in up to two cells, with either player to move."""
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


def mutated(line: str, others: list[str], chance: random.Random) -> str:
    """A node with something else in some place."""
    words = line.split()
    for _ in range(chance.choice((1, 1, 2))):
        place = chance.randrange(1, len(words)) if len(words) > 1 else 0
        word = words[place]
        match chance.randrange(6):
            case 0:
                words[place] = re.sub(r"\d+", lambda _: str(chance.randrange(12)), word, count=1)
            case 1 if re.fullmatch("[0-9a-f]+", word):
                words[place] = f"{int(word, 16) ^ 1 << chance.randrange(12):x}"
            case 2:
                words[place] = {"own": "other", "other": "own"}.get(word, word)
            case 3:
                words.insert(place, chance.choice(chance.choice(others).split()))
            case 4:
                del words[place]
            case _:
                words[place] = chance.choice(chance.choice(others).split())
        if not words:
            return ""
    return " ".join(words)


def false_facts(checker: ModuleType, text: str, trials: int, seed: object) -> Iterator[str]:
    """Nodes that a checker accepts, put in place of others, though what they say is not true."""
    part, game = part_of(checker, text)
    lines = text.splitlines()
    lines = lines[6 : lines.index("qed")]
    chance, known = chance_of(seed), len(part.facts)
    for _ in range(trials):
        line = mutated(chance.choice(lines), lines, chance)
        try:
            part.read(line)
        except checker.RejectedError:
            continue
        fact = part.facts[-1]
        if fact.free.bit_count() <= MOST_FREE and not is_true(game, fact, part.wins):
            yield line
        else:
            # It may serve others, as long as there are not too many.
            lines.append(line)
        if len(part.facts) > 2 * known:
            del part.facts[known:], part.used[known:], lines[known:]


@pytest.mark.parametrize("text", [DRAW, WIN], ids=["draw", "win"])
def test_whatever_is_changed_in_a_node_it_says_nothing_false(text: str) -> None:
    assert list(false_facts(check_certificate, text, samples(100_000), "nodes")) == []


@pytest.mark.parametrize("text", [DRAW, WIN], ids=["draw", "win"])
def test_the_facts_of_a_certificate_are_true(text: str) -> None:
    part, game = part_of(check_certificate, text)
    assert all(is_true(game, fact, part.wins) for fact in part.facts)


UNSOUND = [
    ("potential << (not own_turn)", "potential"),
    ("not cells & (grouped | ~empty)", "not cells & grouped"),
    ("answered(frozenset(minimal(sets)))", "True"),
    ("self.require_slow(held, empty, 2)", "self.require_slow(held, empty, 1)"),
    ("after.plies + 1)\n        require", "after.plies)\n        require"),
    ('require(not left, "a reply is not answered")', "pass"),
    ('require(turn == own_turn, "a player would move twice")', "pass"),
    ("not after.stones & ~held | after.free & ~empty", "True"),
    ("free & move and any(rows)", "any(rows)"),
    ("free & move and any(rows)", "free & move"),
    ("after.stones & ~move, after.free | move", "after.stones & ~move, after.free"),
]


@pytest.mark.parametrize(("old", "new"), UNSOUND)
def test_an_unsound_checker_is_noticed(old: str, new: str) -> None:
    source = CHECKER.read_text(encoding="utf-8")
    assert old in source
    unsound = ModuleType("unsound")
    sys.modules["unsound"] = unsound
    exec(compile(source.replace(old, new), "unsound", "exec"), unsound.__dict__)
    found = (line for text in (DRAW, WIN) for line in false_facts(unsound, text, 60_000, "unsound"))
    assert next(found, None) is not None


@pytest.mark.parametrize(
    ("wins", "sizes", "nodes", "fault"),
    [
        # One cell of a line has no cell beside it that is in no other pair.
        (False, (3, 1, 2), ["groups other 0 7 0-1 1-2"], "is not free for it"),
        (False, (3, 1, 2), ["groups other 0 7 0-1"], "the potential is high"),
        (False, (3, 1, 2), ["groups other 0 7 0-0-1,1 2"], "a group is lost"),
        (False, (4, 4, 2), ["groups own 0 ffff"], "the potential is high"),
        (False, (13, 1, 13), ["groups own 0 1fff 0-1-2-3-4-5-6-7-8-9-10-11-12"], "too large"),
        (False, (2, 1, 2), ["groups own 1 3"], "both taken and free"),
        (True, (3, 1, 3), ["groups own 0 7 0-1"], "to hold is not to win"),
        # The opponent has the other two cells, a row.
        (True, (4, 1, 2), ["row 1 2 1"], "the opponent is faster"),
        (True, (4, 1, 2), ["row 1 4 1"], "completes no row"),
        (True, (4, 1, 2), ["row 1 6 2"], "completes no row"),
        (True, (5, 1, 2), ["threats 2 5 0,2"], "the opponent is faster"),
        (True, (3, 1, 2), ["threats 2 5 0"], "a reply is not answered"),
        (True, (3, 1, 2), ["row 2 1 0", "replies 0@0"], "a reply is not answered"),
        (True, (3, 1, 2), ["row 2 1 0", "move 2 0@0"], "a player would move twice"),
        (True, (3, 1, 2), ["row 2 1 0", "replies 0@0 0@1", "move 0 1@0"], "still free"),
    ],
)  # fmt: skip
def test_a_false_node_is_rejected(
    wins: bool, sizes: tuple[int, int, int], nodes: list[str], fault: str
) -> None:
    part = check_certificate.Part(sizes, check_certificate.lines_of(*sizes), wins)
    for node in nodes[:-1]:
        part.read(node)
    with pytest.raises(check_certificate.RejectedError, match=fault):
        part.read(nodes[-1])


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
        (
            sealed([*LINES[:6], f"groups own {'f' * 60_000} 0", "qed", ""]),
            "off the board",
        ),
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


@pytest.mark.parametrize("arguments", [["/nonexistent"], [str(ROOT)], [], ["one", "two"]])
def test_without_a_file_nothing_is_checked(arguments: list[str]) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr
    assert "Traceback" not in done.stderr
