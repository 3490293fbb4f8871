"""Iterative deepening: bounds on every option, by null-window searches of growing depth.

Who wins within 2 plies, within 3, 4, ... is asked of every option until its bounds meet or the
depth exceeds the empty cells. Odd depths ask it of the side to move, even ones of its opponent.
Where nearly every game is decided by its last plies it goes *downwards*, from the greatest depth.
"""

from service.solver.compiling.kernels.jit import bare_kernel
from service.solver.lines.kernels.scores import WIN, sharpen_lower, sharpen_upper

FIRST_DEPTH = 2
"""Plies; wins in one are seen without a search."""
SHORT = 6
"""Losses within so many plies are looked for after every option. Where only the best option is of
interest, later ones are looked for until one option is known not to lose so soon."""


@bare_kernel
def greatest(values):
    """Return the greatest of some values, shape (values,)."""
    most = values[0]
    for index in range(1, values.shape[0]):
        most = max(most, values[index])
    return most


@bare_kernel
def first_bounds(remaining):
    """Return bounds on an option that does not end the game at once, with `remaining` cells."""
    return sharpen_lower(2 - WIN, remaining), sharpen_upper(WIN - 3, remaining)


@bare_kernel
def target_of_depth(depth):
    """Return the least score of a win within an odd depth, or of no loss within an even one."""
    return WIN - depth if depth & 1 else depth - WIN + 1


@bare_kernel
def is_open(options, index):
    """Return whether a search with the present target can say something new of an option."""
    iteration, lower, upper = options.iteration[0], options.lower, options.upper
    if iteration.best_only:
        best = greatest(lower)
        late = iteration.depth > SHORT and best >= iteration.target
        if upper[index] <= best or late:
            return False
    return lower[index] < iteration.target <= upper[index]


@bare_kernel
def settled(lower, upper, best_only):
    """Return whether nothing is left to search, given bounds of shape (options,).

    All bounds meet; or only the best option is of interest, and no other can be better.
    """
    best = greatest(lower)
    for index in range(lower.shape[0]):
        if lower[index] < upper[index] and (not best_only or upper[index] > best):
            return False
    return True


@bare_kernel
def next_question(_search, options, last_depth):
    """Move on to the next option to search and return True; return False if there is none left.

    An option whose search has begun stays the one to search.
    """
    iteration, lower, upper = options.iteration[0], options.lower, options.upper
    if iteration.searching:
        return True
    while FIRST_DEPTH <= iteration.depth <= last_depth:
        iteration.target = target_of_depth(iteration.depth)
        while iteration.option < lower.shape[0]:
            if is_open(options, iteration.option):
                return True
            iteration.option += 1
        if settled(lower, upper, iteration.best_only):
            return False
        iteration.option = 0
        iteration.depth += -1 if iteration.downwards else 1
    return False


@bare_kernel
def record_bounds(options, least, most):
    """Take the bounds that a finished search shows into those of its option, and go on."""
    iteration, lower, upper = options.iteration[0], options.lower, options.upper
    index = iteration.option
    lower[index] = max(lower[index], least)
    upper[index] = min(upper[index], most)
    iteration.searching = 0
    iteration.option += 1
