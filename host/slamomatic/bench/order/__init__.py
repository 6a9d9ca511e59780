"""A check that the unit names the right loser, with known slaps, bounce and noise."""
