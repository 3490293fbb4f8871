"""The making of puzzles: positions of games that are played, proven, and measured."""
