"""Every sentence that a phone shows and no game has worded: translated where they are shown."""

from __future__ import annotations

from slamomatic.words import N_

# --- joining ----------------------------------------------------------------------------------------

SCAN = N_("Scan the code on the game's screen.")
LOCKED = N_("The room is locked. Ask at the table to unlock it.")
CHAIR_TAKEN = N_("Somebody else sits there now. Choose another chair.")
COLOUR_TAKEN = N_("Somebody else has that colour now. Choose another one.")
NAME_TAKEN = N_("{name} sits here already. Type another name.")
NOT_READY = N_("The table is busy. Try again in a moment.")
NO_CHAIR_FREE = N_("No chair is free now. Wait for the next game.")
JOIN_TITLE = N_("Sit down")
CHAIR_FREE = N_("{name}'s chair: free")
CHAIR_OF_PERSON = N_("{name} sits here: that is me")
CHAIR_MORE = N_("One more chair")
CHAIR_OF_BOT = N_("Take over from {name}, a bot")
PICK_CHAIR = N_("Choose a chair")
PICK_COLOUR = N_("Choose a colour")
TYPE_NAME = N_("Type your name")
SIT_DOWN = N_("Sit down")

# --- in the room ------------------------------------------------------------------------------------

SEATED = N_("You sit at the table, {name}. The game starts on the big screen.")
NEXT_TURN = N_("You play from the next turn on, {name}. Watch until then.")
NOT_IN_GAME = N_("Your chair is not part of this game. Wait for the next one.")
STAND_UP = N_("Stand up")
SLAP_HERE = N_("Slap on this phone")
SLAP_ELSEWHERE = N_("Slap a paddle or a key instead")
SLAP = N_("SLAP")
WAIT = N_("wait")
TEST = N_("How good is this phone?")
TEST_HOW = N_("Draw circles here with one finger")
TEST_AGAIN = N_("That was too short. Try again, and keep your finger moving.")
SLAPS_GOOD_TO = N_("Slaps on this phone are good to {ms} ms. Closer slaps are a tie.")
ROUND_TRIP = N_("A message to this phone and back takes {ms} ms.")

# --- in a game --------------------------------------------------------------------------------------

YOUR_TURN = N_("Your turn")
TURN_OF = N_("{name}'s turn")
SLAP_NOW = N_("Slap now!")
EVERYBODY_PLAYS = N_("Everybody plays")
PAUSED = N_("Paused")
BEGINS = N_("Ready? Slap to begin!")
GAME_OVER = N_("The game is over")
ONE_WON = N_("{name} has won")
SEVERAL_WON = N_("{names} have won")
LEFT = N_("You have left the game")
SOMEBODY_LEFT = N_("You have left the table")
FACE_DOWN = N_("face down")
SCORE = N_("Score: {score}")
YOUR_CARDS = N_("Your cards")
YOUR_CHOICES = N_("What you can do")
ONLY_YOU = N_("Only you see this")
FAKE = N_("Fake a slap")
TOUCH_FIRST = N_("Touch a card first.")
TOO_LATE = N_("Too late: the table has moved on. Nothing was changed.")
NOT_WHOLE = N_("Touch more cards first.")
WHILE_PAUSED = N_("The game is paused. Nothing was changed.")
SEVERAL_PHONES = N_("{count} phones show this hand")

# --- for everybody in the room ----------------------------------------------------------------------

WATCH_TITLE = N_("Slam-O-Matic")
NO_GAME_YET = N_("The game has not begun")
JOIN_AT = N_("Sit down with your phone: type {address} in its browser.")
CARDS_OF = N_("{name}: {what}")

# --- what closes a page -----------------------------------------------------------------------------

LOST = N_("Connection lost. Trying again …")
REMOVED = N_("This phone has no chair now. Choose one to sit down.")
TOO_MANY = N_("This hand is open on too many other pages. Close one of them, then reload this page.")
TOO_FAST = N_("This phone sent too much at once. Reload this page to go on.")
NOT_OURS = N_("The table did not understand this phone. Reload this page to go on.")
TOO_LONG = N_("This phone sent something too long. Reload this page to go on.")
