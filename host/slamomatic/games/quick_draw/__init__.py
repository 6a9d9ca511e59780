"""Quick Draw: wait for the call, then slap first."""
