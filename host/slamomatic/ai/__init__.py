"""For people who study games: each game as a PettingZoo environment (the extra `ai`)."""
