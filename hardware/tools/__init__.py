"""Makes and checks the hardware files; `python3 hardware` runs it."""
