"""An engine for the managers of tournaments: what it answers, and what it is allowed."""
