"""Best moves for k-in-a-row games on any board, with proven values, over HTTP."""

__version__ = "1.0.0"
