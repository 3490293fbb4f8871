"""Levels against each other: the games, how they are counted, and how that is shown."""
