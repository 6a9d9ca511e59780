"""The windows that instruments work in: scenes, their shared parts, and the threads beside them."""
