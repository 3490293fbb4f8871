#!/usr/bin/env python3
"""Check a certificate of the value of a k-in-a-row position: python3 check_certificate.py FILE

This needs nothing but Python 3.10 or newer, and shares nothing with what wrote the certificate. The
format, and why each rule is sound: docs/certificates.md. The file is read once, line by line; `-`
is the standard input. The exit status is 0 if the claim is proven, 1 if not, 2 if nothing was read.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, reduce
from operator import or_
from typing import BinaryIO, NamedTuple

MOST_CELLS, MOST_GROUP = 2500, 12
"""Of a board; of a group, which has no more sets than that, either."""
MOST_LINE, MOST_SIZE = 1 << 16, 1 << 27
"""Bytes of a line of the file; nodes of a part times cells, 300 bytes of memory for 64 of them."""
LEAST_CELLS = 64
"""That a node counts for: one of a smaller board takes no less memory."""

NUMBER, WORD = r"(?:0|[1-9]\d{0,8})", r"(?:0|[1-9a-f][0-9a-f]*)"
CHILD, SET = rf"{NUMBER}@[0-7]", rf"{NUMBER}(?:-{NUMBER})*"
NODE = re.compile(
    rf"(groups) (own|other) ({WORD}) ({WORD})((?: {SET}(?:,{SET})*)*)"
    rf"|(row) ({WORD}) ({WORD}) ({NUMBER})"
    rf"|(move) ({NUMBER}) ({CHILD})"
    rf"|(replies)((?: {CHILD})+)"
    rf"|(threats) ({WORD}) ({WORD}) ({NUMBER}(?:,{NUMBER})*)((?: {CHILD})*)"
)


class RejectedError(Exception):
    """The file proves nothing."""


class Fact(NamedTuple):
    """The side reaches its goal in each position with these stones of it and these cells empty."""

    stones: int
    free: int
    own_turn: bool
    plies: int
    """Until it has won, at most."""


def require(condition: object, fault: str) -> None:
    if not condition:
        raise RejectedError(fault)


def bits(word: int) -> Iterator[int]:
    while word:
        yield (word & -word).bit_length() - 1
        word &= word - 1


def minimal(sets: Iterable[int]) -> list[int]:
    """The sets that contain no other: who has a cell of each of these has one of all."""
    kept: list[int] = []
    by_lowest: dict[int, list[int]] = {}
    for cells in sorted(sets, key=int.bit_count):
        # Of the empty set, which all contain, -1 stands for the lowest cell.
        within = (by_lowest.get(cell, ()) for cell in (-1, *bits(cells)))
        if all(smaller & ~cells for each in within for smaller in each):
            kept.append(cells)
            by_lowest.setdefault((cells & -cells).bit_length() - 1, []).append(cells)
    return kept


def union(sets: Iterable[int]) -> int:
    return reduce(or_, sets, 0)


@lru_cache(maxsize=1 << 17)
def answered(sets: frozenset[int]) -> bool:
    """Whether the second of two players, who take a cell in turn, gets one of each set."""
    return all(defended(minimal(each & ~(1 << c) for each in sets)) for c in bits(union(sets)))


def defended(sets: list[int]) -> bool:
    """The same of the first player, who has to take the cell of a set with no other."""
    forced = sets[:1] if sets and sets[0].bit_count() < 2 else sets
    return not sets or any(
        answered(frozenset(each for each in sets if not each >> cell & 1))
        for cell in bits(union(forced))
    )


class Part:
    """What one side reaches, as the last of its facts says; each follows from those before."""

    def __init__(self, sizes: tuple[int, int, int], lines: list[int], wins: bool) -> None:
        self.width, self.height, self.row_length = sizes
        self.lines, self.wins = lines, wins
        self.facts: list[Fact] = []
        self.used = bytearray()

    def read(self, text: str) -> None:
        found = NODE.fullmatch(text)
        if found is None:
            raise RejectedError("this is no node")
        rule, *words = (word for word in found.groups() if word is not None)
        infer: Callable[..., Fact] = getattr(self, rule)
        fact = infer(*words)
        require(not fact.stones & fact.free, "a cell is both taken and free")
        size = len(self.facts) * max(self.width * self.height, LEAST_CELLS)
        require(size < MOST_SIZE, "there are too many nodes")
        self.facts.append(fact)
        self.used.append(0)

    def groups(self, turn: str, stones: str, free: str, groups: str) -> Fact:
        """It gets a cell of each set of each group, and one of each line that has no such set."""
        require(not self.wins, "to hold is not to win")
        held, empty, grouped = self.word(stones), self.word(free), 0
        by_cell: dict[int, list[int]] = {}
        for group in groups.split():
            sets = [sum({self.bit(int(c)) for c in part.split("-")}) for part in group.split(",")]
            cells = union(sets)
            for each in sets:
                by_cell.setdefault(each.bit_length() - 1, []).append(each)
            require(not cells & (grouped | ~empty), "a cell of a group is not free for it")
            require(max(len(sets), cells.bit_count()) <= MOST_GROUP, "a group is too large")
            require(answered(frozenset(minimal(sets))), "a group is lost")
            grouped |= cells
        own_turn, potential = turn == "own", 0
        for cells in minimal(
            {
                line & empty & ~grouped
                for line in self.lines
                if not line & held
                and all(each & ~line for c in bits(line & grouped) for each in by_cell.get(c, ()))
            }
        ):
            potential += 1 << (self.row_length - cells.bit_count())
            require(potential << (not own_turn) < 1 << self.row_length, "the potential is high")
        return Fact(held, empty, own_turn, 0)

    def row(self, stones: str, free: str, cell: str) -> Fact:
        """It completes a row, before the opponent has one."""
        held, empty = self.word(stones), self.word(free)
        self.require_threat(held, empty, int(cell))
        self.require_slow(held, empty, 1)
        return Fact(held, empty, True, 1)

    def move(self, cell: str, child: str) -> Fact:
        """It moves."""
        after, move = self.child(child, own_turn=False), self.bit(int(cell))
        require(not after.free & move, "the cell is still free after the move")
        return Fact(after.stones & ~move, after.free | move, True, after.plies + 1)

    def replies(self, children: str) -> Fact:
        """Wherever the opponent plays, some child needs no such cell free."""
        stones = free = plies = 0
        left = -1
        for after in (self.child(child, own_turn=True) for child in children.split()):
            stones, free, left = stones | after.stones, free | after.free, left & after.free
            plies = max(plies, after.plies + 1)
        require(not left, "a reply is not answered")
        return Fact(stones, free, False, plies)

    def threats(self, stones: str, free: str, cells: str, children: str) -> Fact:
        """It completes a row unless the opponent takes each of the cells, which a child answers."""
        held, empty = self.word(stones), self.word(free)
        left, plies = -1, 2
        for cell in map(int, cells.split(",")):
            self.require_threat(held, empty, cell)
            left &= 1 << cell
        self.require_slow(held, empty, 2)
        for after in (self.child(child, own_turn=True) for child in children.split()):
            require(not after.stones & ~held | after.free & ~empty, "a child needs other cells")
            left &= after.free
            plies = max(plies, after.plies + 1)
        require(not left, "a reply is not answered")
        return Fact(held, empty, False, plies)

    def require_threat(self, stones: int, free: int, cell: int) -> None:
        """The side lacks only this cell of a row."""
        move = self.bit(cell)
        rows = (line for line in self.lines if line & move and not line & ~(stones | move))
        require(free & move and any(rows), f"cell {cell} completes no row")

    def require_slow(self, stones: int, free: int, cells: int) -> None:
        """The opponent lacks so many cells of every row, at least."""
        for line in self.lines:
            if not line & stones:
                require((line & free).bit_count() >= cells, "the opponent is faster")

    def child(self, text: str, own_turn: bool) -> Fact:
        """An earlier fact, as a symmetry of the board shows it."""
        number, symmetry = map(int, text.split("@"))
        require(number < len(self.facts), f"node {number} does not come before")
        require(symmetry < 4 or self.width == self.height, "the board has no such symmetry")
        stones, free, turn, plies = self.facts[number]
        require(turn == own_turn, "a player would move twice")
        self.used[number] = 1
        return Fact(self.image(stones, symmetry), self.image(free, symmetry), turn, plies)

    def image(self, word: int, symmetry: int) -> int:
        """Mirrored from side to side (1), then upside down (2), then rows for columns (4)."""
        found = 0 if symmetry else word
        for cell in bits(word) if symmetry else ():
            row, column = divmod(cell, self.width)
            column = self.width - 1 - column if symmetry & 1 else column
            row = self.height - 1 - row if symmetry & 2 else row
            row, column = (column, row) if symmetry & 4 else (row, column)
            found |= 1 << row * self.width + column
        return found

    def word(self, text: str) -> int:
        found = int(text, 16)
        require(not found >> self.width * self.height, "a cell is off the board")
        return found

    def bit(self, cell: int) -> int:
        require(cell < self.width * self.height, "a cell is off the board")
        return 1 << cell

    def close(self, stones: int, empty: int, own_turn: bool) -> int:
        """Require that the last fact is of this position, and every other of use; the plies."""
        require(self.facts, "the part is empty")
        fact = self.facts[-1]
        require(all(self.used[:-1]), "a node is of no use")
        require(fact.own_turn == own_turn, "the other player is to move")
        require(not fact.stones & ~stones, "the last node needs stones that are not there")
        require(not fact.free & ~empty, "the last node needs cells that are not empty")
        return fact.plies


def lines_of(width: int, height: int, row_length: int) -> list[int]:
    """Every line of the board, as a word with a bit for each cell."""
    found, reach = set(), row_length - 1
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        for row in range(height - down * reach):
            for column in range(max(0, -right * reach), width - max(0, right * reach)):
                start, step = row * width + column, down * width + right
                found.add(sum(1 << start + step * place for place in range(row_length)))
    return sorted(found)


class Reader:
    """The lines of a file, each only once, and a digest of those before the last."""

    def __init__(self, file: BinaryIO) -> None:
        self.file, self.number = file, 0
        self.digest, self.former = hashlib.sha256(), b""

    def line(self) -> str:
        self.digest.update(self.former)
        self.former = self.file.readline(MOST_LINE + 1)
        self.number += 1
        require(self.former, "the file ends too soon")
        require(self.former.endswith(b"\n"), "the line has no end, or is too long")
        require(self.former.isascii(), "the line has a sign that no certificate has")
        return self.former[:-1].decode()

    def match(self, pattern: str) -> tuple[str, ...]:
        found = re.fullmatch(pattern, self.line())
        if found is None:
            raise RejectedError(f"this is not what has to come here: {pattern}")
        return found.groups()


def check(reader: Reader) -> str:
    """What the file proves; raises RejectedError if it does not prove what it claims."""
    reader.match("k-in-a-row certificate 1")
    numbers = map(int, reader.match(rf"game ({NUMBER}) ({NUMBER}) ({NUMBER})"))
    width, height, row_length = sizes = next(numbers), next(numbers), next(numbers)
    require(min(sizes) > 0, "a size is 0")
    require(max(width * height, row_length) <= MOST_CELLS, "the board is too large")
    (board,) = reader.match(r"position ([XO./]+)")
    rows = board.split("/")
    require(len(rows) == height and {*map(len, rows)} == {width}, "the board has another size")
    lines, marks = lines_of(*sizes), "".join(rows)
    words = {each: sum(1 << c for c, mark in enumerate(marks) if mark == each) for each in "XO."}
    require(all(line & ~words[side] for line in lines for side in "XO"), "somebody has a row")
    require(words["."], "the board is full")
    (mover,) = reader.match("to-move ([XO])")
    claim, winner, within = reader.match(rf"claim (draw|([XO]) wins within ({NUMBER}))")
    waiting = "O" if mover == "X" else "X"
    lead = words[waiting].bit_count() - words[mover].bit_count()
    require(
        lead in (0, 1), "the players of a game move in turn, so it has no such numbers of stones"
    )
    # Of the empty board the first player never loses: that player could steal the strategy.
    drawn = [waiting, mover] if words["X"] | words["O"] else [waiting]
    nodes = 0
    for side in [winner] if winner else drawn:
        reader.match(f"part {side} {'wins' if winner else 'holds'}")
        part = Part(sizes, lines, wins=bool(winner))
        while (text := reader.line()) != "qed":
            part.read(text)
        plies = part.close(words[side], words["."], side == mover)
        require(not winner or plies == int(within), f"the win takes {plies} plies")
        nodes += len(part.facts)
    (digest,) = reader.match("sha256 ([0-9a-f]{64})")
    require(digest == reader.digest.hexdigest(), "the file is damaged")
    require(not reader.file.read(1), "there is more after the end")
    game = f"{width}x{height}, {row_length} in a row"
    return f"{claim}; {game}, {mover} to move at {board}; {nodes} nodes"


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        sys.stderr.write(__doc__ or "")
        return 2
    try:
        with sys.stdin.buffer if arguments == ["-"] else open(arguments[0], "rb") as file:
            reader = Reader(file)
            sys.stdout.write(f"PROVEN: {check(reader)}\n")
    except OSError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    except RejectedError as fault:
        sys.stdout.write(f"REJECTED: line {reader.number}: {fault}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
