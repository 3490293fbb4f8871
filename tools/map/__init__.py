"""The map of the solved games: all boards of at most 64 cells with all row lengths."""
