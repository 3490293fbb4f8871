"""Records as an SVG chart: for each player a bar of wins, draws and losses."""

from collections.abc import Sequence
from xml.etree import ElementTree

from service.research.tournament.standings import Record

COLOURS = {"wins": "#2f9e44", "draws": "#ced4da", "losses": "#e03131"}
LETTER, TOP, BAR, GAP, LENGTH, RIGHT = 8, 70, 28, 14, 480, 80
"""Lengths in pixels: the width of a letter, the top of the first bar, the height of a bar, the gap
between bars, the length of a bar, and the room for the score."""


def draw_chart(ladder: Sequence[tuple[str, Record]], title: str) -> str:
    """Draw a chart as SVG: for each player the name, a bar of its games, and the score."""
    begin = max(len(player) for player, _ in ladder) * LETTER + 20
    width, height = begin + LENGTH + RIGHT, TOP + len(ladder) * (BAR + GAP)
    svg = ElementTree.Element(
        "svg",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
        width=str(width),
        height=str(height),
        style="font-family: sans-serif; font-size: 14px",
    )
    _rectangle(svg, 0, 0, width, height, "#ffffff")
    _text(svg, begin, 24, title)
    for index, (name, colour) in enumerate(COLOURS.items()):
        _rectangle(svg, begin + 100 * index, 38, 14, 14, colour)
        _text(svg, begin + 100 * index + 20, 50, name)
    for index, (player, record) in enumerate(ladder):
        top = TOP + index * (BAR + GAP)
        _text(svg, begin - 10, top + 19, player, anchor="end")
        x = float(begin)
        for name, colour in COLOURS.items():
            count = getattr(record, name)
            length = LENGTH * count / record.games
            bar = _rectangle(svg, x, top, length, BAR, colour)
            ElementTree.SubElement(bar, "title").text = f"{player}: {count} {name}"
            x += length
        _text(svg, begin + LENGTH + 10, top + 19, f"{record.score:.3f}")
    return ElementTree.tostring(svg, encoding="unicode") + "\n"


def _rectangle(
    svg: ElementTree.Element, x: float, y: float, width: float, height: float, fill: str
) -> ElementTree.Element:
    return ElementTree.SubElement(
        svg, "rect", x=f"{x:g}", y=f"{y:g}", width=f"{width:g}", height=f"{height:g}", fill=fill
    )


def _text(svg: ElementTree.Element, x: float, y: float, text: str, anchor: str = "start") -> None:
    place = {"x": f"{x:g}", "y": f"{y:g}", "text-anchor": anchor}
    ElementTree.SubElement(svg, "text", place).text = text
