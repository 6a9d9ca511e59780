"""Hands Down."""
