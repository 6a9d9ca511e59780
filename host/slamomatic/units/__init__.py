"""Where slaps come from: serial, keyboard, emulated and recorded units behind one interface."""
