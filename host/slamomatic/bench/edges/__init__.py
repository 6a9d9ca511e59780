"""Raw edges of the paddles, for several instruments: captures, bursts, and a scope's view of them. Pure."""
