"""The games of this house, each in a folder of its own."""
