"""A journal as a film: the window's own scenes, drawn frame by frame without a window."""
