"""Whether the unit names the right loser, from known slaps with bounce and noise."""
