"""The proofs of the first stones of Connect Four, of which the book is made."""
