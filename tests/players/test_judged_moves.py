"""What is said of a move and of a position: only what is proven is called proven."""

import re

import pytest

from service.game import Board, Rules, parse
from service.players import judge_move, verdict
from service.solver import Analysis, Assessment, Bounds, Cost, Option, Value

UNPROVEN: tuple[Value, Value] = (-1, 1)
LOST = "a1 is no mistake, since every move loses here: X loses in at most {} with best play."
COST = Cost(False, "time", 0, 0, 0, 0.0)


def known(lower: Value, upper: Value, plies: int = 3, *, shortest: bool = False) -> Assessment:
    """Return an assessment with these bounds."""
    decided = lower == upper
    score = (lower + upper) / 2
    return Assessment(
        Bounds(lower, upper), score, *((plies, shortest) if decided else (None, None))
    )


def judged(
    played: tuple[Value, Value], best: tuple[Value, Value], plies: tuple[int, int] = (3, 3),
    *, shortest: bool = False,
) -> tuple[bool | None, int | None, str]:  # fmt: skip
    """Return what is said of a1, where b1 is the best of the two moves that are known."""
    board = Board(Rules(4, 1, 3))
    mine, theirs = (
        known(*bounds, count, shortest=shortest)
        for bounds, count in zip((played, best), plies, strict=True)
    )
    position = known(max(played[0], best[0]), max(played[1], best[1]), plies[1])
    options = [Option(1, theirs, None), Option(0, mine, None)]
    before = Analysis(board, position, options, [], None, COST)
    lower, upper = played
    after = known(-upper, -lower, plies[0] - 1, shortest=shortest)
    move = judge_move(board, 0, before, after)
    assert (move.kept is False) == (move.mistake is not None)
    return move.kept, move.better, move.message.render()


@pytest.mark.parametrize(
    ("played", "best", "kept", "said"),
    [
        ((-1, 0), (1, 1), False,
         "a1 gave up the win; b1 kept it. With a1 X does not win, but b1 wins in at most 2 moves."),
        ((-1, -1), (0, 0), False,
         "a1 gave up the draw; b1 kept it. With a1 X loses in at most 2 moves, but b1 draws."),
        ((-1, -1), (0, 1), False,
         "a1 gave up at least a draw; b1 kept that. With a1 X loses in at most 2 moves, .*lose."),
        ((-1, 0), (0, 1), None, "a1: .*; X does not win, but b1 does not lose."),
        (UNPROVEN, (0, 1), None, "a1: .*; b1 does not lose, which is not proven of a1."),
        ((0, 1), (0, 1), None, "a1: .*; X does not lose, and it looks as good as any."),
        ((0, 0), (0, 1), None, "a1: .*; X draws, but b1 looks better."),
        ((-1, -1), UNPROVEN, None, "a1: .*; X loses in at most 2 moves, but b1 looks better."),
        ((-1, 0), (0, 0), None, "a1: .*; X does not win, but b1 draws."),
        ((1, 1), (1, 1), True,
         "No move is better than a1: X wins in at most 2 moves with best play."),
        ((0, 0), (0, 0), True, "No move is better than a1: X draws with best play."),
        ((-1, -1), (-1, -1), True, LOST.format("2 moves")),
    ],
)  # fmt: skip
def test_a_move_is_judged_by_what_is_proven_alone(
    played: tuple[Value, Value], best: tuple[Value, Value], kept: bool | None, said: str
) -> None:
    is_kept, better, text = judged(played, best)
    assert is_kept is kept
    assert re.fullmatch(said, text), text
    none = re.search("as good as|No move is better|no mistake", said)
    assert better == (None if none else 1)


@pytest.mark.parametrize(
    ("value", "plies", "shortest", "said"),
    [
        (1, (5, 1), True, "With a1 X wins in 3 moves; b1 takes 1 move."),
        (1, (5, 3), False, "With a1 X wins in at most 3 moves; b1 takes at most 2 moves."),
        (1, (3, 5), True, "No move is better than a1: X wins in 2 moves with best play."),
        (-1, (2, 4), True, "With a1 X loses in 1 move; b1 takes 2 moves."),
        (-1, (2, 4), False, LOST.format("1 move")),
    ],
)  # fmt: skip
def test_a_sooner_win_and_a_later_loss_are_named(
    value: Value, plies: tuple[int, int], shortest: bool, said: str
) -> None:
    kept, better, text = judged((value, value), (value, value), plies, shortest=shortest)
    assert kept is True
    assert text == said
    assert better == (1 if "; b1" in said else None)


