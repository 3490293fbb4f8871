"""The tools: what each asks of an answerer, and what it makes of the answers."""

import time
from collections.abc import Mapping
from typing import Any

from service.agents.answerer import Answer, Answerer, Question, RefusedError
from service.agents.words import Said, say_best_move, say_mistakes, say_values
from service.game import other

USUAL_MOVES, MOST_MOVES = 10, 16
"""How many moves are rated one by one, and how many at most."""
GAME_SECONDS = 10.0
"""How long the moves of a game are judged."""
MOST_MILLISECONDS = 60_000
"""The longest thinking time of one question, as services usually have it."""


async def best_move(answerer: Answerer, question: Question) -> Said:
    """Answer with the best move or, with a strength, the move of a weaker player."""
    # A weaker move is looked up among the options.
    most = None if "strength" in question else 1
    return say_best_move(await answerer.ask({**question, "evaluate": "best", "max_options": most}))


async def rate_moves(answerer: Answerer, question: Question) -> Said:
    """Answer with the value of every legal move."""
    most = question.pop("most", USUAL_MOVES)
    if type(most) is not int or not 1 <= most <= MOST_MOVES:
        raise RefusedError(f"most: Give a number from 1 to {MOST_MOVES}.")
    return say_values(await answerer.ask(question), most)


async def find_mistakes(answerer: Answerer, question: Question) -> Said:
    """Answer with the moves that are proven to have given up something, and with those not judged.

    The last move comes first: what is proven about later positions helps with earlier ones.
    """
    moves = question.get("moves")
    if not isinstance(moves, list) or not moves:
        raise RefusedError("moves: Give the moves of the game, the first one first.")
    milliseconds = question.pop("time_limit_ms", GAME_SECONDS * 1000)
    game = _Game(answerer, question, time.monotonic() + milliseconds / 1000)
    await game.judge()
    return say_mistakes(game.mistakes, game.open_moves, len(moves))


class _Game:
    """A game whose moves are judged until a time of the monotonic clock."""

    def __init__(self, answerer: Answerer, question: Question, deadline: float) -> None:
        self._answerer, self._question, self._deadline = answerer, question, deadline
        self._moves = question["moves"]
        self.mistakes: dict[int, Answer] = {}
        """The answers about the game up to a mistake, by the number of the move."""
        self.open_moves = list(range(1, len(self._moves) + 1))
        """The moves that are not judged."""

    async def judge(self) -> None:
        after: Answer | None = None
        for number in range(len(self._moves), -1, -1):
            # The judge asks about the position before each move as well.
            before = await self._ask(number, number + 1)
            if before is None:
                return
            if after is not None:
                await self._judge(number + 1, before, after)
            after = before

    async def _judge(self, number: int, before: Answer, after: Answer) -> None:
        had, kept = before["bounds"], -after["bounds"]["lower"]
        if had["lower"] > kept and not after["mistake"]:
            # The judge did not know by then what is proven now.
            after = await self._ask(number, number) or after
        if after["mistake"]:
            self.mistakes[number] = after
        if after["mistake"] or had["upper"] <= -after["bounds"]["upper"]:
            self.open_moves.remove(number)

    async def _ask(self, number: int, questions: int) -> Answer | None:
        """Return the answer about the game up to a move, in a share of the time for `questions`.

        It is None where the time is over.
        """
        milliseconds = round((self._deadline - time.monotonic()) * 1000 / questions)
        if milliseconds < 1 and number < len(self._moves):
            return None
        asked: Mapping[str, Any] = {
            **self._question,
            "moves": self._moves[:number],
            "time_limit_ms": min(max(milliseconds, 1), MOST_MILLISECONDS),
            "evaluate": "best",
            "max_options": 0,
        }
        turn = self._question.get("to_move")
        if turn in ("X", "O") and (len(self._moves) - number) % 2:
            asked = {**asked, "to_move": other(turn)}
        return await self._answerer.ask(dict(asked))
