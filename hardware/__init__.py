"""slam-o-matic: the hardware and the tools that make its files."""
