"""Every sentence that a phone shows and no game has worded: whole sentences with named placeholders."""

from __future__ import annotations

# --- joining ----------------------------------------------------------------------------------------

LOCKED = "The room is locked. Ask at the table to unlock it."
CHAIR_TAKEN = "Somebody else sits there now. Choose another chair."
COLOUR_TAKEN = "Somebody else has that colour now. Choose another one."
NAME_TAKEN = "{name} sits here already. Type another name."
NOT_READY = "The table is busy. Try again in a moment."
NO_CHAIR_FREE = "No chair is free now. Wait for the next game."
JOIN_TITLE = "Sit down"
CHAIR_FREE = "{name}'s chair: free"
CHAIR_OF_PERSON = "{name} sits here: that is me"
CHAIR_MORE = "One more chair"
PICK_CHAIR = "Choose a chair"
PICK_COLOUR = "Choose a colour"
TYPE_NAME = "Type your name"
SIT_DOWN = "Sit down"

# --- in the room ------------------------------------------------------------------------------------

SEATED = "You sit at the table, {name}. The game starts on the big screen."
PHONES_HERE = "{count} phones show this hand."
NOT_IN_GAME = "Your chair is not part of this game. Wait for the next one."
STAND_UP = "Stand up"

# --- what closes a page -----------------------------------------------------------------------------

LOST = "Connection lost. Trying again …"
REMOVED = "This phone has no chair now. Choose one to sit down."
TOO_MANY = "This hand is open on too many other pages. Close one of them, then reload this page."
TOO_FAST = "This phone sent too much at once. Reload this page to go on."
NOT_OURS = "The table did not understand this phone. Reload this page to go on."
TOO_LONG = "This phone sent something too long. Reload this page to go on."