def test_of_a_move_from_an_unknown_position_is_said_what_follows() -> None:
    board = parse(["XX.", "OO.", "..."], 3)
    move = judge_move(board, 6, None, known(1, 1, 1, shortest=True))
    assert (move.kept, move.better) == (None, None)
    assert move.message.render().endswith("; X loses in 1 move.")
    won = judge_move(board, 2, None, known(-1, -1, 0, shortest=True))
    assert (won.kept, won.message.render()) == (True, "c3 completes a row and wins.")


def test_who_has_lost_already_makes_no_mistake_however_little_is_known_after_it() -> None:
    board = Board(Rules(4, 1, 3))
    option = Option(0, known(-1, 1), None)
    before = Analysis(board, known(-1, -1), [option], [], None, COST)
    move = judge_move(board, 0, before, known(-1, 1))
    assert move.kept is True
    assert move.message.render() == "a1 is no mistake, since every move loses here."


@pytest.mark.parametrize(
    ("had", "said"),
    [((1, 1), "a1 gave up the win."), ((0, 0), "a1 gave up the draw."),
     ((0, 1), "a1 gave up at least a draw.")],
)  # fmt: skip
def test_no_move_is_said_to_have_kept_what_it_is_not_proven_to_keep(
    had: tuple[Value, Value], said: str
) -> None:
    """More may be proven of the position than of any of its moves."""
    options = [Option(1, known(-1, 1), None), Option(0, known(-1, -1), None)]
    before = Analysis(Board(Rules(4, 1, 3)), known(*had), options, [], None, COST)
    move = judge_move(before.board, 0, before, known(1, 1))
    assert (move.kept, move.better) == (False, None)
    assert move.mistake is not None
    assert (move.mistake.message.render(), move.mistake.had) == (said, had)


def scored(bounds: tuple[Value, Value], score: float) -> Assessment:
    """Return an assessment without a proven value."""
    return Assessment(Bounds(*bounds), score, None, None)


@pytest.mark.parametrize(
    ("assessment", "said"),
    [
        (known(1, 1, 5, shortest=True), "X wins in 3 moves."),
        (known(1, 1, 1, shortest=True), "X wins in 1 move."),
        (known(1, 1, 5), "X wins in at most 3 moves."),
        (known(-1, -1, 2, shortest=True), "O wins in 1 move."),
        (known(0, 0), "A draw if both play well."),
        (scored(UNPROVEN, 0.19), "Nothing is proven; it looks even."),
        (scored(UNPROVEN, 0.2), "Nothing is proven; it looks slightly better for X."),
        (scored(UNPROVEN, -0.4), "Nothing is proven; it looks better for O."),
        (scored(UNPROVEN, -0.7), "Nothing is proven; it looks much better for O."),
        (scored((0, 1), 0.3), "X does not lose, which is proven; it looks slightly better for X."),
        (scored((-1, 0), -0.1), "X does not win, which is proven; it looks even."),
    ],
)
def test_a_verdict_says_what_is_proven_and_else_how_it_looks(
    assessment: Assessment, said: str
) -> None:
    assert verdict(Board(Rules(9, 9, 5)), assessment).render() == said


@pytest.mark.parametrize(
    ("rows", "misere", "said"),
    [
        (["XXX", "OO.", "..."], False, "X has won."),
        (["XXX", "OO.", "..."], True, "O has won: X has made a row."),
        (["XOX", "XOO", "OXX"], False, "The game is drawn: the board is full."),
    ],
)
def test_a_verdict_on_a_finished_game_says_how_it_ended(
    rows: list[str], misere: bool, said: str
) -> None:
    assert verdict(parse(rows, 3, misere=misere), known(-1, -1, 0)).render() == said


@pytest.mark.parametrize(("shortest", "span"), [(True, "in"), (False, "in at most")])
def test_who_must_make_a_row_is_named_in_a_misere_game(shortest: bool, span: str) -> None:
    board = Board(Rules(3, 3, 3, misere=True))
    said = verdict(board, known(1, 1, 4, shortest=shortest)).render()
    assert said == f"X wins: O must make a row {span} 2 moves."
