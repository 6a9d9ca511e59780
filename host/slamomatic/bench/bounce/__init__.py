"""How long each switch bounces, and the lockout and hold time that follow from that."""
