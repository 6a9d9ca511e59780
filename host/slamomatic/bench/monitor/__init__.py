"""A live view of one unit: its paddles, last slaps, rates, noise spikes and faults."""
