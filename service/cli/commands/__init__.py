"""The commands; one module is one command."""
