"""The timing of one unit as a whole, on a page that holds the raw data and can be verified."""
