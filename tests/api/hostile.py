"""Random requests, seeded: any JSON, questions with faults, and bytes that are hardly HTTP."""

import json
import random
from typing import Any

from tests.api.raw import post

FIELDS = ("board", "row_length", "to_move", "level", "seed", "time_limit_ms", "node_limit",
          "evaluate", "max_options", "moves", "id", "gravity", "wrap", "exact", "misere",
          "any_position", "unknown", "", "\ud800", "\U0001f600", "a/b~")  # fmt: skip
SCALARS = (None, True, False, 0, 1, -1, 3, 2**63, 10**40, 0.5, -0.0, 1e308, "", "X", "O",
           "x.o", "...", "XO.", "#.X", "both", "a1", "\ud800", "\udc00\ud800", "\x00", "é",
           "all")  # fmt: skip

SWITCHES: dict[str, tuple[Any, ...]] = {
    "gravity": (True, False, None), "wrap": ("none", "horizontal", "vertical", "both", None),
    "exact": (True, False), "misere": (True, False), "any_position": (True, True, False),
    "to_move": ("X", "O"),
}  # fmt: skip

METHODS = (b"GET", b"POST", b"PUT", b"HEAD", b"OPTIONS", b"CONNECT", b"TRACE", b"get", b"\xff")
TARGETS = (b"/", b"/move", b"/moves", b"/healthz", b"/readyz", b"/docs", b"*", b"a:1",
           b"/%00%ff", b"http://a/move", b"//move", b"/../move", b"/" + b"a" * 5000,
           b"/move?a=%zz#", b"/move?board=X../...&row_length=3", b"/limits",
           b"/move?board=%23../X..&row_length=3&gravity=true&wrap=both&misere=maybe")  # fmt: skip
HEADERS = (
    b"Host: a", b"Host: b", b"Content-Type: application/json", b"Content-Length: 7",
    b"Content-Length: 999999999999999999999", b"Content-Length: -1", b"Content-Length: +7",
    b"Transfer-Encoding: chunked", b"Transfer-Encoding: gzip, chunked", b"Transfer-Encoding: x",
    b"Expect: 100-continue", b"Expect: x", b"Connection: close", b"Connection: Upgrade",
    b"Upgrade: websocket", b"Upgrade: h2c", b"Accept: text/event-stream", b"Accept: ;q=,,q=x",
    b"Accept: " + b"*/*," * 1000, b"X-Request-Id: \xff\x01", b"Origin: null", b"Cookie: a=b; c",
    b"Content-Encoding: gzip", b"Range: bytes=0-", b"If-None-Match: *", b"If-Match: \"", b": x",
    b"A\x00: b", b" folded", b"Content-Type: application/json; charset=\"", b"A: " + b"b" * 9000,
)  # fmt: skip
BODIES = (b"", b"{}", b"[1,2,3]", b"7\r\n[1,2,3]\r\n0\r\n\r\n", b"0\r\n\r\n", b"fffffff\r\n",
          b"1\r\n{\r\n1\r\n}\r\n0\r\nA: b\r\n\r\n", b"\x00" * 100, b"[" * 5000)  # fmt: skip


def random_value(chance: random.Random, depth: int = 0) -> Any:
    """Return any JSON value, mostly small."""
    kind = chance.random()
    if depth > 3 or kind < 0.5:
        return chance.choice(SCALARS)
    if kind < 0.85:
        return [random_value(chance, depth + 1) for _ in range(chance.randrange(5))]
    return {chance.choice(FIELDS): random_value(chance, depth + 1) for _ in range(3)}


def random_question(chance: random.Random) -> Any:
    """Return a question with most fields right and some replaced by anything."""
    width, height = chance.randint(1, 4), chance.randint(1, 4)
    question: dict[str, Any] = {
        "board": ["".join(chance.choices("XO.#", (2, 2, 8, 1), k=width)) for _ in range(height)],
        "row_length": chance.randint(1, 4),
        "time_limit_ms": 20,
    }
    for name, values in SWITCHES.items():
        if chance.random() < 0.3:
            question[name] = chance.choice(values)
    for _ in range(chance.randrange(3)):
        question[chance.choice(FIELDS)] = random_value(chance)
    return question


def random_body(chance: random.Random) -> bytes:
    """Return JSON, sometimes with a few bytes changed."""
    value = random_question(chance) if chance.random() < 0.7 else random_value(chance)
    body = json.dumps(value).encode()
    if chance.random() < 0.2:
        cut = chance.randrange(len(body) + 1)
        body = body[:cut] + chance.randbytes(chance.randrange(4)) + body[cut + 1 :]
    return body


def random_bytes(chance: random.Random) -> bytes:
    """Return what a client might send that means no good: one request or a few, more or less."""
    kind = chance.random()
    if kind < 0.1:
        return chance.randbytes(chance.randrange(1, 3000))
    if kind < 0.6:
        sent = post(random_body(chance)) * chance.randint(1, 3)
        return sent if kind < 0.4 else _damaged(sent, chance)
    head = [b"POST /move HTTP/1.1", b"Host: a", b"Content-Type: application/json"]
    if kind < 0.9:
        version = b"HTTP/1.%d" % chance.randrange(2)
        head = [b" ".join((chance.choice(METHODS), chance.choice(TARGETS), version))]
    lines = [*head, *chance.sample(HEADERS, chance.randrange(5)), b"", chance.choice(BODIES)]
    request = b"\r\n".join(lines)
    return _damaged(request, chance) if kind < 0.8 else request


def _damaged(sent: bytes, chance: random.Random) -> bytes:
    """Return bytes of which some are changed, added, left out or repeated."""
    damaged = bytearray(sent)
    for _ in range(chance.randrange(1, 4)):
        start = chance.randrange(len(damaged) + 1)
        end = min(start + chance.choice((0, 0, 1, 1, 10, 10_000)), len(damaged))
        damaged[start:end] = chance.choice(
            (b"", b"\n", b"\r\n", b"\r\n\r\n", chance.randbytes(2), bytes(damaged[start:end]) * 2)
        )
    return bytes(damaged)
