"""From which gap on any gamepad, keyboard or mouse reports two presses in their true order."""
