"""What is wrong with a question has its own status and code, its place, and words about it."""

import json
from typing import Any
from urllib.parse import quote, urlencode

import pytest
import requests
from flask.testing import FlaskClient

from service.languages import LANGUAGES
from service.players import LEVELS
from service.puzzles import DIFFICULTIES, GAMES
from service.questions.schemas import MoveRequest
from tests.api.events import STREAM
from tests.api.http.in_process import send
from tests.api.questions import BODY_LIMIT, EMPTY, JSON, check_problem, pointers

STATUSES = {
    "invalid_json": 400, "invalid_encoding": 400, "duplicate_key": 400, "nested_too_deep": 400,
    "not_acceptable": 406, "board_too_large": 413, "batch_too_large": 413, "body_too_large": 413,
    "uri_too_long": 414, "unsupported_media_type": 415, "invalid_request": 422,
    "impossible_position": 422, "not_proven": 422,
}  # fmt: skip
Refusal = tuple[Any, str, list[str], str]
"""What is asked, the code, the places that are named, and words that are said."""

BODIES: dict[str, Refusal] = {
    "nothing": (b"", "invalid_json", [], "not JSON"),
    "not json": (b"board", "invalid_json", [], "not JSON"),
    "half an object": (b'{"board": ["."], ', "invalid_json", [], "line 1, column"),
    "two values": (b"{} {}", "invalid_json", [], "not JSON"),
    "NaN": (b'{"board": ["."], "row_length": NaN}', "invalid_json", [], "NaN"),
    "control character": (b'{"board": ["\x00"], "row_length": 1}', "invalid_json", [], "not JSON"),
    "latin-1": ('{"board": ["é"], "row_length": 1}'.encode("latin-1"), "invalid_encoding", [],
                "not UTF-8"),
    "utf-16": ('{"board": ["."], "row_length": 1}'.encode("utf-16"), "invalid_encoding", [],
               "not UTF-8"),
    "byte order mark": (b'\xef\xbb\xbf{"board": ["."], "row_length": 1}', "invalid_encoding", [],
                        "byte order mark"),
    "duplicate key": (b'{"row_length": 1, "board": ["."], "row_length": 2}', "duplicate_key", [],
                      "'row_length'"),
    "duplicate unknown key": (b'{"a": {"b": 1, "b": 1}}', "duplicate_key", [], "'b'"),
    "deep arrays": (b"[" * 100_000, "nested_too_deep", [], "100 levels"),
    "deep objects": (b'{"a":' * 40_000, "nested_too_deep", [], "100 levels"),
    "whole deep arrays": (b"[" * 2000 + b"]" * 2000, "nested_too_deep", [], "100 levels"),
    "deep arrays in a question": (b'{"board": ' + b"[" * 100 + b"]" * 100 + b"}",
                                  "nested_too_deep", [], "100 levels"),
    "arrays of arrays": (b"[" * 100 + b"]" * 100, "invalid_request", [""], "JSON object"),
    "brackets in a text that does not end": (b'{"board": "' + b"[" * 2000, "invalid_json", [],
                                             "not JSON"),
    "array": ([], "invalid_request", [""], "JSON object"),
    "null": (None, "invalid_request", [""], "JSON object"),
    **{f"an integer of {sign}{digits} digits": (
        f'{{"board": ["."], "row_length": {sign}{"9" * digits}}}'.encode(), "invalid_request",
        ["/row_length"], "greater" if sign else "at most")
       for digits in (31, 5_000, 100_000) for sign in ("", "-")},
    **{f"a row_length of {number:.30}": (
        f'{{"board": ["...", "...", "..."], "row_length": {number}}}'.encode(), "invalid_request",
        ["/row_length"], "")
       for number in ("3.5", "3.00000000000000000000000000000001", "1e-400", "1e400", "-1e400",
                      "1e-99999999999999999999", "1e99999999999999999999", "3000.0", "-3.0",
                      "0.01e-99999999999999999999", "1e308", "1E" + "9" * 99_999)},
}  # fmt: skip
"""Bodies that are no JSON, and such as are written in few programs."""
QUESTIONS: dict[str, Refusal] = {
    "brackets in a text": ({**EMPTY, "id": '[{"\\' * 200, "board": 1}, "invalid_request",
                           ["/board"], "array of rows"),
    "no fields": ({}, "invalid_request", ["/board", "/row_length"], "required"),
    "three faults": ({"board": 1, "row_length": "3", "x": 1}, "invalid_request",
                     ["/board", "/row_length", "/x"], ""),
    "unknown field": ({**EMPTY, "rowlength": 3}, "invalid_request", ["/rowlength"],
                      "there are board, width"),
    "unknown field with signs": ({**EMPTY, "a/b~c": 3}, "invalid_request", ["/a~1b~0c"], ""),
    "half a character as field": ({**EMPTY, "\ud800": 1}, "invalid_request", ["/\ufffd"], ""),
    "id number": ({**EMPTY, "id": 5}, "invalid_request", ["/id"], "string"),

    "no board": ({"row_length": 3}, "invalid_request", ["/board"], "width and height"),
    "board of the wrong type": ({**EMPTY, "board": 3}, "invalid_request", ["/board"], "rows"),
    "row of the wrong type": ({**EMPTY, "board": ["...", 3]}, "invalid_request", ["/board/1"],
                              "array of cells"),
    "number as cell": ({**EMPTY, "board": [["X", 1]]}, "invalid_request", ["/board/0/1"],
                       'A cell is "X"'),
    "boolean as cell": ({**EMPTY, "board": [[".", "."], [True, "."]]}, "invalid_request",
                        ["/board/1/0"], 'A cell is "X"'),
    "board and other sizes": ({**EMPTY, "width": 4, "height": 4}, "invalid_request",
                              ["/width", "/height"], "The board has 3"),
    "board and another width": ({**EMPTY, "width": 4, "height": 3}, "invalid_request",
                                ["/width"], "The board has 3"),
    "board and another height": ({**EMPTY, "height": 4}, "invalid_request", ["/height"],
                                 "The board has 3"),
    "a flat board": ({**EMPTY, "board": [*"XXOOO.X.."]}, "invalid_request", ["/board"],
        ('One column of 9 cells may be meant as 3x3: then give 3 rows of 3 cells, such as "XXO/OO./'
         'X..". If it is meant as it is, give width 1 and height 9 as well.')),
    "a flat text": ({**EMPTY, "board": "XXOOO.X.."}, "invalid_request", ["/board"], "One row of 9"),
    "a flat row of nulls": ({**EMPTY, "board": [[None] * 9]}, "invalid_request", ["/board"],
                            "One row of 9"),
    "a flat board of another width": ({**EMPTY, "board": "." * 9, "width": 3, "height": 3},
                                      "invalid_request", ["/width", "/height"], ""),
    "no height": ({"row_length": 3, "width": 3}, "invalid_request", ["/height"], "together"),
    "no width": ({"row_length": 3, "height": 3}, "invalid_request", ["/width"], "together"),
    "no rows, but sizes": ({"row_length": 3, "board": [], "width": 3, "height": 3},
                           "invalid_request", ["/width", "/height"], "The board has 0"),
    "width 0": ({"row_length": 3, "width": 0, "height": 3}, "invalid_request", ["/width"], ""),
    **{f"a board of {name}": ({**EMPTY, "board": board}, "board_too_large", ["/board"], "2500")
       for name, board in {"a long row": ["." * 2501], "a long column": ["."] * 2501,
                           "many rows": ["." * 51] * 50, "many cells": [["."] * 2501]}.items()},
    **{f"a side of {side:.2g}": ({"width": side, "height": side, "row_length": 5},
                                 "board_too_large", ["/width"], "2500")
       for side in (51, 10**9, 10**40)},

    "ragged": ({**EMPTY, "board": ["...", "....", "..."]}, "impossible_position", ["/board/1"], ""),
    "ragged text": ({**EMPTY, "board": ".../..../..."}, "impossible_position", ["/board/1"], ""),
    "no rows": ({**EMPTY, "board": []}, "impossible_position", ["/board"], ""),
    "rows of no cells": ({**EMPTY, "board": ["", ""]}, "impossible_position", ["/board/0"], ""),
    "empty text": ({**EMPTY, "board": ""}, "impossible_position", ["/board/0"], ""),
    "unknown cell": ({**EMPTY, "board": ["...", ".Z."]}, "impossible_position", ["/board/1/1"],
                     ""),
    "unknown cell in a text": ({**EMPTY, "board": ".../.Z."}, "impossible_position",
                               ["/board/1/1"], ""),
    "half a character as cell": ({**EMPTY, "board": [".\ud800"]}, "impossible_position",
                                 ["/board/0/1"], ""),
    "too many X": ({**EMPTY, "board": ["XX.", "...", "..."]}, "impossible_position", ["/board"],
                   ""),
    "wrong side": ({**EMPTY, "board": ["X..", "...", "..."], "to_move": "X"},
                   "impossible_position", ["/to_move"], ""),
    "two winners": ({**EMPTY, "board": ["XXX", "OOO", "..."]}, "impossible_position", ["/board"],
                    ""),
    "two misere losers": ({**EMPTY, "board": ["XXX", "OOO", "..."], "misere": True},
                          "impossible_position", ["/board"], ""),
    "a stone that floats": ({**EMPTY, "board": [".X.", "...", "..."], "gravity": True},
                            "impossible_position", ["/board/0/1"], "floats"),
    "a stone that floats in any position": (
        {**EMPTY, "any_position": True, "gravity": True, "to_move": "X",
         "board": ["O..", "...", "..."]}, "impossible_position", ["/board/0/0"], "floats"),
    "stones that float": ({"board": ["X..", "...", ".O#"], "row_length": 3, "gravity": True},
                          "impossible_position", ["/board/0/0"], "floats"),
    "a stone below a wall": ({"board": ["#..", ".X.", "XOO"], "row_length": 3, "gravity": True,
                              "to_move": "X"}, "impossible_position", ["/board/2/0"], ""),

    "row_length 0": ({**EMPTY, "row_length": 0}, "invalid_request", ["/row_length"], ""),
    "row_length text": ({**EMPTY, "row_length": "3"}, "invalid_request", ["/row_length"],
                        "integer"),
    "row_length over the limit": ({**EMPTY, "row_length": 2501}, "invalid_request",
                                  ["/row_length"], "2500"),
    "to_move unknown": ({**EMPTY, "to_move": "x"}, "invalid_request", ["/to_move"], ""),
    "to_move missing": ({**EMPTY, "any_position": True}, "invalid_request", ["/to_move"],
                        "give X or O"),
    "to_move missing after moves": ({**EMPTY, "any_position": True, "moves": ["b2"]},
                                    "invalid_request", ["/to_move"], "give X or O"),
    "gravity text": ({**EMPTY, "gravity": "true"}, "invalid_request", ["/gravity"],
                     "true or false"),
    "exact number": ({**EMPTY, "exact": 1}, "invalid_request", ["/exact"], "true or false"),
    "misere list": ({**EMPTY, "misere": []}, "invalid_request", ["/misere"], "true or false"),
    "any_position number": ({**EMPTY, "any_position": 0}, "invalid_request", ["/any_position"],
                            "true or false"),
    "wrap unknown": ({**EMPTY, "wrap": "torus"}, "invalid_request", ["/wrap"], "'vertical'"),
    "wrap boolean": ({**EMPTY, "wrap": True}, "invalid_request", ["/wrap"], ""),
    "level unknown": ({**EMPTY, "level": "genius"}, "invalid_request", ["/level"],
                      ", ".join(LEVELS)),
    **{f"strength {strength!r}": ({**EMPTY, "strength": strength}, "invalid_request",
                                  ["/strength"], "")
       for strength in (0, 11, -1, 2.5, "5", True)},
    **{f"strength of {level}": ({**EMPTY, "level": level, "strength": 5}, "invalid_request",
        ["/strength"], "Only master has a strength: leave out strength, or level.")
       for level in sorted(set(LEVELS) - {"master"})},
    "seed text": ({**EMPTY, "seed": "1"}, "invalid_request", ["/seed"], "integer"),
    "seed too large": ({**EMPTY, "seed": 2**63}, "invalid_request", ["/seed"], ""),
    "seed too small": ({**EMPTY, "seed": -(2**63) - 1}, "invalid_request", ["/seed"], ""),
    "no time": ({**EMPTY, "time_limit_ms": 0}, "invalid_request", ["/time_limit_ms"], ""),
    "too much time": ({**EMPTY, "time_limit_ms": 60_001}, "invalid_request", ["/time_limit_ms"],
                      "60000"),
    "no nodes": ({**EMPTY, "node_limit": 0}, "invalid_request", ["/node_limit"], ""),
    "too many nodes": ({**EMPTY, "node_limit": 10**9 + 1}, "invalid_request", ["/node_limit"],
                       f"{10**9}"),
    "fewer options than none": ({**EMPTY, "max_options": -1}, "invalid_request", ["/max_options"],
                                ""),
    "more options than there are numbers": ({**EMPTY, "max_options": 2**63}, "invalid_request",
                                            ["/max_options"], ""),
    "evaluate unknown": ({**EMPTY, "evaluate": "some"}, "invalid_request", ["/evaluate"], ""),
    **{f"language {lang!r}": ({**EMPTY, "lang": lang}, "invalid_request", ["/lang"],
                              f"{str([*LANGUAGES[:-1]])[1:-1]} or {LANGUAGES[-1]!r}")
       for lang in ("it", "DE", "", 7, ["de"])},
}  # fmt: skip
"""Questions in JSON."""
INTEGERS = [
    name
    for name, field in MoveRequest.model_fields.items()
    if field.annotation in (int, int | None)
]
SIZES = {"width": 3, "height": 3, "row_length": 3}
NO_INTEGERS: dict[tuple[str, str], tuple[str, list[str], str]] = {
    (name, number): ("invalid_request", [f"/{name}"], "")
    for name in INTEGERS
    for number in ("1e999", "-1e999", "9" * 400, "1e19", "0.5", "1e-400")
} | {
    # Too many cells are a fault of the width.
    (name, number): ("board_too_large", ["/width"], "2500")
    for name in ("width", "height")
    for number in ("1e999", "9" * 400, "1e19")
}
"""What is no integer of 64 bits, however it is written, by its field."""
MOVES: dict[str, tuple[dict[str, Any], str, list[str], str]] = {
    "a cell twice": ({"moves": ["b2", "b2"]}, "impossible_position", ["/moves/1"], ""),
    "after a row": ({"moves": ["a1", "a2", "b1", "b2", "c1", "c2"]}, "impossible_position",
                    ["/moves/5"], ""),
    "after a row that loses": ({"misere": True, "moves": ["a1", "b1", "a2", "b2", "a3", "c3"]},
                               "impossible_position", ["/moves/5"], "O has won already"),
    "beside the board": ({"moves": ["a1", "d1"]}, "impossible_position", ["/moves/1"], ""),
    "below the board": ({"moves": [{"row": 3, "column": 0}]}, "impossible_position", ["/moves/0"],
                        ""),
    "on the stones of the board": (
        {"moves": ["b2", {"row": 0, "column": 0}], "board": ["O..", ".X.", "X.."]},
        "impossible_position", ["/moves/0"], ""),
    "an impossible board": ({"moves": ["b2"], "board": ["O.."] * 3}, "impossible_position",
                            ["/board"], ""),
    "a column without gravity": ({"moves": ["b"]}, "impossible_position", ["/moves/0"], ""),
    "a number without gravity": ({"moves": ["b2", 1]}, "impossible_position", ["/moves/1"], ""),
    "a column as text beside the board": ({"moves": ["b", "2", "4"], "gravity": True},
                                          "impossible_position", ["/moves/2"], ""),
    "a full column": ({"moves": ["b", "2", "b", "b"], "gravity": True}, "impossible_position",
                      ["/moves/3"], ""),
    "a column beside the board": ({"moves": ["b", 2, 4], "gravity": True}, "impossible_position",
                                  ["/moves/2"], ""),
    "column 0": ({"moves": ["b", 0], "gravity": True}, "impossible_position", ["/moves/1"], ""),
    "column -1": ({"moves": [-1], "gravity": True}, "impossible_position", ["/moves/0"], ""),
    "a large column": ({"moves": [10**40], "gravity": True}, "impossible_position", ["/moves/0"],
                       ""),
    "above the stones": ({"gravity": True, "moves": ["a1", "b2"]}, "impossible_position",
                         ["/moves/1"], "falls to b1"),
    "on a full column": ({"gravity": True, "moves": ["a1", "a2", "a3", "a3"]},
                         "impossible_position", ["/moves/3"], "stone on a3 already"),
    "on a wall": ({"board": ["...", "#..", "..."], "moves": ["b2", "a2"]}, "impossible_position",
                  ["/moves/1"], "wall on a2"),
    "below a wall": ({"board": ["...", "#..", "..."], "gravity": True, "moves": ["a1"]},
                     "impossible_position", ["/moves/0"], "falls to a3"),
    "in a closed column": ({"board": ["#..", "...", "..."], "gravity": True, "moves": ["a1"]},
                           "impossible_position", ["/moves/0"], "a wall closes it"),
    "a boolean": ({"moves": [True], "gravity": True}, "invalid_request", ["/moves/0"], ""),
    "a fraction": ({"moves": [1.5], "gravity": True}, "invalid_request", ["/moves/0"], ""),
    "a text": ({"moves": "b2"}, "invalid_request", ["/moves"], 'such as ["b2", "a1"]'),
    "null": ({"moves": ["b2", 5, None]}, "invalid_request", ["/moves/2"], ""),
    "more than 100 arrays": ({"moves": [[]] * 200}, "invalid_request", ["/moves/0"], ""),
    "a row in a text": ({"moves": [{"row": "0", "column": 0}]}, "invalid_request",
                        ["/moves/0/row"], ""),
    "row -1": ({"moves": [{"row": -1, "column": 0}]}, "invalid_request", ["/moves/0/row"], ""),
    "no column": ({"moves": [{"row": 0}]}, "invalid_request", ["/moves/0/column"], ""),
    "a value": ({"moves": [{"row": 0, "column": 0, "value": 1}]}, "invalid_request",
                ["/moves/0/value"], ""),
}  # fmt: skip
"""What is no game on the empty board, by what is wrong with a move."""
BATCHES: dict[str, Refusal] = {
    "array": ([], "invalid_request", [""], ""),
    "text": ("{}", "invalid_request", [""], ""),
    "null": (None, "invalid_request", [""], ""),
    "nothing": ({}, "invalid_request", ["/requests"], ""),
    "a question": (EMPTY, "invalid_request", ["/requests", "/board", "/row_length"], ""),
    "no requests": ({"requests": None}, "invalid_request", ["/requests"], "array of questions"),
    "one request": ({"requests": EMPTY}, "invalid_request", ["/requests"], "array of questions"),
    "seed": ({"requests": [], "seed": 1}, "invalid_request", ["/seed"], ""),
    **{f"time {number}": (f'{{"requests": [], "time_limit_ms": {number}}}'.encode(),
                          "invalid_request", ["/time_limit_ms"], "")
       for number in ("0", '"1"', "60001", "1e999", "0.5")},
    "too many": ({"requests": [EMPTY] * 101}, "batch_too_large", ["/requests"], "100"),
    "no json": (b'{"requests": [', "invalid_json", [], ""),
    "duplicate key": (b'{"requests": [{"a": 1, "a": 2}]}', "duplicate_key", [], ""),
}  # fmt: skip
GRID = "board=...&row_length=3"
PAGE = "board=3x3&k=3"
AN_ID = "connect-four-easy-1"
WON = "1212121"
FULL_BOARD = "121212212121343434434343565656656565777777"
LINKS: dict[str, tuple[str, list[str], str]] = {
    **{f"/move?board=...&row_length={number}": ("invalid_request", ["/row_length"], "integer")
       for number in ("", "3.", "%2b3", "03", "1e", "%203", "\u0663", "three", "--3")},
    "/move?board=...&row_length=3.5": ("invalid_request", ["/row_length"], ""),
    f"/move?{GRID}&board=...": ("duplicate_key", [], "'board'"),
    f"/move?{GRID}&k=3": ("duplicate_key", [], "'k' and 'row_length' are one field"),
    "/move?board=...&k=3&any=1&any_position=0": ("duplicate_key", [], "'any'"),
    f"/move?{GRID}&id=%ff": ("invalid_encoding", [], "not UTF-8"),
    f"/move?{GRID}&id=%ed%a0%80": ("invalid_encoding", [], "not UTF-8"),
    "/move": ("invalid_request", ["/board", "/row_length"], ""),
    f"/move?{GRID}&%00=": ("invalid_request", ["/\x00"], ""),
    "/move?board": ("invalid_request", ["/row_length"], ""),
    f"/move?{PAGE}&width=4&height=4": ("invalid_request", ["/width"], "The board has 3"),
    f"/move?{PAGE}&height=4": ("invalid_request", ["/height"], "The board has 3"),
    "/move?board=.../...&row_length=3&width=4&height=2": ("invalid_request", ["/width"], ""),
    "/move?board=.../...&k=3&height=3": ("invalid_request", ["/height"], ""),
    "/move?board=3x3&k=0": ("invalid_request", ["/k"], ""),
    "/move?board=3x3&k=5000": ("invalid_request", ["/k"], ""),
    f"/move?{PAGE}&any=2": ("invalid_request", ["/any"], ""),
    "/move?k=3": ("invalid_request", ["/board"], ""),
    "/move?board=99x99&k=3": ("board_too_large", ["/board"], "2500"),
    "/move?k=3&width=99&height=99": ("board_too_large", ["/width"], "2500"),
    "/move?board=3x3&row_length=0": ("invalid_request", ["/row_length"], ""),
    "/move?board=X?X&k=3": ("impossible_position", ["/board/0/1"], ""),
    f"/move?{PAGE}&moves=b2,b2": ("impossible_position", ["/moves/1"], ""),
    **{f"/move?{PAGE}{at}": ("invalid_request", ["/at"], "such as 3")
       for at in ("&at=", "&at=\u0661&moves=b2,a1", "&at=x", "&at=-1")},
    "/move?board=3x3&k=\u0663": ("invalid_request", ["/k"], ""),
    "/move?board=\u0663x3&k=3": ("impossible_position", ["/board/0/0", "/board/0/2"], ""),
    **{f"/move?board=15x15&k=5&gravity={gravity}&moves={moves},{moves}": (
        "impossible_position", ["/moves/0"], 'as in b2,a1 or, in JSON, ["b2", "a1"].')
       for moves in ("h8g6f6", "1. h8 g6", "h8 g6", "h8;g6", "4443", "") for gravity in (0, 1)},

    "/board.svg?board=XX./.../...&row_length=3": ("impossible_position", ["/board"], "2 X and 0 O"),
    "/board.svg?board=99x99&k=3": ("board_too_large", ["/board"], "2500"),
    f"/board.svg?{PAGE}&any=2": ("invalid_request", ["/any"], ""),
    f"/board.svg?{PAGE}&marked=a1,z9,9": ("invalid_request", ["/marked/2"], ""),
    f"/board.svg?{PAGE}&marked=a1,z9": ("invalid_request", ["/marked/1"], "no such cell on 3x3"),
    f"/board.svg?{PAGE}&marked={'a1,' * 50}a1": ("invalid_request", ["/marked"], "at most 50"),
    **{f"/qr.svg?link={quote(link)}": ("invalid_request", ["/link"], words) for link, words in (
        ("https://example.org/", "such as https"), ("javascript:alert(1)//#a=b", "such as https"),
        ("https://a@b.org/#board=3x3", "such as https"), ("http://a/?b=c#board=3x3", ""),
        ("http://a/#board=3x3&k=3 ", ""), ("http://a/#moves=" + "a1," * 400, "at most 1200"))},
    f"/move?{PAGE}&marked=a1": ("invalid_request", ["/marked"], "No such field"),

    **{f"{path}?{name}=3": ("invalid_request", [f"/{name}"], "No such field")
       for path in ("/puzzle", "/puzzle/sheet", "/solve") for name in ("k", "any", "at", "board")},
    **{f"{path}?{name}={each}": ("invalid_request", [f"/{name}"], words)
       for path in ("/puzzle", "/puzzle/sheet") for name, each, words in (
           ("game", "go", ", ".join(GAMES)), ("game", "<script>", ""), ("game", "", ""),
           ("difficulty", "Easy", "'easy'"), ("difficulty", "none", f"'{DIFFICULTIES[-1]}'"),
           ("lang", "de-AT", ""), *(("date", day, "such as 2026-11-27") for day in (
               "0000-01-01", "10000-01-01", "2026-02-29", "2026-13-01", "20261127", "2026-W48-5",
               "1764201600", "2026-11-27T00:00", "2026-11-2\u0667", "")))},
    **{f"/puzzle?id={id_}": ("invalid_request", ["/id"], f"{', '.join(GAMES)}), a difficulty")
       for id_ in ("", "connect-four-easy-0", "connect-four-easy-" + "9" * 2000, "easy-1",
                   "connect-four-easy-01", "connect-four-easy-\u0661", "connect-four-easy--1",
                   "CONNECT-FOUR-EASY-1", "%00\U0001f600")},
    f"/puzzle?id={AN_ID}&game=five": ("invalid_request", ["/game"], "connect-four"),
    f"/puzzle?id={AN_ID}&difficulty=hard": ("invalid_request", ["/difficulty"], "easy"),
    f"/puzzle?id={AN_ID}&date=2026-11-28": ("invalid_request", ["/date"], "another puzzle"),
    f"/puzzle/sheet?id={AN_ID}": ("invalid_request", ["/id"], "No such field"),
    "/puzzle?game=five&game=five": ("duplicate_key", [], "'game'"),
    "/puzzle?id=%ff": ("invalid_encoding", [], "not UTF-8"),

    **{f"/solve?pos={pos}": ("invalid_request", ["/pos"], "") for pos in
       ("4a", "48", "1" * 43, "-1", "\u0661", "4 4")},
    "/solve?pos=1111111": ("impossible_position", ["/pos"], "Move 7: No stone falls"),
    "/solve?pos=4444444": ("impossible_position", ["/pos"],
        "Move 7: No stone falls into column 4: it is full, or a wall closes it."),
    f"/solve?pos={WON}34": ("impossible_position", ["/pos"],
        "Move 8: X has won already; no stones are played after a win."),
    f"/solve?pos={WON}": ("invalid_request", ["/pos"],
        "The game is over with move 7; no column has a score."),
    f"/solve?pos={FULL_BOARD}": ("invalid_request", ["/pos"],
        "The game is over with move 42; no column has a score."),
    **{f"/solve?time_limit_ms={limit}": ("invalid_request", ["/time_limit_ms"], "")
       for limit in ("0", "60001", "x")},
    # A published position that takes longer than a millisecond, and is in no book.
    "/solve?pos=376366414&time_limit_ms=1": ("not_proven", ["/time_limit_ms"], "within 1 ms"),
    "/solve?pos=4&pos=4": ("duplicate_key", [], "'pos'"),
}  # fmt: skip
"""Addresses; in those of the page, fields have the names that they have there."""
REFUSALS: dict[str, Refusal] = {
    **BODIES,
    **QUESTIONS,
    **{f"moves: {name}": (EMPTY | row[0], *row[1:]) for name, row in MOVES.items()},
    **{f"batch: {name}": (("/moves", row[0]), *row[1:]) for name, row in BATCHES.items()},
    **{ascii(link)[1:70]: (link, *row) for link, row in LINKS.items()},
    **{
        f"{name} of {number:.9} in a body": (
            json.dumps(SIZES | {name: "?"}).replace('"?"', number).encode(), *row,
        )
        for (name, number), row in NO_INTEGERS.items()
    },
    **{
        f"{name} of {number:.9} in a link": (f"/move?{urlencode(SIZES | {name: number})}", *row)
        for (name, number), row in NO_INTEGERS.items()
    },
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSALS)
def test_what_is_wrong_is_named(client: FlaskClient, name: str) -> None:
    asked, code, pointed, words = REFUSALS[name]
    response = send(client, asked, If_None_Match="*")
    problem = response.get_json()
    assert (response.status_code, problem["code"]) == (STATUSES[code], code)
    assert pointers(problem) == pointed
    said = [problem["detail"], *(error["message"] for error in problem["errors"])]
    assert words in " ".join(said)
    assert all(each.endswith(".") and "nion" not in each for each in said), "no jargon"
    assert response.headers["Cache-Control"] == "no-store"
    assert not {"ETag", "Content-Language"} & set(response.headers.keys())


