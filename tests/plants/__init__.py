"""Faults that are planted on purpose, each named by what goes wrong for somebody; see README.md."""
