"""`play`: a game in the terminal."""

import os
import re
from typing import Unpack, cast

import click
from babel.core import negotiate_locale
from click.core import ParameterSource
from rich.console import Console

from service.cli.inputs import (
    BOARD,
    CLASSIC,
    SEED,
    SIZES,
    URL,
    Seconds,
    question_of,
    read_position,
    takes_switches,
)
from service.cli.play.puzzle import PuzzleSession, find_puzzle
from service.cli.play.running_service import RunningService
from service.cli.play.session import PERSON, Session
from service.cli.play.source import Source
from service.game import Player, Switches
from service.languages import ENGLISH, LANGUAGES, Language, say
from service.players import DEFAULT_LEVEL, LEVELS, STRENGTHS
from service.questions.in_process import InProcessService
from service.settings import read_settings

PLAYERS = click.Choice([PERSON, *LEVELS])
STRENGTH = click.IntRange(min(STRENGTHS), max(STRENGTHS))
MILLISECONDS = 1000
LOCALE_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""What tells the language of messages, in the order of GNU gettext."""
TYPED = ParameterSource.COMMANDLINE
BESIDE_A_PUZZLE = {"puzzle", "seconds", "seed", "lang", "url"}
"""The options that go with one."""


@click.command("play")
@SIZES
@BOARD
@takes_switches
@click.option("--x", "x", type=PLAYERS, default=PERSON, help="Who plays X.")
@click.option("--o", "o", type=PLAYERS, default=DEFAULT_LEVEL, help="Who plays O.")
@click.option("--x-strength", type=STRENGTH, help="How strong master plays X, from 1 to 10.")
@click.option("--o-strength", type=STRENGTH, help="How strong master plays O, from 1 to 10.")
@click.option(
    "--first",
    type=click.Choice(["X", "O"], case_sensitive=False),
    help="Who moves first, X by default; with stones on the --board, whose turn it is.",
)
@click.option(
    "--puzzle",
    is_flag=False,
    flag_value="tic-tac-toe",
    metavar="[NAME]",
    help="Solve a puzzle: one by its id, or today's of a GAME or of a GAME/DIFFICULTY.",
)
@click.option("--seconds", type=Seconds(0, min_open=True), help="Thinking time for a move.")
@click.option("--seed", type=SEED, help="Makes what the levels leave to chance repeatable.")
@click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    help="The language of the game, by default that of LC_ALL or LANG.",
)
@URL
def command(
    sizes: tuple[int, ...],
    board: str | None,
    x: str,
    o: str,
    x_strength: int | None,
    o_strength: int | None,
    first: Player | None,
    puzzle: str | None,
    seconds: float | None,
    seed: int | None,
    lang: Language | None,
    url: str | None,
    **switches: Unpack[Switches],
) -> None:
    """Play on a board of WIDTH and HEIGHT, 3 3 3 by default: yourself, or let levels play.

    Type a cell by its letter and number, such as b3, or hint, why, undo or quit. With --gravity
    the letter or the number of the column is enough.
    """
    players: dict[Player, str] = {"X": x, "O": o}
    strengths: dict[Player, int | None] = {"X": x_strength, "O": o_strength}
    for side, strength in strengths.items():
        if strength is not None and players[side] != DEFAULT_LEVEL:
            name = side.lower()
            raise click.UsageError(
                f"Only {DEFAULT_LEVEL} has a strength: say --{name} {DEFAULT_LEVEL}, or leave out "
                f"--{name}-strength."
            )
    chosen = None
    if puzzle is not None:
        context = click.get_current_context()
        typed = {name for name in context.params if context.get_parameter_source(name) == TYPED}
        if typed - BESIDE_A_PUZZLE:
            raise click.UsageError("A puzzle has a board, rules and sides of its own.")
        chosen = find_puzzle(puzzle)
    settings = read_settings()
    if board is None:
        sizes, first = sizes or CLASSIC, first or "X"
    position = read_position(
        question_of(sizes, board, to_move=first, **switches), settings, "--first"
    )
    console, language = Console(), lang or _language_of_terminal()
    milliseconds = seconds and max(1, round(seconds * 1000))
    if url is not None:
        ask = RunningService(url, language).ask
    else:
        milliseconds = milliseconds or MILLISECONDS
        # Nobody else waits here; and no cache is asked, nor waited for.
        own = {"max_time_limit_ms": milliseconds, "cache_url": ""}
        service = InProcessService(settings.model_copy(update=own))
        with console.status(say("Getting ready").render(language)):
            service.solver.warm_up()
        ask = service.answer
    source = Source(ask, {"seed": seed, "lang": language, "time_limit_ms": milliseconds})
    if chosen is not None:
        PuzzleSession(chosen, source, console, language).run()
    else:
        Session(position, players, source, console, strengths, language).run()


def _language_of_terminal() -> Language:
    """Return the language of the environment, or English if there is no translation into it."""
    # Babel's default asks LC_CTYPE before LANG, and Python may have set that itself (PEP 538).
    spoken = next(filter(None, map(os.environ.get, LOCALE_VARIABLES)), ENGLISH)
    wanted = [re.split("[.@]", locale)[0] for locale in spoken.split(":")]
    return cast("Language", negotiate_locale(wanted, LANGUAGES) or ENGLISH)
