"""A long run: whether slaps are lost or out of order, and whether memory is used up."""
