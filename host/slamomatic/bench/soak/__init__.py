"""Whether a long run loses slaps, mixes up their order or uses up memory."""
