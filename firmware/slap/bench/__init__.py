"""What only a bench asks for: loaded when it is first asked for, so that play has its memory."""
