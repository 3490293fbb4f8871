"""What a model can read about the game, and how it is asked to coach."""

INSTRUCTIONS = (
    "Proven values of k-in-a-row games. Ask instead of working moves out, and give the rules of "
    "the game with each call. Cells: column letter, then row from the bottom, so a1 is bottom "
    "left. 0, none or an empty text leaves an argument out. Only what is called win, draw or loss "
    "is proven."
)
RULES = """\
# k-in-a-row
- X and O place stones in turn on a board of `width` columns and `height` rows. X begins.
- Who first makes a row of `in_a_row` or more, across, upright or diagonal, wins.
- When no move is left and nobody has won, the game is a draw.
- A cell is named by its column, a letter from the left, and its row, from 1 at the bottom: a1
  is bottom left. After z comes aa.
- `gravity`: a stone falls to the lowest empty cell of its column, which names the move.
- `wrap`: rows go on across joined edges: `horizontal` joins left and right, `vertical` top and
  bottom, `both` all four.
- `exact`: a longer row is none.
- `misere`: who makes a row loses.
- A wall, `#` in a `board`, takes no stone, and no row goes through it.
- `any_position`: the stones of a `board` come from no game; say who is `to_move`.

Tic-tac-toe is 3 x 3 with 3 in a row; Connect Four 7 x 6 with 4 and `gravity`; Gomoku 15 x 15
with 5, and in its standard form `exact`.

A value is for the player to move, if both play their best. `win 5`: the game ends with the
fifth move from here, both players counted; `within 5`: with the fifth at the latest. Of what is
`not proven`, or only `at least a draw`, more `seconds` may prove more.
"""
COACH = """\
Coach me in k-in-a-row. {game}
Ask best_move and rate_moves about each position instead of guessing, and say as proven only what
they say is. When it is my turn, do not name the move: give a hint from its reason, and the move
if I ask for it. When the game is over, call find_mistakes, and go through the first mistake with
me: what it gave up, what kept it, and why."""
