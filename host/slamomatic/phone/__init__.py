"""A seat's own page on a phone: read-only, off by default (the `phone` extra)."""
