"""The scenes: each turns what it is given into a list of sprites, and keys into wishes."""
