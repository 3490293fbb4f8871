"""Heaps of positions: files with a question in each line, answered by many processes in order."""
