"""The table as one HTML file: the same Python and the same window, in a browser."""
