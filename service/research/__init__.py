"""The research half: long searches, and what comes of them. Nothing that serves imports it."""
