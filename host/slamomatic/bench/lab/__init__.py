"""Slaps as streams of the Lab Streaming Layer (LSL), each with a bound on its error."""
