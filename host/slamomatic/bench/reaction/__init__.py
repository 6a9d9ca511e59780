"""The reaction times of people at the paddles, false starts included."""
