"""The table speaks: which line is said when (pure), and the voices of three systems that say it."""
