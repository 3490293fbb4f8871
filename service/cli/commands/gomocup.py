"""`gomocup`: an engine for the managers of tournaments."""

import click

from service.cli.inputs import question_of, read_position
from service.game import Board
from service.research.gomocup.engine import Engine
from service.settings import read_settings


@click.command("gomocup")
@click.option(
    "--row-length", type=click.IntRange(min=1), default=5, help="How many stones in a row win."
)
def command(row_length: int) -> None:
    """Play for a manager of tournaments, which speaks the Gomocup protocol."""
    settings = read_settings()

    def empty_board(width: int, height: int) -> Board:
        return read_position(question_of((width, height, row_length), to_move="X"), settings)

    engine = Engine(settings, row_length, empty_board)
    try:
        for line in click.open_file("-", encoding="utf-8", errors="replace"):
            order = line.strip()
            if order.upper() == "END":
                break
            if order:
                engine.execute(order)
        else:
            engine.wait()
    finally:
        engine.stop()
