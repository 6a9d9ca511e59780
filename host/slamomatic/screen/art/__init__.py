"""Vector art: each piece is a frozen description that draws itself once per size."""
