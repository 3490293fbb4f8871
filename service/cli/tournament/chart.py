"""The standings as a picture: a bar of wins, draws and losses for each level."""

from __future__ import annotations

from xml.etree import ElementTree

from service.cli.tournament.games import Plan
from service.cli.tournament.standings import Standings

COLOURS = {"wins": "#2f9e44", "draws": "#ced4da", "losses": "#e03131"}
LEFT, TOP, BAR, GAP, LENGTH, RIGHT = 90, 70, 28, 14, 480, 80
"""Pixels: where the bars begin, how high, far apart and long they are, and room for the score."""


def draw_chart(standings: Standings, plan: Plan) -> str:
    """The chart as SVG: the best level on top, bars in shares of all its games, and its score."""
    ladder = standings.ladder
    width, height = LEFT + LENGTH + RIGHT, TOP + len(ladder) * (BAR + GAP)
    svg = ElementTree.Element(
        "svg",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
        width=str(width),
        height=str(height),
        style="font-family: sans-serif; font-size: 14px",
    )
    _rectangle(svg, 0, 0, width, height, "#ffffff")
    rules = plan.rules
    title = f"{rules.width}x{rules.height}, {rules.row_length} in a row: {plan.games} games a pair"
    _text(svg, LEFT, 24, title)
    for index, (name, colour) in enumerate(COLOURS.items()):
        _rectangle(svg, LEFT + 100 * index, 38, 14, 14, colour)
        _text(svg, LEFT + 100 * index + 20, 50, name)
    for index, (level, record) in enumerate(ladder):
        top = TOP + index * (BAR + GAP)
        _text(svg, LEFT - 10, top + 19, level, anchor="end")
        left = float(LEFT)
        for name, colour in COLOURS.items():
            count = getattr(record, name)
            length = LENGTH * count / record.games
            bar = _rectangle(svg, left, top, length, BAR, colour)
            ElementTree.SubElement(bar, "title").text = f"{level}: {count} {name}"
            left += length
        _text(svg, LEFT + LENGTH + 10, top + 19, f"{record.score:.3f}")
    return ElementTree.tostring(svg, encoding="unicode") + "\n"


def _rectangle(
    svg: ElementTree.Element, x: float, y: float, width: float, height: float, fill: str
) -> ElementTree.Element:
    return ElementTree.SubElement(
        svg, "rect", x=f"{x:g}", y=f"{y:g}", width=f"{width:g}", height=f"{height:g}", fill=fill
    )


def _text(svg: ElementTree.Element, x: float, y: float, text: str, anchor: str = "start") -> None:
    element = ElementTree.SubElement(svg, "text", {"x": f"{x:g}", "y": f"{y:g}"})
    element.set("text-anchor", anchor)
    element.text = text
