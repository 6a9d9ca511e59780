"""The Pico itself: find it, flash it, check it up."""
