"""How late each paddle makes contact, from a flat board dropped on all four at once."""
