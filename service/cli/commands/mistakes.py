"""`mistakes`: finds what the moves of a game gave up."""

from typing import Any

import click

from service.api.http.problems import ProblemError
from service.api.in_process import Caller, InProcessService
from service.api.schemas import MoveResponse
from service.cli.game_file import GAME_FILE, read_game
from service.cli.inputs import Seconds, read_position, takes_switches
from service.game import Player, Switches
from service.settings import read_settings

MOST_SECONDS = 3600.0


@click.command("mistakes")
@click.argument("file", type=GAME_FILE)
@click.argument("sizes", nargs=-1, type=click.IntRange(min=1), metavar="[WIDTH HEIGHT] ROW_LENGTH")
@takes_switches
@click.option(
    "--seconds", type=Seconds(0.001, MOST_SECONDS), default=1.0, help="Thinking time for each move."
)
def command(file: str, sizes: tuple[int, ...], seconds: float, switches: Switches) -> None:
    """Find the moves of a game that gave up a win or a draw, as far as that is proven.

    FILE has the names of the moves, separated by spaces, commas or line ends, or it is of Piskvork
    (.psq), which tells WIDTH and HEIGHT; - is the standard input. X begins.
    """
    # Nobody else waits here.
    own = {"max_time_limit_ms": round(MOST_SECONDS * 1000)}
    settings, game = read_settings().model_copy(update=own), read_game(file)
    if game.size and len(sizes) > 1:
        raise click.UsageError("Give ROW_LENGTH alone: the file tells WIDTH and HEIGHT.")
    sizes = (*game.size, *sizes)
    read_position(sizes, None, _turn(len(game.moves)), settings, moves=game.moves, **switches)
    width, height, row_length = sizes
    service = InProcessService(settings)
    service.solver.warm_up()

    def ask(played: int) -> MoveResponse:
        question: dict[str, Any] = {
            "width": width, "height": height, "row_length": row_length, **switches,
            "moves": game.moves[:played], "to_move": _turn(played), "evaluate": "best",
            "max_options": 0, "time_limit_ms": max(round(seconds * 1000), 1),
        }  # fmt: skip
        try:
            return service.answer(question, Caller())
        except ProblemError as error:
            reasons = [error.detail, *(each["message"] for each in error.errors)]
            raise click.ClickException(" ".join(dict.fromkeys(reasons))) from None

    before, mistakes, open_moves = ask(0), 0, []
    for number in range(1, len(game.moves) + 1):
        after = ask(number)
        mistake = after.get("mistake")
        if mistake is not None:
            mistakes += 1
            click.echo(f"{number}. {before['to_move']}: {mistake['text']}")
        elif before["bounds"]["upper"] > -after["bounds"]["upper"]:
            open_moves.append(str(number))
        before = after
    click.echo(f"{mistakes or 'No'} mistake{'s' * (mistakes != 1)} proven.")
    if open_moves:
        click.echo(f"Not judged in this time: {', '.join(open_moves)}.")


def _turn(played: int) -> Player:
    """Return whose turn it is after so many moves."""
    return "O" if played % 2 else "X"
