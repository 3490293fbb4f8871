"""Searches that take minutes or days: what they show, keep, publish, and how they are stopped."""
