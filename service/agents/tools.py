"""The tools: what each asks of an answerer, and what it makes of the answers."""

from service.agents.answerer import Answerer
from service.agents.words import Said, say_best_move, say_mistakes, say_values
from service.questions.judging import Question, judge_game
from service.questions.refusals import RefusedError

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
        raise RefusedError("invalid_request", f"most: Give a number from 1 to {MOST_MOVES}.")
    return say_values(await answerer.ask(question), most)


async def find_mistakes(answerer: Answerer, question: Question) -> Said:
    """Answer with the moves that are proven to have given something up, and those not judged."""
    moves = question.get("moves")
    if not isinstance(moves, list) or not moves:
        message = "moves: Give the moves of the game, the first one first."
        raise RefusedError("invalid_request", message)
    seconds = question.pop("time_limit_ms", GAME_MILLISECONDS) / 1000
    steps = judge_game(question, seconds, await answerer.most_milliseconds())
    asked = next(steps)
    try:
        while True:
            asked = steps.send(await answerer.ask(asked))
    except StopIteration as end:
        return say_mistakes(end.value, len(moves))
