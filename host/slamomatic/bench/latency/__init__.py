"""The time from the first contact to the USB packet, and on to the event on the host."""
