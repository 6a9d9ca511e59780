"""A game at the table without a window: the session and its parts. They know no rule and no pygame."""
