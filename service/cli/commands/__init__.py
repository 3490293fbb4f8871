"""The commands. Each module is one command."""
