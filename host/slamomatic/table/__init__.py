"""One session: unit, game, journal, seats and bots around one clock. No pygame here, and no rule."""
