"""An evening with one unit in one file, and back."""
