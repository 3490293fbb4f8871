"""A puzzle in the terminal: a move that gives up its goal is refuted, and another one is tried."""

from datetime import UTC, datetime

import click
from rich.console import Console

from service import puzzles
from service.cli.play.drawing import draw
from service.cli.play.session import PERSON, Session
from service.cli.play.source import Move, Source
from service.game import Player, other
from service.languages import ENGLISH, Language, say
from service.players import DEFAULT_LEVEL
from service.puzzles import DIFFICULTIES, GAMES, Puzzle
from service.puzzles.titles import rules_in_words


class PuzzleSession(Session):
    """A game from the position of a puzzle on, in which a person is to reach its goal."""

    def __init__(
        self, puzzle: Puzzle, source: Source, console: Console, language: Language = ENGLISH
    ) -> None:
        person = puzzle.board.to_move
        players: dict[Player, str] = {person: PERSON, other(person): DEFAULT_LEVEL}
        super().__init__(puzzle.board, players, source, console, dict.fromkeys(players), language)
        self._puzzle, self._is_hinted = puzzle, False

    def run(self) -> None:
        """Tell the rules and the goal, and play as in any game."""
        sentences = *rules_in_words(self.board.rules), puzzles.goal(self._puzzle)
        self._say(" ".join([f"{self._puzzle.id}:", *map(self._words, sentences)]))
        super().run()

    def _play(self, move: Move) -> None:
        """Play a move, unless a person gives up with it what could be had."""
        reply = None
        if self._players[self.board.to_move] == PERSON:
            with self._status(say("Thinking")):
                reply = self._source.refute(self.board, move.cell, self._puzzle.outcome)
        if reply is None:
            super()._play(move)
            return
        after = self.board.play(move.cell)
        if after.status == "in_progress":
            after = after.play(reply.cell)
        self._console.print(draw(after, reply.cell), soft_wrap=True)
        self._say(reply.text)
        self._say(say("Try again."))
        self._show()

    def _hint(self) -> None:
        """Tell the theme and, if asked again, the move."""
        if self._is_hinted:
            super()._hint()
        else:
            self._is_hinted = True
            self._say(puzzles.hint(self._puzzle))


def find_puzzle(name: str) -> Puzzle:
    """Return the puzzle with an id, or today's of a game, or of a game and a difficulty."""
    found = puzzles.find(name)
    if found is not None:
        return found
    game, _, degree = name.partition("/")
    for difficulty in DIFFICULTIES:
        if game in GAMES and difficulty == (degree or DIFFICULTIES[0]):
            return puzzles.of_the_day(game, difficulty, datetime.now(UTC).date())
    raise click.UsageError(
        f"No such puzzle: give an id, such as five-hard-1, or one of {', '.join(GAMES)}, with or "
        f"without one of {', '.join(DIFFICULTIES)}, as in five/hard."
    )
