"""The delay of the screen, and how much it varies, seen by a light sensor on the unit."""
