"""Lowdown."""
