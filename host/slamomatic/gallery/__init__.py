"""`slamomatic gallery`: every scene in every state of every game, drawn without a display."""
