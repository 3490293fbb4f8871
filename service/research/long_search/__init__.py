"""Searches that take minutes or days: progress, checkpoints, certificates, interruption."""
