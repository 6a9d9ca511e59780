"""The time from a key to the frame that shows the slap; frame times and start-up."""
