"""Files that outlive a sitting: the journal of the game in play and the history of the games that ended."""
