"""A window on the raw edges of a unit: time axis, trigger, cursors and export."""
