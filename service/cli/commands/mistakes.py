"""`mistakes`: finds what the moves of a game gave up."""

from typing import Unpack

import click

from service.cli.game_file import GAME_FILE, read_game
from service.cli.inputs import Seconds, question_of, read_position, takes_switches
from service.game import Switches, other
from service.questions.in_process import InProcessService
from service.questions.judging import Judged, judge_game
from service.settings import read_settings

MOST_SECONDS = 3600.0


@click.command("mistakes")
@click.argument("file", type=GAME_FILE)
@click.argument("sizes", nargs=-1, type=click.IntRange(min=1), metavar="[WIDTH HEIGHT] ROW_LENGTH")
@takes_switches
@click.option(
    "--seconds",
    type=Seconds(0.001, MOST_SECONDS),
    default=1.0,
    help="Thinking time for each move, on average.",
)
def command(
    file: str, sizes: tuple[int, ...], seconds: float, **switches: Unpack[Switches]
) -> None:
    """Find the moves of a game that gave up a win or a draw, as far as that is proven, and those
    that overlooked a row that could be made or blocked at once.

    FILE has the names of the moves, separated by spaces, commas or line ends, or it is of Piskvork
    (.psq), which tells WIDTH and HEIGHT; - is the standard input. X begins.
    """
    # Nobody else waits here.
    own = {"max_time_limit_ms": round(MOST_SECONDS * 1000)}
    settings, game = read_settings().model_copy(update=own), read_game(file)
    if game.size and len(sizes) > 1:
        raise click.UsageError("Give ROW_LENGTH alone: the file tells WIDTH and HEIGHT.")
    turn = "O" if len(game.moves) % 2 else "X"
    question = question_of((*game.size, *sizes), moves=game.moves, to_move=turn, **switches)
    read_position(question, settings)
    service = InProcessService(settings)
    service.solver.warm_up()
    steps = judge_game(question, seconds * len(game.moves), settings.max_time_limit_ms)
    asked = next(steps)
    try:
        while True:
            asked = steps.send(service.answer(asked))
    except StopIteration as end:
        _print(end.value, len(game.moves))


def _print(judged: Judged, count: int) -> None:
    for number, after in judged.mistakes.items():
        click.echo(f"{number}. {other(after['to_move'])}: {after['mistake']['text']}")
    mistakes = len(judged.mistakes)
    click.echo(f"{mistakes or 'No'} mistake{'s' * (mistakes != 1)} proven.")
    for number, seen in judged.overlooked.items():
        click.echo(f"{number}. {seen.player}: {seen.text}")
    if overlooked := len(judged.overlooked):
        click.echo(f"{overlooked} row{'s' * (overlooked > 1)} overlooked.")
    for side, first in (("X", 1), ("O", 2)):
        own = {*range(first, count + 1, 2)}.difference(judged.open_moves)
        if own:
            kept, moves = len(own.difference(judged.mistakes)), "move" + "s" * (len(own) > 1)
            click.echo(f"{side} kept all it could with {kept} of {len(own)} {moves}.")
    if judged.open_moves:
        click.echo(f"Not judged in this time: {', '.join(map(str, judged.open_moves))}.")
