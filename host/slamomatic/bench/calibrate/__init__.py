"""The offset of each paddle's contact, from a flat board dropped on all four at once."""
