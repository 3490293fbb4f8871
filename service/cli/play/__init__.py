"""A game in the terminal: the source of moves, the drawing of the board, the dialogue."""
