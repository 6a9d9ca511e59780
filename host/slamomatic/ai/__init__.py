"""Each game as a PettingZoo environment, to study games and to train agents (the extra `ai`)."""
