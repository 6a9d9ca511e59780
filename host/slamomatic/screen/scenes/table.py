"""The table in play: slaps and keys in, one view out to be drawn, the hand only for whom it is."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from slamomatic.engine.vocabulary import Choice, Json, seen
from slamomatic.face.chooser import Chooser, Pick
from slamomatic.face.faces import face_of
from slamomatic.face.model import Table
from slamomatic.kit.easel import Easel
from slamomatic.kit.geometry import Box, Frame
from slamomatic.kit.sprites import Art
from slamomatic.screen import flights, furniture, layout, offers, unit_words
from slamomatic.screen.happenings import Happenings
from slamomatic.screen.kept_choice import KeptChoice
from slamomatic.screen.lessons import Lessons
from slamomatic.screen.next_key import DOUBLE, HOLD, LET_GO, TAKE_BACK_US, TAP
from slamomatic.screen.scene import Scene, Stage
from slamomatic.screen.scenes import (
    table_extras,
    table_keys,
    table_menu,
    table_photo,
    table_prompt,
    table_said,
)
from slamomatic.screen.scenes.result import ResultScene
from slamomatic.store.journal import JournalError
from slamomatic.table.sitting import PACES_MS, Sitting

if TYPE_CHECKING:
    from slamomatic.screen.phone_pages import PhonePages
from slamomatic.units.base import News, UnitNotice, What

# Keys that go on to what is now while the board shows what was.
CHOOSES = ("left", "right", "up", "down", "mark", "confirm")
JERK_US = 250_000  # as long as a hand that turns back
GOOD_NEWS = (What.CONNECTED, What.FOUND, What.FAULT_OVER)


class TableScene(Scene):
    """One game from its first card to its last."""

    def __init__(self, stage: Stage, sitting: Sitting) -> None:
        super().__init__(stage)
        self.sitting = sitting
        self.face = face_of(sitting.name, bool(sitting.options.get("paper")))
        self.chooser = Chooser(self.face.whom)
        self.happenings = Happenings(self.face)
        self.memory = self.face.memory()
        self.looking: int | None = None  # whose hand is shown behind the curtain
        # A double tap that can still be taken back, and until when.
        self.pending: tuple[Choice, int] | None = None
        self.kept = KeptChoice()
        self.photo: table_photo.Replay | None = None
        self._disputed = False  # somebody pressed the key and waits for an answer
        self._look_by_mouse = False
        self.look_stays = False  # open after the button was let go, till the choice is whole
        self._jerks_until_us = 0  # a hand that only pretends to slap
        self._places: dict[str, Box] = {}
        self.whisper: Json | None = None
        self.pages: PhonePages | None = None  # off by default
        self.alarm = ""
        self.answer = ""  # to a key that came too early; the next one takes it away
        self.missing = ""  # what the table says while a unit is not there
        self.goes: int | None = None  # who wants to go, while that is asked
        self._by_itself = False  # the missing unit stopped the table, nobody else did
        self._stood_on: Choice | None = None  # where the first tap of two walked away from
        self.lessons = Lessons(() if sitting.name in stage.prefs.explained else self.face.tips)
        self._result_at_us: int | None = None

    # --- time ---------------------------------------------------------------------------------------

    @property
    def drains_unit(self) -> bool:
        return True

    def enter(self) -> None:
        self.sitting.pace_ms = PACES_MS.get(self.stage.prefs.pace, self.sitting.pace_ms)

    def leave(self) -> None:
        self._look(False)
        self._by_itself = False

    def overhear(self, news: Sequence[News]) -> None:
        """Rules, settings or codes lie over the table: taps and slaps are theirs, the rest is heeded."""
        self.sitting.heed_in_pause(news)
        self.sitting.next_presses.clear()
        self.sitting.slapped_in_pause = False

    def pump(self) -> None:
        try:
            self._pump()
        except JournalError as error:
            self.stop(error)

    def stop(self, error: JournalError) -> None:
        """Nothing can be written any more, so nothing newer may be shown: the game waits for a resume."""
        from slamomatic.screen.scenes.start import StartScene

        self.close()
        with contextlib.suppress(JournalError):
            self.sitting.close()
        start = StartScene(self.stage)
        start.complain(error)
        self.stage.go(start)

    def _pump(self) -> None:
        sitting = self.sitting
        self._mind_the_unit()
        sitting.pump()
        if self.photo is not None and sitting.slapped_in_pause:
            table_photo.close(self)
        now_us = self.stage.clock()
        effects = sitting.take_effects()
        if effects and self.pages is not None:
            self.pages.publish()
        for effect in seen(effects, None):
            self.hear(effect, now_us)
        for press in sitting.next_presses:
            self.stage.next_button(press)
        sitting.next_presses.clear()
        for notice in sitting.notices:
            self._heed(notice, now_us)
        sitting.notices.clear()
        for seat, refused in sitting.refusals:
            if seat in sitting.people:
                # A reason may tell a hidden card, and a screen that several share has many eyes.
                words = str(refused) if seat in (sitting.alone, self.eyes) else refused.public
                self.alarm = words[:1].upper() + words[1:]
        sitting.refusals.clear()
        if self.eyes is not None:
            turn_us = self.happenings.last.get("turn", {}).get("t_us", 0)
            for told in sitting.take_whispers(self.eyes):
                if self.face.telling(told["what"]).once and told["t_us"] >= turn_us:  # else its turn is over
                    self.whisper = told
        self.chooser.offer(self.offers())
        if sitting.clock.paused:
            self.pending = self.kept.falls_us = None  # who stops the table takes it back
        elif self.pending is not None and now_us >= self.pending[1]:
            choice, self.pending = self.pending[0], None
            self._do(choice)
        turn = sitting.view(None)["turn"]
        self.lessons.follow(turn, now_us)
        kept = self.kept.due(sitting.legal, turn, now_us)
        if kept is not None:
            sitting.choose(kept)
        if sitting.over and self._result_at_us is None:
            self._result_at_us = now_us + table_extras.LAST_LOOK_US
        if self._result_at_us is not None and now_us >= self._result_at_us:
            self._to_result()

    def _heed(self, notice: UnitNotice, now_us: int) -> None:
        """Bad news stays until the next turn or slap, good news is said once."""
        text = unit_words.told(notice)
        if notice.what in GOOD_NEWS:
            late = notice.what is What.CONNECTED and not self.sitting.owners.seats_on(notice.source)
            words = f"{text} It plays from the next game on." if late else text
            self.happenings.hear({"what": "unit"}, words, now_us)
            self.alarm = ""
            self.stage.sound("ready")
        else:
            broken = notice.what is What.FAULT
            self.alarm = (table_menu.offer_of_keys(self) if broken else "") or text
            self.stage.sound("fault")

    def _mind_the_unit(self) -> None:
        """Without its unit the table stands still; the slap that was open is void; with it, it goes on."""
        missing = self.sitting.owners.missing_unit()
        if missing and not self.missing:
            self._look(False)
            self._by_itself = self.photo is not None or not self.sitting.clock.paused
            self.goes = self.photo = None
            self.sitting.pause()
        elif self.missing and not missing and self._by_itself:
            self.sitting.go_on()
        self.missing = missing

    def wakes_at_us(self) -> int | None:
        wakes = [self.sitting.wakes_at_us(), self._result_at_us, self.kept.falls_us]
        wakes.append(self.memory.until_us)
        wakes.append(self.pending[1] if self.pending else None)
        wakes.append(self._jerks_until_us if self.stage.clock() < self._jerks_until_us else None)
        if table_said.verdict_stands(self):
            wakes.append(self.happenings.verdict_until_us)
        if self.photo is not None and self.photo.running:
            wakes.append(self.stage.clock())
        return min((at for at in wakes if at is not None), default=None)

    def hear(self, effect: Json, now_us: int) -> None:
        table = self.table(None)
        told = self.face.telling(effect["what"])
        words = self.face.sentence(table, effect) or table_extras.common_words(table, effect, self._disputed)
        if effect["what"] == "void":
            self._disputed = False
        self.happenings.hear(effect, words, now_us)
        self.memory.hear(effect, now_us)
        flight = flights.flight_of(effect, told, self.sitting.name, self._places, now_us)
        if flight is not None:
            self.stage.fly(flight)
        if told.sound:
            self.stage.sound(told.sound)
        if effect["what"] in ("turn", "slap"):
            self.alarm = ""
        if effect["what"] == "slap" and self.photo is not None:
            table_photo.close(self)  # a slap was open: nobody looks at an old one now
        if effect["what"] == "feint":
            self._jerks_until_us = now_us + JERK_US
        if effect["what"] == "turn":
            self.whisper = None

    # --- whose eyes ---------------------------------------------------------------------------------

    @property
    def eyes(self) -> int | None:
        """The seat whose view is drawn: the looker's, or that of the one person playing against bots."""
        return self.looking if self.looking is not None else self.sitting.alone

    def offers(self) -> list[Choice]:
        if self.eyes is None:
            return offers.everybody_s(self.sitting, self.face)
        return offers.own(self.sitting, self.face, self.eyes, self.looking is not None)

    def table(self, eyes: int | None) -> Table:
        sitting, chooser = self.sitting, self.chooser
        feint = self.happenings.last.get("feint", {})
        return Table(
            game=sitting.name,
            view=sitting.view(eyes),
            eyes=eyes,
            seats=tuple(sitting.seats),
            choices=tuple(chooser.choices),
            cursor=len(chooser.choices) if chooser.undecided else chooser.cursor,
            marked=frozenset(chooser.marked),
            piece=chooser.pieces()[chooser.piece % n] if (n := len(chooser.pieces())) else None,
            marks=dict(self.happenings.marks),
            photo=None if self.happenings.cleared else sitting.photographer.last,
            slap_order=tuple(self.happenings.slap_order),
            loser=self.happenings.loser,
            clumped=self.happenings.clumped,
            jerks=feint["seat"] if self.stage.clock() < self._jerks_until_us else None,
            whisper=self.whisper if self.whisper and eyes == self.whisper["seat"] == self.eyes else None,
            keys=self.stage.prefs.seat_keys,
            seats_on_keys=sitting.seats_on_keys,
            last=self.happenings.last,
            memory=self.memory,
            what_was=self.memory.shows_what_was(self.stage.clock()),
            options=sitting.options,
        )

    # --- drawing ------------------------------------------------------------------------------------

    def draw(self, e: Easel) -> None:
        t = self.table(self.eyes)
        if self.sitting.clock.paused:
            t = replace(t, view={**t.view, "live": [False] * len(t.seats)})  # what is slapped now is nothing
        self._draw_table(e, t)
        if self.photo is not None:
            table_photo.draw(e, t, self, self.photo)
        elif self.sitting.clock.paused:
            e.targets.clear()
            items, title = table_menu.items(self), table_menu.title(self)
            table_extras.pause_menu(e, items, self.cursor, title, self.missing)

    def _draw_table(self, e: Easel, t: Table) -> None:
        places = layout.table(e.frame, len(t.seats), self.face.seats_share)
        live = any(t.view["live"]) and not t.view["over"]
        furniture.rim(e, places, live)
        furniture.title(e, t, places.title, table_extras.subtitle(t))
        furniture.lamp(e, t, places.lamp)
        if self.looking is None:
            furniture.units(e, unit_words.in_short(self.stage.unit.states()), places.units)
        else:
            table_extras.curtain_band(e, t, self.looking, places)
        self.face.draw(e, t, places.board)
        for seat, box in enumerate(places.seats):
            furniture.seat_panel(e, t, self.face, seat, box)
        words, about, alarm = table_said.sentence(self, t)
        furniture.said(e, words, t.seats[about] if about is not None else None, places.said, alarm)
        furniture.prompt(e, table_prompt.hint(self, t), table_prompt.buttons(self, t), places.prompt)
        self._places = {sprite.name: sprite.box for sprite in e.sprites}

    def soon(self, frame: Frame) -> list[tuple[Art, int, int]]:
        """The same moment live and dark, every paddle up and down: a slap is shown in the very next frame."""
        t = self.table(self.eyes)
        soon: list[tuple[Art, int, int]] = []
        for live in (True, False):
            e = Easel(frame)
            self._draw_table(e, replace(t, view={**t.view, "live": [live] * len(t.seats)}))
            soon += [(sprite.art, sprite.box.w, sprite.box.h) for sprite in e.sprites]
            soon += table_extras.paddles_soon(e.sprites)
        return list(dict.fromkeys(soon))

    # --- keys ---------------------------------------------------------------------------------------

    def key(self, action: str, pressed: bool) -> None:
        if not pressed:
            return
        self.answer = ""
        if self.photo is not None:
            table_photo.close(self)
        elif self.sitting.clock.paused:
            super().key("confirm" if action == "confirm" else action, pressed)
            if action in ("pause", "void"):
                self.wish("resume" if action == "pause" else "void")
        elif self.memory.until_us is not None and action in CHOOSES:
            self.memory.go_on()
        elif action in ("left", "right"):
            self.chooser.walk(-1 if action == "left" else 1)
            self.stage.sound("tick")
        elif action == "confirm":
            self._confirm()
        elif action in ("up", "down", "mark"):
            table_extras.walk_pieces(self.chooser, action)
            self.stage.sound("tick")
        elif action in ("photo", "pause", "void", "feint", "call"):
            self.wish(action)
        elif action == "help":
            table_menu.show_rules(self)

    def gesture(self, gesture: str) -> None:
        self.answer, stood_on, self._stood_on = "", self._stood_on, None
        if gesture == LET_GO:
            self._look(False)
        elif self.photo is not None:
            table_photo.close(self)
        elif self.sitting.clock.paused:
            super().gesture(gesture)
        elif self.memory.until_us is not None and gesture in (TAP, DOUBLE):
            self.memory.go_on()
        elif self.pending is not None and gesture in (TAP, DOUBLE):
            self.pending = None
        elif gesture == TAP:
            undecided, before = self.chooser.undecided, self.chooser.chosen
            self.chooser.walk(1)
            self._stood_on = self.chooser.chosen if undecided else before  # undecided, it stood nowhere
            self.stage.sound("tick")
        elif gesture == DOUBLE:
            # Back to where the first tap walked from; if that tap did something else nothing is chosen.
            if stood_on is None or not self.chooser.stand_on(stood_on):
                return
            if (choice := self.chooser.confirmed()) is not None:
                self.pending = (choice, self.stage.clock() + int(TAKE_BACK_US * self.stage.clock.speed))
            self.answer = table_prompt.too_early(self)
        elif gesture == HOLD:
            self._look(True)

    def may_look(self) -> bool:
        """Several people share the screen, with something to hide from each other, and no slap is open."""
        several = self.sitting.alone is None and bool(self.sitting.people)
        return several and bool(self.face.hidden) and not self.sitting.view(None)["asked"]

    def _look(self, up: bool) -> None:
        sitting = self.sitting
        if up and self.looking is None and self.may_look() and not sitting.over:
            turn, count = sitting.view(None)["turn"] or 0, len(sitting.seats)
            self.memory.go_on()
            self.looking = min(sitting.people, key=lambda seat: (seat - turn) % count)  # who is on next
            if self.looking == turn:
                self.lessons.looked = table_prompt.phase(sitting.view(None))
            sitting.curtain(True)
        elif not up and self.looking is not None:
            self.looking, self.look_stays = None, False
            self.chooser.marked = []
            sitting.curtain(False)

    def unclick(self, point: tuple[int, int]) -> None:
        """A look by mouse lasts while the button is held; let go on a card, it is chosen.

        Where one card is not all of a choice the hand stays open for the rest of it.
        """
        if not self._look_by_mouse:
            return
        self._look_by_mouse = False
        if self.looking is None:
            return  # a pause has ended it
        picks = [target.wish for target in self._pressable if target.box.holds(point)]
        pick = next((wish for wish in picks if isinstance(wish, Pick)), None)
        fitting = [c for c in self.chooser.choices if pick is not None and self.face.matches(c, pick)]
        if pick is not None and fitting:
            self.chooser.point_at(pick, self.face.matches)
        if len(fitting) == 1:
            self._do(fitting[0])
        self.look_stays = len(fitting) > 1
        if not self.look_stays:
            self._look(False)

    def _confirm(self) -> None:
        choice = self.chooser.confirmed()
        self.answer = table_prompt.too_early(self)
        if choice is not None:
            self.pending = None
            self._do(choice)

    def _do(self, choice: Choice) -> None:
        if self.looking is not None and choice not in self.sitting.legal(choice.seat):
            self.kept.keep(choice)
        else:
            self.sitting.choose(choice)
        self.chooser.marked = []
        if self.look_stays:
            self._look(False)

    # --- wishes -------------------------------------------------------------------------------------

    def wish(self, wish: object) -> None:
        sitting = self.sitting
        if isinstance(wish, Pick):
            if self.chooser.point_at(wish, self.face.matches):
                self._confirm()
        elif isinstance(wish, tuple) and wish[0] == "ring":
            if self.chooser.ring_at() == wish[1] and not self.chooser.undecided:
                self._confirm()
            else:
                self.chooser.go_to(wish[1])
        elif wish == "go on":
            self.memory.go_on()
        elif wish == "hide":
            self._look(False)
        elif wish == "look":
            self._look_by_mouse = True
            self._look(True)
        elif wish == "pause":
            self._look(False)
            sitting.pause()
            self.cursor, self.goes = 0, None
        elif wish == "resume":
            if self.goes is not None:
                self.cursor, self.goes = 0, None
            elif not self.missing:
                sitting.go_on()
        elif wish == "void":
            if not self.missing:
                sitting.go_on()
            self._disputed = True
            sitting.void()
        elif wish == "photo":
            table_photo.show(self)
        elif wish == "close photo":
            table_photo.close(self)
        elif wish == "feint":
            table_keys.fake(self)
        elif wish == "call":
            table_keys.call(self)
        elif callable(wish):
            wish()

    def close(self) -> None:
        if self.pages is not None:
            self.pages.stop()
            self.pages = None

    def _to_result(self) -> None:
        self.close()
        self.stage.go(ResultScene(self.stage, self.sitting.outcome(), self.sitting))
