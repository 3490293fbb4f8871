"""Tournaments of levels: the games, the records of players, tables and charts."""
