"""What a game shows of itself: its board, its cards, and the parts they are put together from."""
