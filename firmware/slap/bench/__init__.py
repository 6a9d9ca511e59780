"""Commands that only a bench sends: loaded when first asked for, so that play has their memory."""
