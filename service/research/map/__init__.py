"""The map of the solved games: every board of at most 64 cells, every row length."""
