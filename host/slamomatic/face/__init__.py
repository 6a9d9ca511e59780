"""How a game looks, sounds and speaks, and the parts that boards are put together from."""
