"""The tools: what each asks of an answerer, and what it makes of the answers."""

import time

from service.agents.answerer import Answer, Answerer, Question, RefusedError
from service.agents.words import Said, say_best_move, say_mistakes, say_values
from service.game import other

USUAL_MOVES, MOST_MOVES = 10, 16
"""How many moves are rated one by one, and how many at most."""
GAME_MILLISECONDS = 10_000
"""How long the moves of a game are judged."""


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
    seconds = question.pop("time_limit_ms", GAME_MILLISECONDS) / 1000
    most = await answerer.most_milliseconds()
    deadline = time.monotonic() + seconds

    async def ask(number: int, questions: int) -> Answer:
        """Ask about the game up to a move, in a share of the time that is for `questions`."""
        milliseconds = round((deadline - time.monotonic()) * 1000 / questions)
        game = _up_to(question, number)
        game["time_limit_ms"] = max(1, min(milliseconds, most))
        return await answerer.ask(game)

    mistakes: dict[int, Answer] = {}
    open_moves = list(range(1, len(moves) + 1))
    after = await ask(len(moves), len(moves) + 1)
    for number in reversed(range(1, len(moves) + 1)):
        if time.monotonic() > deadline:
            break
        before = await ask(number - 1, number)
        had = before["bounds"]
        if had["lower"] > -after["bounds"]["lower"] and not after["mistake"]:
            # The judge did not know by then what is proven now.
            after = await ask(number, number)
        if after["mistake"]:
            mistakes[number] = after
        if after["mistake"] or had["upper"] <= -after["bounds"]["upper"]:
            open_moves.remove(number)
        after = before
    return say_mistakes(mistakes, open_moves, len(moves))


def _up_to(question: Question, number: int) -> Question:
    """Return the question about a game after so many of its moves, and about its value alone."""
    moves, turn = question["moves"], question.get("to_move")
    game = {**question, "moves": moves[:number], "evaluate": "best", "max_options": 0}
    if turn in ("X", "O") and (len(moves) - number) % 2:
        game["to_move"] = other(turn)
    return game
