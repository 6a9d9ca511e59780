"""Bench instruments, one folder each. What several of them use lies beside the folders."""
