"""Hit the Deck."""
