"""`GET /board.svg` and `GET /qr.svg`: what is drawn of a link, and how it is sent."""

from io import BytesIO
from typing import Any
from xml.etree import ElementTree as Xml

import pytest
import requests
import segno

from service.game import parse


@pytest.mark.parametrize(
    ("query", "rows", "shown"),
    [
        ("board=XO./.X./...&row_length=3", ["XO.", ".X.", "..."], {}),
        ("board=.../.../...&row_length=3&moves=a3", ["X..", "...", "..."], {"last": 0}),
        ("board=3x3&k=3&moves=a3,b3&at=1&x=you&o=master&time=1000&marked=c1,a1",
         ["X..", "...", "..."], {"last": 0, "marked": [8, 6]}),
        ("board=3x3&k=3&to_move=X&moves=a1,a2,b1,b2,c1&lang=de", ["...", "OO.", "XXX"],
         {"last": 8}),
        ("width=4&height=2&row_length=3&gravity=true&moves=d,4", ["...O", "...X"], {"last": 3}),
    ],
)  # fmt: skip
def test_the_position_of_a_link_is_drawn(
    base_url: str, query: str, rows: list[str], shown: Any
) -> None:
    response = requests.get(f"{base_url}/board.svg?{query}", timeout=60)
    board = parse(rows, 3, gravity="gravity" in query)
    assert response.text == board.picture(**shown)
    Xml.fromstring(response.text)


def test_a_picture_is_safe_wherever_it_is_shown(base_url: str) -> None:
    response = requests.get(f"{base_url}/board.svg?board=3x3&k=3", timeout=60)
    assert response.headers["Content-Type"] == "image/svg+xml"
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    policy = response.headers["Content-Security-Policy"]
    assert policy == "default-src 'none'; frame-ancestors 'none'"
    assert "<script" not in response.text


def test_a_code_is_sent_to_pages_of_this_server_alone(base_url: str) -> None:
    link = "https://example.org/play/#board=3x3&k=3&moves=b2,a1&x=you&o=master"
    response = requests.get(f"{base_url}/qr.svg", {"link": link}, timeout=60)
    assert response.headers["Cross-Origin-Resource-Policy"] == "same-origin"
    drawn = BytesIO()
    segno.make_qr(link).save(drawn, "svg", border=4, light="#fff", omitsize=True)
    assert response.content == drawn.getvalue()
