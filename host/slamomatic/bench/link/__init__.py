"""The speed at which the wire is read, and what is lost or repaired when lines are damaged on purpose."""
