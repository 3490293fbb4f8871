"""Answers as short texts, which say as proven what is proven, and the same as structured content.

A reason and a mistake are said in the words of the service.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from service.game import draw_text, other
from service.players import VALUES, leaning
from service.questions.judging import Answer, Judged, Overlooked

DECIDED = ("win", "loss")
"""The values with a number of plies."""
MOST_SHOWN = 20
"""The columns and rows of the largest board that is shown; up to 26, each column has a letter."""
MOST_MISTAKES = 5
"""How many mistakes are told in a sentence each."""
MOST_OVERLOOKED = 3
"""How many overlooked rows are told one by one."""
OVERLOOKED = {"win": "win {}", "block": "block {}", "on_top": "{} on top", "row": "own row"}
"""What a move overlooks, by its code."""
MOST_RANGES = 5
"""How many ranges of moves are named at once."""


@dataclass(frozen=True)
class Said:
    """What a tool answers."""

    text: str
    content: dict[str, Any]


def say_best_move(answer: Answer) -> Said:
    """Say the move, what is proven of it and why, and show the board after it."""
    player = answer["to_move"]
    if answer["best_move"] is None:
        return _over(answer)
    move, reason = answer["best_move"]["name"], answer["reason"]["text"]
    option = next(option for option in answer["options"] if option["name"] == move)
    rows, status = answer["board_after"], answer["status_after"]
    lines = [f"{player} {move}: {_in_words(option, player)}. {reason}"]
    if status != "in_progress":
        lines.append(_result(answer["winner_after"]))
    content = {"player": player, "move": move, **_outcome(option), "reason": reason}
    if max(len(rows), len(rows[0])) <= MOST_SHOWN:
        lines.append(draw_text(rows, apart=""))
        content["board_after"] = "/".join(rows)
    return Said("\n".join(lines), {**content, **_end(status, answer["winner_after"])})


def say_values(answer: Answer, most: int) -> Said:
    """Say what each of the best `most` moves is worth, and how many others are worth what."""
    if answer["best_move"] is None:
        return _over(answer)
    moves = [{"move": option["name"], **_outcome(option)} for option in answer["options"]]
    others = Counter(move["value"] for move in moves[most:])
    parts = [_in_short(**move) for move in moves[:most]]
    parts += [f"{count} more {value}" for value, count in others.items()]
    content = {"player": answer["to_move"], "moves": moves[:most], "others": dict(others)}
    return Said(f"{answer['to_move']} to move: {', '.join(parts)}.", content)


def say_mistakes(judged: Judged, moves: int) -> Said:
    """Say which of so many `moves` were mistakes, and which could not be judged in the time.

    Apart from that it says which overlooked a row.
    """
    mistakes, open_moves, overlooked = judged
    told, more = [*mistakes.items()][:MOST_MISTAKES], [*mistakes][MOST_MISTAKES:]
    content: dict[str, Any] = {"mistakes": [_mistake(*each) for each in told]}
    lines = [
        f"Move {number}, {other(answer['to_move'])}: {answer['mistake']['text']}"
        for number, answer in told
    ]
    if more:
        content["more_mistakes"] = _ranges(more)
        lines.append(f"{len(more)} more gave up a win or a draw: {_ranges(more)}.")
    if overlooked:
        lines.append(_say_overlooked(overlooked, content))
    kept = moves - len(mistakes) - len(open_moves)
    if kept:
        lines.append(f"{kept} of {moves} moves gave up nothing, which is proven.")
    if open_moves:
        content["not_judged"] = _ranges(open_moves)
        unclear = f"{len(open_moves)} could not be judged in the time: {_ranges(open_moves)}."
        lines.append(f"{unclear} More seconds may help.")
    return Said("\n".join(lines), content)


def _mistake(number: int, answer: Answer) -> dict[str, Any]:
    """Return what is told of a mistake, of which the answer about the game up to it is known."""
    mistake, better = answer["mistake"], answer["mistake"]["better_move"]
    return {
        "number": number,
        "player": other(answer["to_move"]),
        "move": mistake["move"]["name"],
        "gave_up": _value(mistake),
        **({"better": better["name"]} if better else {}),
    }


def _say_overlooked(overlooked: dict[int, Overlooked], content: dict[str, Any]) -> str:
    """Return which moves overlooked a row, which is added to the content as well."""
    told, more = [*overlooked.items()][:MOST_OVERLOOKED], [*overlooked][MOST_OVERLOOKED:]
    content["overlooked"] = [
        {"number": number, "player": seen.player, "move": seen.move, "what": seen.code}
        for number, seen in told
    ]
    parts = [
        f"{number} {seen.player} {seen.move} ({OVERLOOKED[seen.code].format(seen.cells[0])})"
        for number, seen in told
    ]
    if more:
        content["more_overlooked"] = _ranges(more)
        parts.append(f"also {_ranges(more)}")
    return f"Rows overlooked: {', '.join(parts)}."


def _value(known: Mapping[str, Any]) -> str:
    return VALUES[known["bounds"]["lower"], known["bounds"]["upper"]].short


def _outcome(option: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is proven: the value, and the plies to a win or a loss."""
    value = _value(option)
    if value not in DECIDED:
        return {"value": value}
    plies = "plies" if option["shortest"] else "plies_at_most"
    return {"value": value, plies: option["plies_to_end"]}


def _in_short(move: str, value: str, plies: int = 0, plies_at_most: int = 0) -> str:
    within = f" within {plies_at_most}" if plies_at_most else ""
    return f"{move} {value}{f' {plies}' if plies else within}"


def _in_words(option: Mapping[str, Any], player: Any) -> str:
    """Return what is proven of a move of the player or, where nothing is, how it looks."""
    value, plies, score = _value(option), option["plies_to_end"], option["score"]
    if value in DECIDED:
        span = "in" if option["shortest"] else "within"
        return f"{value} {span} {plies} {'ply' if plies == 1 else 'plies'}"
    if value != "not proven":
        return value
    return f"{value}; {leaning(player, score).render()}"


def _over(answer: Answer) -> Said:
    content = {"player": answer["to_move"], **_end(answer["status"], answer["winner"])}
    return Said(_result(answer["winner"]), content)


def _end(status: str, winner: str | None) -> dict[str, str]:
    """Return whether the game is over, and who has won it, if anybody."""
    return {"status": status, **({"winner": winner} if winner else {})}


def _result(winner: str | None) -> str:
    return f"The game is over: {f'{winner} has won' if winner else 'it is a draw'}."


def _ranges(numbers: Sequence[int]) -> str:
    """Return ascending numbers in few words, such as 1-5, 9."""
    runs = [
        [number for _, number in run]
        for _, run in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0])
    ]
    named = [f"{run[0]}-{run[-1]}" if run[1:] else f"{run[0]}" for run in runs[:MOST_RANGES]]
    return ", ".join([*named, "…"] if runs[MOST_RANGES:] else named)
