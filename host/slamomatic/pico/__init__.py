"""The board itself: find it, flash it, check it up."""
