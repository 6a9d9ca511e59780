"""How long the table takes from a key to the frame that shows the slap; frame times and start-up."""
