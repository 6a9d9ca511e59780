"""The table in play: takes slaps and keys, and draws one picture. A hand shows only to its own player."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from slamomatic.engine.vocabulary import Choice, Json
from slamomatic.face import parts
from slamomatic.face.chooser import Chooser
from slamomatic.face.face import BoardMemory, always
from slamomatic.face.faces import face_of_view
from slamomatic.face.model import Table, choices_of_room, choices_of_seat
from slamomatic.face.telling import refusal, telling_of
from slamomatic.kit.bed import Bed, Mood
from slamomatic.kit.easel import Art, Easel, Frame, Sprite, Target
from slamomatic.phone.game_pages import PhonePages
from slamomatic.screen.desktop import late_us
from slamomatic.screen.scene import Stage
from slamomatic.screen.scenes import table_show
from slamomatic.screen.scenes.countdown import Countdown
from slamomatic.screen.scenes.fakes import Fakes
from slamomatic.screen.scenes.lessons import NEWS_US, Lessons
from slamomatic.screen.scenes.modes import ModalScene
from slamomatic.screen.scenes.reactions import Reactions
from slamomatic.screen.scenes.result import ResultScene
from slamomatic.screen.scenes.slap_show import SlapShow
from slamomatic.screen.scenes.table_pause import Menu, follow_missing_unit, go_home, hear_units
from slamomatic.screen.scenes.table_play import Play
from slamomatic.screen.scenes.table_speech import TableSpeech
from slamomatic.screen.scenes.table_words import only_bots_play
from slamomatic.screen.speaker import Heard
from slamomatic.speech.lines import Rank
from slamomatic.store.journal import JournalError
from slamomatic.table.announcements import Announcement, Announcements
from slamomatic.table.automatic import PACES_MS
from slamomatic.table.moment import Moment
from slamomatic.table.playback import Playback
from slamomatic.table.session import GameSession
from slamomatic.units.base import NO_PADDLE, News, PaddleEvent
from slamomatic.words import N_, capital, gettext, said

LONG_AGO_US = 60_000_000  # so long before now that nothing is news any more
HURRIED_STEPS = 20  # events a frame: bots play some minutes in a few seconds
SECOND_US = 1_000_000
HANDS_COME_US = 3_000_000  # so long after a slap was opened, hands may still be on their way
LAST_LOOK_US = 2_500_000  # the last slap stays to be seen before the result
COUNTED_S = 10  # the last seconds of a game, each with a tick
JERK_US = 250_000  # as long as a hand that turns back
NOTHING_OPEN = N_("There is no slap to undo.")
NOBODY_FELL = N_("Nobody fell for it.")


class TableScene(ModalScene):
    """One game from its first card to its last."""

    drains_unit = True

    def __init__(self, stage: Stage, shown: GameSession | Playback) -> None:
        super().__init__(stage)
        self.shown = shown
        self.face = face_of_view(shown.view(None))
        self.chooser = Chooser(self.face.whom, matches=self.face.matches)
        self.play = Play(self)
        self.modes.append(self.play)
        self.announcements = Announcements(self.face)
        self.memory, self._remembers = self.face.memory(), self.face.memory is not BoardMemory
        self.slap_show = SlapShow(self.announcements, stage.prefs.reduced_motion)
        self.hurries = False  # only bots still play, as fast as it can be drawn
        self.reactions = Reactions(stage.prefs.reduced_motion)
        self.fakes = Fakes(stage.prefs.reduced_motion)
        self.sound_cues = table_show.SoundCues()
        self.countdown = Countdown(shown)
        self.turns: list[tuple[int, int]] = []  # whose turn began, and when it was first seen here
        tips = () if shown.only_watched else self.face.tips  # viewers have nothing to do
        self.lessons = Lessons(tips, self.turns, shown.name in stage.prefs.explained)
        self.whispers: dict[int, Json] = {}  # by seat: what told only these eyes of a card in this turn
        self.speech = TableSpeech(self)
        self.alarm = ""
        self.missing = ""  # what the table says while a unit is not there
        if isinstance(shown, GameSession):
            shown.sift = partial(stage.scanner.sift, self)
        self.pages: PhonePages | None = None  # off by default
        self._slap_runs_since_us: int | None = None  # None: no slap is open, or time stands
        self._disputed = False  # somebody asked to undo a slap, and reads the answer with the next "void"
        self._jerks_until_us = 0  # a hand that only pretends to slap
        self.sprites: dict[str, Sprite] = {}  # of the picture that was shown last
        self._choices_offered_for: tuple[object, ...] = ()  # moment, eyes, looker and people of that offer
        self._result_at_us: int | None = None
        self._seconds: int | None = None  # seconds that the clock shows
        # In a resumed game, the loser of its last slap is still marked.
        for effects in shown.resumed.recalled if shown.resumed else ():
            self.memory.hear(effects, stage.clock() - LONG_AGO_US)
            for effect in effects:
                self.announcements.hear(effect, None, stage.clock() - LONG_AGO_US)

    @property
    def session(self) -> GameSession:
        """The session, for what only a game in play can do: never call this in a playback."""
        assert not isinstance(self.shown, Playback)
        return self.shown

    # --- modes --------------------------------------------------------------------------------------

    def set_time_by_modes(self) -> None:
        """Stop or continue the game's time, as the modes on the stack say. A broken journal ends the game."""
        self.cursor, self.pressable = 0, []  # a click may still be meant for the last picture
        if not isinstance(self.shown, Playback):
            opened = any(isinstance(mode, Menu) and not mode.by_itself for mode in self.modes)
            self.shown.troubles.in_players_pause = opened
        if self.time_stands:
            self.shown.pause()
            return
        try:
            self.shown.go_on()
        except JournalError as error:  # news of units from the pause could not be saved
            go_home(self, error)

    def pause(self) -> None:
        """Open the pause menu, unless time stands already. A hand that lies open is hidden first."""
        if self.looking is not None:
            self.drop(self.mode)
        if not self.time_stands:
            self.push(Menu(self))

    def ask_to_pause(self) -> None:
        """Open the pause menu, but not while hands are on their way to an open slap."""
        if not self.keeps_slap_running():
            self.pause()

    def keeps_slap_running(self) -> bool:
        """Return whether hands are on their way to an open slap, and then say that it comes first.

        Who stops the clock meanwhile could think, count down, and be quicker than all who have no such help.
        A slap that hangs for longer, because somebody is away, may be stopped.
        """
        began_us = self._slap_runs_since_us
        runs = began_us is not None and self.stage.clock() < began_us + HANDS_COME_US
        if runs:
            self.reply(gettext("First this slap, then the pause!"))
        return runs

    def _watch_slap(self, now_us: int) -> None:
        """Note since when a slap is open and waits for hands."""
        room = self.shown.moment.room
        runs = bool(room["asked"]) and (not self.announcements.slap.settled or bool(room.get("open")))
        if not runs or self.time_stands:
            self._slap_runs_since_us = None
        elif self._slap_runs_since_us is None:
            self._slap_runs_since_us = now_us

    def warn(self, words: str, aloud: str | None = None) -> None:
        """Show that something is wrong, until the next turn or slap; "" takes the warning back.

        `aloud`: what the room may hear of it, if that is less.
        """
        self.alarm = words
        self.speech.tell(words if aloud is None else aloud, Rank.VERDICT)

    def reply(self, words: str) -> None:
        super().reply(words)
        self.speech.reply(words)

    def note_missing(self, words: str) -> None:
        """Remember the sentence about a unit that is not there; "" when all are there."""
        self.missing = words

    def hurry(self) -> None:
        """Play the rest quickly: nobody here can slap any more."""
        self.hurries = True

    def dispute(self) -> None:
        """Undo the open slap; if there is none, the table says so."""
        self._disputed = True
        self.session.void()

    # --- one switch ---------------------------------------------------------------------------------

    def takes_slap(self, event: PaddleEvent) -> bool:
        """Return whether this hand slaps: a press of the switch is the slap while no choice is due.

        A hand from before a pause slapped too; the pause only hears of it now.
        """
        session = self.session
        seat = session.seat_slapping(event)
        if seat is None:
            return event.paddle != NO_PADDLE  # of a paddle that nobody has, the game knows what to say
        ran = session.clock.paused and not session.clock.stood_still(event.middle_us)
        return ran or self.mode.takes_slap(seat)

    def slap_of(self, event: PaddleEvent) -> PaddleEvent:
        return self.session.as_slap(event)

    def slap_by_key(self) -> bool:
        alone = self.shown.alone
        if alone is None or alone not in self.session.seats_on_keys or not self.mode.takes_slap(alone):
            return False
        self.play.slap(alone)
        return True

    # --- time ---------------------------------------------------------------------------------------

    def enter(self) -> None:
        """Use the current settings: they may have been changed in a pause."""
        prefs = self.stage.prefs
        self.shown.players.translate_names()
        screen_us = 0 if self.shown.only_watched else late_us(self.stage.home)
        self.session.adapt(screen_us, PACES_MS[prefs.pace], prefs.travel)

    def leave(self) -> None:
        """Hide an open hand. A pause for a missing unit becomes the players' own: they end it themselves."""
        if self.looking is not None:
            self.drop(self.mode)
        for mode in self.modes:
            mode.by_itself = False

    def close(self) -> None:
        if self.pages is not None and not self.shown.over:
            self.pages.end()

    def overhear(self, news: Sequence[News]) -> None:
        """Handle news of units while rules, settings or codes lie over the table.

        The game hears of units that come and go. Slaps and NEXT presses belong to the scene above: they are
        dropped here.
        """
        try:
            self.session.heed_in_pause(news)
        except JournalError as error:
            go_home(self, error)
        self.session.take_next_presses()
        self.session.forget_slaps_in_pause()

    def pump(self) -> None:
        try:
            self._pump()
        except JournalError as error:
            go_home(self, error)

    def _pump(self) -> None:
        """Let the game move on by one frame, show what happened, then do what players chose and is due.

        A missing unit stops time before the game moves on: its slaps must not be missing when it judges.
        """
        shown, now_us = self.shown, self.stage.clock()
        session = None if isinstance(shown, Playback) else shown
        if session is not None:
            missing = capital(said(session.missing_unit()))
            if missing != self.missing:
                follow_missing_unit(self, missing)
        if self.play.down_until_us:
            self.play.release_pressed(now_us)
        shown.pump()
        if self.hurries and not shown.over:
            self.hurries = only_bots_play(self)  # else somebody has sat down meanwhile
        if self.hurries:
            self.session.hurry(HURRIED_STEPS)
        if self.modes[-1] is not self.play:
            self.modes[-1].pump()
        moments = shown.take_moments()
        for moment in moments:
            self.hear(moment, now_us)
        self._watch_slap(now_us)
        for sound, colour in self.sound_cues.take_due(now_us):
            self.stage.sound(sound, colour)
        if self.stage.phones is not None:
            self.show_phones(moments)
        if session is not None:
            hear_units(self, now_us)
            self._hear_refusals(session)
            self._hear_wrong_key(session)
        self._offer_choices()
        turn = shown.moment.room["turn"]
        if turn is not None and not (self.turns and self.turns[-1][0] == turn):
            self.turns.append((turn, now_us))
        if self.play.pending is not None or self.play.waiting_choice is not None:
            self.play.act(now_us)
        self._tick()
        if self.fakes.take_nobody_fell(now_us) and self.face.fakes:
            self.announcements.remark(partial(gettext, NOBODY_FELL), self.fakes.seat, now_us)
        if shown.moment.room["over"] and self._result_at_us is None:
            self._result_at_us = max(now_us, self.memory.holds_us or now_us) + LAST_LOOK_US
        if self._result_at_us is not None and now_us >= self._result_at_us:
            self.close()
            self.stage.go(ResultScene(self.stage, shown.outcome(), session))

    def _offer_choices(self) -> None:
        """Give the chooser the choices that these eyes may see, whenever anything has changed them."""
        shown, eyes = self.shown, self.eyes
        offered_for = shown.moment, eyes, self.modes[-1].looker, tuple(shown.people)
        if offered_for != self._choices_offered_for:
            self._choices_offered_for = offered_for
            choices = self.visible_choices(eyes)
            own_view = shown.moment.view[eyes] if eyes is not None else None
            self.chooser.offer(choices, self.face.suggests(own_view, choices) if own_view else None)

    def _hear_refusals(self, session: GameSession) -> None:
        """Say why the rules said no: on the seat's phone, or else on the screen."""
        for seat, refused in session.take_refusals():
            if seat is not None and self.pages is not None and self.pages.show_refusal(seat, refused):
                continue  # this seat's phone says why
            if seat in session.people:
                # A reason may tell a hidden card, and a screen that several share has many eyes.
                names = [sits.name for sits in session.seats]
                whole, open_part = (
                    capital(said(refusal(self.face, reason, names)))
                    for reason in (refused, refused.for_others())
                )
                private = self.stage.prefs.own_cards_aloud
                self.warn(whole if seat == self.eyes else open_part, None if private else open_part)

    def _hear_wrong_key(self, session: GameSession) -> None:
        """Tell who plays alone and slaps a bot's key which key is the right one."""
        if session.take_wrong_key() and session.alone is not None:
            sits = session.seats[session.alone]
            key = self.key_name(f"seat {sits.colour}")
            self.warn(gettext("{name}, your key is {key}.", name=sits.name, key=key))

    def _tick(self) -> None:
        """Play a tick when the clock shows another one of the last seconds."""
        left_us = self._left_us()
        seconds = None if left_us is None else parts.seconds_left(left_us)
        if seconds != self._seconds and seconds is not None and 0 < seconds <= COUNTED_S:
            self.stage.sound("tick")
        self._seconds = seconds

    def show_phones(self, moments: Sequence[Moment] = ()) -> PhonePages | None:
        """Bring the phones' pages up to date with these moments; return the pages (None: phones are off)."""
        phones = self.stage.phones
        if phones is None or isinstance(self.shown, Playback):
            self.pages = None
        elif self.pages is None or self.pages.phones is not phones:
            self.pages = PhonePages(phones, self.shown, self.announcements, self.stage.prefs.seats)
        if self.pages is not None:
            self.pages.follow(moments, self.mode.begins)
        return self.pages

    @property
    def bed(self) -> Bed:
        return self.face.bed

    @property
    def mood(self) -> Mood:
        """Return the music's mood: silent after a slap and in a pause, tense while paddles are live."""
        if self.shown.over or self.shown.clock.paused or not self.announcements.slap.settled:
            return Mood.SILENT
        return Mood.TENSE if any(self.shown.moment.room["live"]) else Mood.CALM

    def wakes_at_us(self) -> int | None:
        """Return when the picture or the game next changes by itself; None: not before somebody acts."""
        now_us = self.stage.clock()
        changes = [
            *self.countdown.changes_us(),
            *self.reactions.changes_us(),
            *self.slap_show.changes_us(),
            *self.fakes.changes_us(),
            *self.memory.beats_us,
            *self.sound_cues.changes_us(),
            *self.speech.changes_us(),
            self._jerks_until_us,
            self.announcements.verdict_until_us or 0,
            self.announcements.since_us + NEWS_US,
        ]
        wakes = [
            *(at_us for at_us in changes if at_us > now_us),
            self.shown.wakes_at_us(),
            self._result_at_us,
            self.memory.until_us,
            *(mode.wakes_at_us() for mode in self.modes),
            now_us if self.hurries and not self.shown.over else None,
            self._next_second_us(now_us),
        ]
        return min((at for at in wakes if at is not None), default=None)

    def _next_second_us(self, now_us: int) -> int | None:
        """Return when the game's clock shows the next second; None if no time is shown or time stands.

        The clock rounds up: it changes just after a whole second is left, which is why 1 is added.
        """
        left_us = None if self.time_stands else self._left_us()
        return now_us + 1 + (left_us - 1) % SECOND_US if left_us else None

    def hear(self, moment: Moment, now_us: int) -> None:
        """Tell, show and play what an event did, in words for the state right after it."""
        announcements, game, seats = self.announcements, self.shown.name, self.shown.seats
        self._hear_whispers(moment)
        if self._remembers:
            self.memory.hear(moment.public, now_us)
        for effect in moment.public:
            what = effect["what"]
            sentence = announcements.sentence_of(effect, moment, seats, game)
            if what == "void":
                if self._disputed and not (sentence and str(sentence)):
                    sentence = Announcement(partial(gettext, NOTHING_OPEN))
                self._disputed = False
            if what == "slap" and not effect["live"]:
                # A hand that is still to come to the slap before is late; the same hand again is not.
                slap = announcements.slap
                late = not slap.settled and effect["seat"] not in slap.order
                if (
                    self.countdown.slapped(effect["seat"], late, now_us)
                    and effect["seat"] in self.shown.people
                ):
                    self.speech.tell(
                        gettext("Too soon, {seat}!", seat=seats[effect["seat"]].name), Rank.VERDICT
                    )
            announcements.hear(effect, sentence, now_us)
            self.speech.hear(effect, moment, now_us)
            self.slap_show.hear(effect, now_us)
            table_show.show(self, effect, telling_of(self.face, what), now_us)
            self.fakes.hear(effect, now_us)
            if what == "feint":
                self._jerks_until_us = now_us + JERK_US
                self.reactions.flinch(effect, len(seats), now_us)
            elif what in ("turn", "slap"):
                self.alarm = ""
            if what == "slap" and self.modes[-1] is not self.play:
                self.modes[-1].slapped()
        if announcements.end_moment(moment, self.eyes, now_us) and not self.hurries:
            announcements.roll(moment, now_us)
            self.stage.sound("drumroll")

    def _hear_whispers(self, moment: Moment) -> None:
        """Keep what only one person was told, until a turn begins."""
        if any(effect["what"] == "turn" for effect in moment.public):
            self.whispers.clear()
        for effect in moment.effects:
            for seat, secret in effect.only.items():
                if secret and seat in self.shown.people and telling_of(self.face, effect.what).once:
                    self.whispers[seat] = effect.to_json(seat)

    # --- whose eyes ---------------------------------------------------------------------------------

    @property
    def eyes(self) -> int | None:
        """The seat whose view is drawn: the looker's, or that of the one person playing against bots."""
        looker = self.modes[-1].looker
        return self.shown.alone if looker is None else looker

    def may_look(self) -> bool:
        """Return whether a player may look at something here: several people hide cards, no slap is open."""
        shown, room = self.shown, self.shown.moment.room
        if shown.alone is not None or not shown.people or room["asked"]:
            return False
        if self.pages is not None and self.pages.all_have_phones():
            return False  # everybody sees the own cards on the own phone
        looker = self.next_looker
        # A hand is always there. Other cards are hidden from all but the player on turn, who may be a bot.
        hand = any(is_hidden is always for is_hidden, _ in self.face.hidden)
        on_turn = bool(self.face.hidden) and looker == room["turn"]
        return hand or on_turn or looker in self.whispers

    @property
    def next_looker(self) -> int:
        """The person whose hand a look shows: whose turn it is, or the next one to the left."""
        turn, count = self.shown.moment.room["turn"] or 0, len(self.shown.seats)
        return min(self.shown.people, key=lambda seat: (seat - turn) % count)

    def visible_choices(self, eyes: int | None) -> list[Choice]:
        """Return the choices that these eyes may see; in a look, those for when paddles are live again."""
        moment = self.shown.moment
        if eyes is None:
            return choices_of_room(self.shown.people, moment.legal, moment.room, self.face)
        legal, looking = moment.legal[eyes], self.looking is not None
        if looking and not legal:
            legal = moment.legal_once_live[eyes]
        return choices_of_seat(eyes, legal, moment.view[eyes], self.face, moment.complete, looking)

    def table(self, eyes: int | None) -> Table:
        """Return the table as these eyes may see it now."""
        game, chooser, now_us = self.shown, self.chooser, self.stage.clock()
        shown = self.announcements.shown(game.moment, eyes, now_us)
        slap = self.announcements.slap
        return Table(
            game=game.name,
            view=shown.view,
            eyes=eyes,
            seats=tuple(game.seats),
            choices=() if shown.held else tuple(chooser.choices),
            cursor=len(chooser.choices) if chooser.undecided else chooser.cursor,
            marked=frozenset(chooser.marked),
            piece=chooser.piece_pointed_at,
            here=chooser.here,
            pointed=tuple(chooser.pointed),
            marks=shown.marks,
            photo=None if slap.cleared else game.moment.photo,
            slap_order=tuple(slap.order),
            loser=shown.loser,
            clumped=shown.clumped,
            good_to_us=game.good_to_us,
            travel=game.travel,
            screen_us=game.screen_us,
            jerks=self.announcements.last["feint"]["seat"] if now_us < self._jerks_until_us else None,
            whisper=self.whispers.get(eyes) if eyes is not None and eyes == self.eyes else None,
            keys=self.stage.prefs.seat_keys,
            seats_on_keys=game.seats_on_keys,
            last=shown.last,
            memory=self.memory,
            what_was=self._remembers and self.memory.advance(now_us),
            left_us=self._left_us(),
        )

    def _left_us(self) -> int | None:
        """Return how long until the time of the game is up; None: it has no time limit."""
        ends_us = self.shown.moment.room.get("ends_us")
        return None if ends_us is None else max(0, ends_us - self.shown.clock.now_us())

    # --- speech -------------------------------------------------------------------------------------

    def aloud(self, picture: Easel) -> Heard:
        return self.speech.aloud(picture) if self._plays() else super().aloud(picture)

    def open_buttons(self, picture: Easel) -> Sequence[tuple[Target, str]]:
        if not self._plays():
            return super().open_buttons(picture)
        buttons = self.speech.buttons()
        return [(Target(picture.frame.box, one.wish, name=f"button/{one.key}"), one.words) for one in buttons]

    def where(self, picture: Easel) -> list[str]:
        if self._plays():
            return self.speech.where()
        menu = super().where(picture)
        return [*menu, *self.speech.where()] if self.time_stands and not self.complaint else menu

    def _plays(self) -> bool:
        """Return whether nothing lies over the table; a look at a hand does not."""
        return (
            not self.complaint
            and not self.shown.only_watched
            and (self.mode is self.play or self.looking is not None)
        )

    # --- drawing ------------------------------------------------------------------------------------

    def draw(self, e: Easel) -> None:
        t = self.table(self.eyes)
        if self.shown.clock.paused:
            t = replace(t, view={**t.view, "live": [False] * len(t.seats)})  # no slap counts in a pause
        table_show.draw(self, e, t)
        self.sprites = {sprite.name: sprite for sprite in e.sprites}
        self.mode.draw(e, t)

    def upcoming(self, frame: Frame) -> list[tuple[Art, int, int]]:
        """Return the drawings that the next frames may need, with their sizes."""
        return table_show.upcoming(self, frame, self.table(self.eyes))