@pytest.mark.parametrize(
    "question",
    [{f"field{index}": 1 for index in range(10_000)}, {"board": [1] * 50_000, "row_length": 3},
     {"board": [[1] * 50_000], "row_length": 3}, {"board": [["Z"] * 50] * 50, "row_length": 3},
     {"board": "/" * 200_000, "row_length": 3}],
    ids=["fields", "rows", "cells", "unknown cells", "no cells"],
)  # fmt: skip
def test_a_body_of_garbage_gets_a_short_answer(client: FlaskClient, question: Any) -> None:
    response = send(client, question)
    assert response.status_code == 422
    assert 1 <= len(response.get_json()["errors"]) <= 20


@pytest.mark.parametrize(
    ("path", "sent", "headers", "code", "pointed"),
    [
        ("/move", b"nonsense", JSON, "invalid_json", []),
        ("/move", b"[" * 100_000, JSON, "nested_too_deep", []),
        ("/move", b"{}", JSON, "invalid_request", ["/board", "/row_length"]),
        ("/move", b"nonsense", STREAM, "invalid_json", []),
        ("/move", b"{}", STREAM, "invalid_request", ["/board", "/row_length"]),
        ("/move", b'{"board": ["XX"], "row_length": 2}', STREAM, "impossible_position", ["/board"]),
        ("/move", b" " * 300_000, STREAM, "body_too_large", []),
        ("/move/stream", b"{}", JSON, "invalid_request", ["/board", "/row_length"]),
        ("/moves", b"{}", JSON, "invalid_request", ["/requests"]),
        ("/moves", b" " * 300_000, JSON, "body_too_large", []),
        ("/move?k=3", None, {}, "invalid_request", ["/board"]),
        (f"/move?board={'.' * 2600}&k=3", None, {}, "board_too_large", ["/board"]),
        (f"/move?board={'.' * 5000}&k=3", None, {}, "uri_too_long", []),
        ("/move/stream?k=3", None, {}, "invalid_request", ["/board"]),
        ("/solve?pos=48", None, {}, "invalid_request", ["/pos"]),
        ("/puzzle?game=go", None, {}, "invalid_request", ["/game"]),
        ("/puzzle/sheet?date=2026-02-29", None, {}, "invalid_request", ["/date"]),
    ],
    ids=lambda value: str(value)[:20],
)
def test_every_route_refuses_over_http(
    base_url: str, path: str, sent: bytes | None, headers: Any, code: str, pointed: list[str]
) -> None:
    method = "GET" if sent is None else "POST"
    response = requests.request(method, base_url + path, data=sent, headers=headers, timeout=60)
    assert pointers(check_problem(response, STATUSES[code], code)) == pointed


@pytest.mark.parametrize("chunked", [False, True])
def test_the_limit_of_a_body_is_exact_and_its_problem_can_be_read(
    base_url: str, chunked: bool
) -> None:
    for size, status in ((BODY_LIMIT, 200), (BODY_LIMIT + 1, 413), (10_000_000, 413)):
        body = json.dumps(EMPTY).encode().ljust(size)
        data = (body[at : at + 1000] for at in range(0, size, 1000)) if chunked else body
        response = requests.post(f"{base_url}/move", data=data, headers=JSON, timeout=60)
        assert response.status_code == status
        assert response.ok or str(BODY_LIMIT) in response.json()["detail"]
