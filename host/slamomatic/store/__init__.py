"""Files that outlive a session: the journal of the game in play and the history of the games that ended."""
