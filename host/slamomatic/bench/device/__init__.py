"""The gap from which on any gamepad, keyboard or mouse reports two presses in their true order."""
