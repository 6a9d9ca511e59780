"""One board per game: a view becomes cards on the felt. A board lays out; it decides nothing."""
