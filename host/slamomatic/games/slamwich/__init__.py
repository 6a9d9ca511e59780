"""Slamwich."""
