"""Follow-up: a side that answers on top of the other's last stone bounds the score.

Let A be to move, B the opponent, and let the empty places of each column be numbered from the
lowest one, 1. A completes no row at once. B *follows up*: whenever A plays in a column, B plays on
top of the stone, as far as the column can be used.

A column may be *closed* by one of its places, not the lowest, which completes a row of B: B never
plays just below, and A loses there, unless the stone completes a row. So it is the places further
down that can be *used*; of other columns all can. A column is *odd* if an odd number of its places
can be used, else *even*. There must be an even number of odd columns, and B joins them in pairs.
Then B always has an answer:

- In an even column A gets places of odd numbers alone, and B follows.
- In a pair of odd columns as well, until A fills the last place of one that can be used. Then B
  plays the lowest one of the other, of which an odd number is left until then, hence at least one.
  From there on A gets the places of even numbers of that column, and B follows. So of the places of
  even numbers A gets those of one column of the pair at most, and nowhere two that lie one above
  the other: no row within a column.
- Or B answers the first stone in a pair by one in the other column, which makes both even. So A
  gets one of the two lowest places, and places of even numbers.

A also gets the place just below one that closes a column. If A's stones together with all these
places hold no row, A does not win: the score of A is at most 0. Of several pairs only the first is
seen as such here: of the others A may get any of the places.

Which columns are closed, and by what, is B's choice, which makes the number of odd columns even. A
place of an even number leaves an even number to use below. So here columns with such a place that
completes a row are closed by it, others with an odd number of empty places by one of an odd number,
if there is one. If the number of odd columns is odd then, one more is closed by a place of an odd
number, or one that is closed, with an odd number of empty places, is not.

Walls are below all these places, since nothing gets below a wall: numbers count from what a stone
rests on, whatever that is.

If there is a closed column, B wins: once all is filled that can be used, A is to move and has to
play below a winning place of B. What is left then is, in each closed column, the
winning place, the one below it and all those above; A and B fill two of them. If B has a row on own
stones and even places of even columns alone, B wins at the latest when the board is full. In both
cases anything that ends the game sooner is a row of B, too.
"""

import numpy as np

from service.solver.compiling.kernels.jit import bare_kernel, inlined_kernel
from service.solver.gravity.kernels.rows import playable, rows_across, rows_of, starts
from service.solver.lines.kernels.vectors import counts, lanes_set, where_zero


@inlined_kernel
def columns_with(game, places):
    """Return the sentinels of the columns in which there is any of these places."""
    return places + game.board & game.top


@inlined_kernel
def places_in(game, columns):
    """Return all places of the columns that have these sentinels."""
    return columns - (columns >> np.uint64(game.height))


@inlined_kernel
def from_lowest(game, places):
    """Return all places of each column from the lowest of these on."""
    return (columns_with(game, places) - places | places) & game.board


@bare_kernel
def first_bit(word):
    """Return the lowest bit that is set, in each lane of a vector."""
    return word & ~word + np.uint64(1)


@inlined_kernel
def follow_up_gain(game, own, opponent, opponent_rows):
    """Return a lower bound on the score of the opponent, who plays follow-up, plus 1; 0 if none.

    `opponent_rows` are the empty places that complete a row of the opponent. The side to move has
    the stones `own` and completes no row at once, and nobody has a row yet. All may be vectors, as
    is what is returned then.
    """
    board, top = game.board, game.top
    taken = own | opponent
    lowest_empty, empty = playable(game, taken), board & ~taken
    # Subtracting a place from the sentinel above it sets all places from it up to the sentinel.
    from_even = top - (lowest_empty & game.even) & empty
    odd_places = from_even & game.even | empty & ~from_even & game.odd
    even_places = empty & ~odd_places

    closing = opponent_rows & even_places
    closed = columns_with(game, closing)
    # A column has an odd number of empty places if its top place has an odd number.
    uneven = columns_with(game, odd_places & top >> np.uint64(1))
    odd_columns = uneven & ~closed
    ends = opponent_rows & empty & ~lowest_empty
    above = from_lowest(game, ends)
    odd_ends = above & ~(above << np.uint64(1)) & odd_places
    closable = columns_with(game, odd_ends) & ~odd_columns
    even_number = where_zero(counts(odd_columns) & np.uint64(1))
    changed = first_bit(closable | uneven & closed & where_zero(closable)) & ~even_number
    paired = even_number | ~where_zero(changed)
    if lanes_set(paired) == 0:
        return paired
    odd_columns |= changed
    in_odd = places_in(game, odd_columns)
    odd_ends &= in_odd
    closing = closing & ~in_odd | odd_ends
    beyond = from_lowest(game, closing)

    one = first_bit(odd_columns)
    in_one = places_in(game, one)
    in_other = places_in(game, first_bit(odd_columns ^ one))
    last = odd_ends >> np.uint64(1)
    usable_odd, usable_even = odd_places & ~beyond, even_places & in_odd & ~beyond
    always = own | last | usable_odd
    followed = starts(own | last | lowest_empty, game.steps[0], game.row_length)
    followed |= rows_across(game, always | usable_even & ~in_one)
    followed |= rows_across(game, always | usable_even & ~in_other)
    always = own | last | usable_odd & ~in_odd | usable_even
    levelled = rows_of(game, always | lowest_empty & in_odd & ~in_one)
    levelled |= rows_of(game, always | lowest_empty & in_odd & ~in_other)
    drawn = paired & (where_zero(followed) | where_zero(levelled))
    without = where_zero(closing)
    filled = where_zero(rows_of(game, opponent | even_places & ~in_odd))
    late = np.uint64(2) + filled
    left = counts(beyond) + counts(columns_with(game, closing))
    return drawn & (late & without | left & ~without)
