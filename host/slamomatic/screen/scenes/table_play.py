"""Two modes of the table: `Play` walks through choices and makes them; `Looking` shows one hand."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from slamomatic.engine.vocabulary import Choice
from slamomatic.face.chooser import Pick
from slamomatic.screen.next_key import DOUBLE, HOLD, LET_GO, TAKE_BACK_US, TAP
from slamomatic.screen.scanning import Stop
from slamomatic.screen.scene import walk
from slamomatic.screen.scenes import table_pause, table_photo, table_words
from slamomatic.screen.scenes.modes import Mode
from slamomatic.screen.scenes.table_parts import Choose, Tap
from slamomatic.screen.scenes.table_words import has_place
from slamomatic.words import gettext

if TYPE_CHECKING:
    from slamomatic.screen.scenes.table import TableScene

# Players who looked away need time to look back before a card falls: all may have to slap for it.
EYES_BACK_US = 1_000_000
STAYS_DOWN_US = 120_000  # how long a click presses a paddle on the screen
SLAP = "slap"  # the name of the stop at which a press is the slap
ARROWS = ("left", "right", "up", "down")
# While the board still shows an old table, these keys only go on to the table of now.
CHOOSES = (*ARROWS, "mark", "confirm")


class Play(Mode):
    """Always at the bottom of the stack: it remembers a choice that is still to be made."""

    def __init__(self, table: TableScene) -> None:
        super().__init__(table)
        # A choice made by a double tap, and until when another tap takes it back.
        self.pending: tuple[Choice, int] | None = None
        # A choice made in a look, where paddles are dark and no card may fall: it waits until they are live.
        self.waiting_choice: Choice | None = None
        self._choose_at_us: int | None = None  # when `waiting_choice` is made; None: not legal yet
        self._tap_came_from: Choice | None = None  # the choice that the first tap of two walked away from
        # Paddles that are pressed on the screen (by the mouse, a finger), and until when they stay down.
        self.down_until_us: dict[int, int] = {}

    # --- what was chosen ----------------------------------------------------------------------------

    def act(self, now_us: int) -> None:
        """Make the choices that are due now: one of a double tap, and one that was made in a look.

        A pause cancels a double tap. A choice made in a look is forgotten when the turn is over.
        """
        if self.session.clock.paused:
            self.pending = self._choose_at_us = None
        elif self.pending is not None and now_us >= self.pending[1]:
            choice, self.pending = self.pending[0], None
            self.do(choice)
        if (waiting := self.waiting_choice) is None:
            return
        if self.session.moment.room["turn"] != waiting.seat:
            self.waiting_choice = self._choose_at_us = None
        elif waiting not in self.session.legal(waiting.seat):
            self._choose_at_us = None  # paddles are dark, perhaps again: wait for them from the start
        elif self._choose_at_us is None:
            self._choose_at_us = now_us + EYES_BACK_US
        elif now_us >= self._choose_at_us:
            self.waiting_choice = self._choose_at_us = None
            self.session.choose(waiting)

    def wakes_at_us(self) -> int | None:
        times = [self._choose_at_us, self.pending[1] if self.pending else None, *self.down_until_us.values()]
        return min((at_us for at_us in times if at_us is not None), default=None)

    def do(self, choice: Choice) -> None:
        """Make a choice: at once, or in a look as soon as the paddles are live again. "down" is a slap."""
        table, mode = self.table, self.table.mode
        if choice.do == "down":
            self.slap(choice.seat)
        elif mode.looker is not None and choice not in self.session.legal(choice.seat):
            self.waiting_choice, self._choose_at_us = choice, None
        else:
            self.session.choose(choice)
        table.chooser.begin_again()
        if mode.looker is not None and choice.do == table.face.first_choice:
            table.reply(gettext("Chosen! Now let go, then slap."))
        if mode.stays_open:
            table.drop(mode)

    def confirm(self) -> None:
        """Make the choice at the cursor, or say which pieces of it are missing.

        Where no player is suggested, the first Enter only walks to one and the second chooses. So nobody is
        hit by a key that was meant for an earlier choice.
        """
        table = self.table
        choice = table.chooser.confirmed()
        if table.chooser.undecided:
            table.chooser.walk(1)
            table.reply(table_words.enter_again(table))
        elif choice is None:
            table.reply(table_words.missing_pieces(table))
        else:
            self.pending = None
            self.do(choice)

    # --- keys ---------------------------------------------------------------------------------------

    def key(self, action: str) -> None:
        """Obey a key: walk through choices and make them, or open what lies beside the game."""
        table, chooser = self.table, self.table.chooser
        if table.memory.until_us is not None and action in CHOOSES:
            table.memory.go_on()
        elif self._walk_by_place(action) or (action == "confirm" and self._pick_part()):
            self.stage.sound("tick")
        elif action in ("left", "right"):
            chooser.walk(-1 if action == "left" else 1)
            self.stage.sound("tick")
        elif action == "confirm" and table_words.may_finish(table):
            self.finish()
        elif action == "confirm":
            self.confirm()
        elif action in ("up", "down", "mark"):
            chooser.walk_pieces(action)
            self.stage.sound("tick")
        else:
            does: dict[str, Callable[[], None]] = {
                "photo": partial(table_photo.show, table),
                "pause": table.ask_to_pause,
                "void": partial(table_pause.ask_to_undo, table),
                "feint": self.fake,
                "call": self._call,
                "help": self._show_rules_now,
            }
            if action in does:
                does[action]()

    def gesture(self, gesture: str) -> None:
        """Obey the NEXT key: a hold looks, a tap walks on or takes a choice back, a double tap chooses.

        The first tap of a double tap has already walked on. So the second goes back and chooses there.
        """
        table, chooser = self.table, self.table.chooser
        came_from, self._tap_came_from = self._tap_came_from, None
        if gesture == HOLD:
            self.look()
        elif gesture not in (TAP, DOUBLE):
            return
        elif table.memory.until_us is not None:
            table.memory.go_on()
        elif self.pending is not None:
            self.pending = None
        elif gesture == TAP:
            undecided, before = chooser.undecided, chooser.chosen
            chooser.walk(1)
            # An undecided cursor stood nowhere: then the choice that this tap walked to counts.
            self._tap_came_from = chooser.chosen if undecided else before
            self.stage.sound("tick")
        # If the first tap did something else than walk, the second chooses nothing.
        elif came_from is not None and chooser.return_to(came_from):
            if (choice := chooser.confirmed()) is not None:
                self.pending = (choice, self.stage.after_us(TAKE_BACK_US))
            table.reply(table_words.missing_pieces(table))

    def wish(self, wish: object) -> None:
        """Do what a pressed target stands for: point at a card, choose an entry, or slap."""
        table = self.table
        match wish:
            case Pick():
                if table.chooser.point_at(wish):
                    self.confirm()
            case Choose(entry):
                table.chooser.go_to(entry)  # a button says what it does: one click is enough
                self.confirm()
            case Tap(seat):
                self.slap(seat)
            case _:
                super().wish(wish)

    def finish(self) -> None:
        """Let the bots play the rest quickly: nobody here can slap any more."""
        if table_words.may_finish(self.table):
            self.table.hurry()

    def look_by_mouse(self) -> None:
        self.look(by_mouse=True)

    def look(self, by_mouse: bool = False) -> None:
        """Show the hand of the player whose turn it is, or of the next person, and make the paddles dark.

        Does nothing while looking is not possible.
        """
        table, session = self.table, self.session
        if table.looking is not None or not table.may_look() or session.over:
            return
        table.memory.go_on()
        looker = table.next_looker
        if looker == session.moment.room["turn"]:
            table.lessons.note_look(table_words.turn_and_phase(table))
        session.curtain(True)
        table.push(Looking(table, looker, by_mouse))

    def slap(self, seat: int) -> None:
        """Press the seat's own key for a moment. A real paddle can't be clicked: then say so."""
        session, clock, keyboard = self.session, self.stage.clock, self.stage.unit.keyboard
        paddle = session.seats[seat].colour
        if seat not in session.seats_on_keys or seat not in session.people:
            self.table.reply(gettext("Slap your paddle!"))
        elif keyboard is not None and paddle < keyboard.paddles:
            self.down_until_us[paddle] = clock() + STAYS_DOWN_US
            keyboard.key(paddle, True, clock())

    def release_pressed(self, now_us: int) -> None:
        """Release the paddles on the screen that have been down for long enough."""
        keyboard = self.stage.unit.keyboard
        for paddle, until_us in list(self.down_until_us.items()):
            if now_us >= until_us:
                del self.down_until_us[paddle]
                if keyboard is not None:
                    keyboard.key(paddle, False, now_us)

    def fake(self) -> None:
        """Let the turn player's hand on the screen pretend to slap, or say why it can't now."""
        table, session = self.table, self.session
        fakes, turn = self.key_name("feint"), session.moment.room["turn"]
        if not table.face.fakes:
            table.reply(gettext("{key} fakes a slap, but not in this game.", key=fakes))
        elif turn not in session.people:
            table.reply(gettext("{key} fakes a slap, but only in your turn.", key=fakes))
        elif self.sees_through():
            table.reply(gettext("They have seen through it! No more fakes in this turn."))
        elif not table.fakes.shown(self.stage.clock()):
            session.feint(turn)

    def sees_through(self) -> bool:
        """Return whether a fake can fool nobody any more: the others are bots, and have seen enough of it."""
        return self.session.alone is not None and self.table.fakes.worn_out

    def _show_rules_now(self) -> None:
        if not self.table.keeps_slap_running():
            self.show_rules()

    def _call(self) -> None:
        """Call for the one person who may call now; if several may, tell them to slap their own paddles."""
        table, session = self.table, self.session
        choices = [choice for seat in session.people for choice in session.legal(seat) if choice.do == "call"]
        if len(choices) == 1:
            session.choose(choices[0])
        elif choices:
            table.reply(gettext("Who calls? Slap your own paddle instead."))
        else:
            table.reply(gettext("There is nothing to call now."))

    # --- one switch ---------------------------------------------------------------------------------

    def chooses_by_switch(self) -> int | None:
        """Return the seat whose press chooses now; None: a press of any paddle is a slap."""
        table, people, room = self.table, self.table.shown.people, self.table.shown.moment.room
        if table.mode.looker is not None:
            return table.mode.looker
        if self._only_goes_on() or not (table.face.spotted or room["asked"] or room.get("open")):
            alone, turn = table.shown.alone, room["turn"]
            seats = [choice.seat for choice in table.chooser.choices]
            if self._only_goes_on():
                return alone if alone is not None else next(iter(people), None)
            if alone is not None:
                return alone if seats else None
            return turn if turn in people else next(iter(seats), None)
        return None

    def _only_goes_on(self) -> bool:
        """Return whether there is nothing to slap or choose: the board shows what was, or only bots play."""
        table = self.table
        return table.memory.until_us is not None or table_words.may_finish(table) or table.shown.over

    def takes_slap(self, seat: int) -> bool:
        if self.chooses_by_switch() != seat:
            return True
        stop = self.stage.scanner.stop
        return stop is not None and stop.name == (self.table.mode, SLAP)

    def stops(self) -> list[Stop]:
        """Return the choices in their order, a slap where it may be one, and the other buttons."""
        seat, chooser = self.chooses_by_switch(), self.table.chooser
        stops: list[Stop] = []
        if seat is None:
            return []  # a press is the slap, so the mark must not promise anything else
        if not self._only_goes_on():
            if self.table.face.walked_by_place:
                stops += self._stops_on_places()
            elif chooser.picked_in_pieces:
                stops += [self._stop_at_piece(number) for number in range(len(chooser.pieces))]
            stops += [
                self._stop_at(choice)
                for choice in chooser.ring()
                if not (self.table.face.walked_by_place and self._lies_on_board(choice))
            ]
            if self.table.eyes is None and not any(stop.name == SLAP for stop in stops):
                stops += self._stop_at_slap(seat)
        for target in self.table.pressable:
            if target.name.startswith("prompt/") and not isinstance(target.wish, Choose | Tap):
                wish = target.wish
                press = self.look_by_switch if wish == self.look_by_mouse else partial(self.wish, wish)
                stops.append(Stop(getattr(wish, "func", wish), press, box=target.box))
        return stops

    def scans_elsewhere(self) -> bool:
        """Return whether the mark of one switch is at something else than a choice of the ring."""
        stop = self.stage.scanner.stop
        ring = [(self.table.mode, self._stop_at(choice).name) for choice in self.table.chooser.ring()]
        return self.stage.scanner.on and stop is not None and stop.name not in ring

    def first_stop(self) -> int:
        """Return the stop of the choice that is suggested."""
        chooser = self.table.chooser
        ring, names = chooser.ring(), [stop.name for stop in self.stops()]
        name = self._stop_at(ring[chooser.ring_at()]).name if ring else None
        return names.index(name) if name in names else 0

    def _stop_at(self, choice: Choice) -> Stop:
        """Return the stop at an entry of the ring, which the board and the first button show."""
        pieces = choice.do == self.table.chooser.picked_in_pieces
        name: object = (choice.do, "" if pieces else repr(choice.data), choice.seat)
        if choice.do == "down":
            name = SLAP

        def come() -> None:
            ring = self.table.chooser.ring()
            at = next((n for n, one in enumerate(ring) if self._stop_at(one).name == name), None)
            if at is not None:
                self.table.chooser.go_to(at)

        return Stop(name, self.confirm, come)

    def _stop_at_piece(self, number: int) -> Stop:
        """Return the stop at one piece of a choice in pieces: a press takes it or puts it back."""
        chooser = self.table.chooser
        piece = chooser.pieces[number]
        wishes = ((target.wish, target.box) for target in self.table.pressable)
        box = next(
            (box for wish, box in wishes if isinstance(wish, Pick) and (wish.value, wish.nth) == piece), None
        )
        return Stop(
            ("piece", number), partial(chooser.toggle, piece), partial(setattr, chooser, "piece", number), box
        )

    def _stop_at_slap(self, seat: int) -> list[Stop]:
        """Return the stop at the own paddle, where nobody may tell from the screen whether a slap is wise."""
        if not self.session.moment.room["live"][seat]:
            return []
        box = self.table.sprites.get(f"seat/{seat}/paddle")
        return [Stop(SLAP, partial(self.slap, seat), box=box.box if box is not None else None)]

    def _stops_on_places(self) -> list[Stop]:
        """Return the cards on the board that something can be done with: a press is Enter on that card."""
        return [
            Stop(
                target.wish,
                partial(self.key, "confirm"),
                partial(self.table.chooser.walk_to_place, target.wish),
                target.box,
            )
            for target in self.table.pressable
            if isinstance(target.wish, Pick) and self._can_walk_to(target.wish)
        ]

    def _lies_on_board(self, choice: Choice) -> bool:
        """Return whether a stop on the board stands for this choice."""
        return has_place(choice) and choice.do != self.table.chooser.picked_in_pieces

    def look_by_switch(self) -> None:
        """Look at the hand until something is chosen, or until it is hidden again."""
        self.look()
        self.table.mode.stays_open = self.table.mode.looker is not None

    # --- by places ----------------------------------------------------------------------------------

    def _pick_part(self) -> bool:
        """Take Enter where a choice takes several cards: pick one. Return False if nothing was picked."""
        return not self.table.chooser.press_enter([target.wish for target in self.table.pressable])

    def _walk_by_place(self, action: str) -> bool:
        """Walk by an arrow key to the next card that can be chosen, or to a button, on a board of places.

        Return False if nothing was walked: another key, another kind of board, or nothing to choose.
        """
        if action not in ARROWS or not self.table.face.walked_by_place:
            return False
        chooser = self.table.chooser
        places = [target for target in self.table.pressable if self._can_walk_to(target.wish)]
        if not places:
            return False
        at = next((n for n, place in enumerate(places) if self._cursor_is_on(place.wish)), 0)
        match places[walk([place.box for place in places], at, action)].wish:
            case Pick() as pick:
                chooser.walk_to_place(pick)
            case Choose(entry):
                chooser.go_to(entry)
        return True

    def _can_walk_to(self, wish: object) -> bool:
        """Return whether arrow keys stop here: at a card with a choice, or a button without a card."""
        chooser = self.table.chooser
        match wish:
            case Pick():
                return bool(chooser.choices_about(wish))
            case Choose(entry):
                return bool(chooser.picked_in_pieces) or not has_place(chooser.ring()[entry])
        return False

    def _cursor_is_on(self, wish: object) -> bool:
        """Return whether the arrow keys are at this card or button now.

        The chooser knows the card (`here`) once a key has walked; before, the chosen entry tells it.
        """
        chooser = self.table.chooser
        in_pieces = chooser.chosen is not None and chooser.chosen.do == chooser.picked_in_pieces
        match wish:
            case Choose(entry):
                return entry == chooser.ring_at() and chooser.here is None and not in_pieces
            case Pick(_, value, _, nth) if chooser.here is None:
                on_piece = not in_pieces or chooser.piece_pointed_at == (value, nth)
                return on_piece and chooser.cursor in chooser.choices_about(wish)
        return wish == chooser.here


class Looking(Mode):
    """One hand is shown to its player, who can choose as in play. Paddles are dark meanwhile."""

    def __init__(self, table: TableScene, looker: int, by_mouse: bool = False) -> None:
        super().__init__(table)
        self.looker = looker
        self._by_mouse = by_mouse

    def key(self, action: str) -> None:
        self.table.play.key(action)

    def stops(self) -> list[Stop]:
        return self.table.play.stops()

    def first_stop(self) -> int:
        return self.table.play.first_stop()

    def takes_slap(self, seat: int) -> bool:
        return self.table.play.takes_slap(seat)

    def gesture(self, gesture: str) -> None:
        if gesture == LET_GO:
            self.close()
        self.table.play.gesture(gesture)

    def wish(self, wish: object) -> None:
        self.table.play.wish(wish)

    def unclick(self, point: tuple[int, int]) -> None:
        """End a look by mouse: the button is released. Released on a card, it chooses that card.

        If that card can be part of several choices, the hand stays open for the rest.
        """
        if not self._by_mouse:
            return
        self._by_mouse = False
        chooser = self.table.chooser
        here = (target.wish for target in self.table.pressable if target.box.holds(point))
        pick = next((wish for wish in here if isinstance(wish, Pick)), None)
        fitting = [chooser.choices[n] for n in chooser.choices_about(pick)] if pick is not None else []
        if pick is not None and fitting:
            chooser.point_at(pick)
        if len(fitting) == 1:
            self.table.play.do(fitting[0])
        self.stays_open = len(fitting) > 1
        if not self.stays_open:
            self.close()

    def ended(self) -> None:
        self.table.chooser.unmark()
        self.table.reply("")  # the last reply was meant for the looker alone
        self.session.curtain(False)
