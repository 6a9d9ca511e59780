"""How late the screen is, and how much that varies, seen by a light sensor on the unit."""
