"""The bounce of each switch, and the lockout and hold time that follow from it."""
