"""The verbs of `slamomatic`, one module each."""
