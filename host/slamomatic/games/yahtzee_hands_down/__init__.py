"""Yahtzee Hands Down."""
