"""Everything about phones: who sits where, each seat's own page, and touch screens as paddles.

Off by default. `server` and `sockets` need the `phone` extra and are imported on demand.
"""
