"""A game in the terminal: who answers, how the board is drawn, and what is said in between."""
