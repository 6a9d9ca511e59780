"""The phones of the room: who sits where, and each seat's own page. Off by default (the `phone` extra)."""
