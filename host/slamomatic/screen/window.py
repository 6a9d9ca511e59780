"""The window: takes pygame's events and draws frames, sixty a second while something moves, else none."""

import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pygame

from slamomatic import preferences
from slamomatic.command_name import with_command
from slamomatic.errors import UserError
from slamomatic.kit import fonts, key_places
from slamomatic.kit.easel import SMALLEST, Art, Easel, Frame
from slamomatic.kit.motion import Flight, Motion
from slamomatic.kit.painter import Painter
from slamomatic.kit.sound import Sounds
from slamomatic.kit.surfaces import Felt
from slamomatic.preferences import Preferences
from slamomatic.screen import desktop, gamepads
from slamomatic.screen.accents import Accents
from slamomatic.screen.next_key import NextKey
from slamomatic.screen.scene import Scene, Stage
from slamomatic.screen.tree import WindowTree, tree_of_window
from slamomatic.speech.lines import OFF, Utterance
from slamomatic.speech.voice import SystemVoice
from slamomatic.table.clock import TableClock
from slamomatic.units.base import Do, Link, PaddleEvent, now_us
from slamomatic.units.merge import Units
from slamomatic.units.open import open_unit
from slamomatic.words import N_, gettext, languages, said

FRAME_US = 1_000_000 // 60
LOOK_US = 4_000  # how often the window looks for slaps of units while nothing moves
IDLE_US = 250_000  # the longest wait while nothing is to be drawn ahead
WAIT_MS, WAIT_IN_PLAY_MS = 15, 3  # the longest pieces of a wait: a key's time is as exact as they are short
# How often a scene is asked what it may draw next. The question costs about as much as a picture.
ASK_AHEAD_EVERY_US = 1_000_000


LOOKS_AFTER_S = 2.0  # a screen reader is looked for when the window has been shown
OFFER = N_("Press {speech}, and the table speaks.")


class Window(Stage):
    """The stage of all scenes, and the loop that runs them; it owns surface, painter, sounds and gamepads."""

    def __init__(
        self,
        unit: Units,
        clock: TableClock,
        prefs: Preferences,
        home: Path | None = None,
        size: tuple[int, int] | None = None,
        seed: int | None = None,
        units: tuple[str, ...] = (),
    ) -> None:
        super().__init__(clock, unit, prefs.with_language(prefs.language))
        self.home, self.seed = home, seed
        self.units = units or prefs.units
        self._size = size
        languages.use(prefs.spoken)
        self.sounds = Sounds(prefs.volumes)
        self.motion = Motion(prefs.reduced_motion)
        self._with_picture: list[tuple[str, int]] = []  # sounds, and the colours of their paddles
        self.next_key = NextKey()
        self._accents = Accents()
        self.gamepads = gamepads.Gamepads()
        self.running = False
        self._saving_failed = False  # the disk can't save settings, and the players were told
        self.scene: Scene | None = None
        self._next_scene: Scene | None = None  # shown from the next frame on
        self.on_frame: Callable[[int, int], None] | None = None  # called with each frame's start and end
        self._painter: Painter | None = None
        self._picture: Easel | None = None  # that is shown
        self._tree: WindowTree | None = None  # of the picture, for screen readers
        self._shrunk = 1.0  # how many times larger than the display the picture is drawn
        # Drawings to make ahead. None: the scene is still to be asked; []: there is nothing left.
        self._upcoming: list[tuple[Art, int, int]] | None = None
        self._upcoming_asked_us = 0
        self._frame_due_us = 0  # when the next frame is due, while something moves
        self._polled_us = clock()  # when keys were last looked for
        self.driver = ""
        self._speech_offered = False
        self._voice_trouble: tuple[str, str] | None = None  # which one was told

    # --- what scenes ask for ------------------------------------------------------------------------

    def go(self, scene: Scene) -> None:
        self._next_scene = scene

    def remember(self, prefs: Preferences) -> None:
        """Use new preferences from now on and save them.

        If they can't be saved, the scene says so, but only once until it works again.
        """
        was, self.prefs = self.prefs, prefs
        begins_to_speak = bool(prefs.speech) and prefs.speech != OFF and not self.speaker.on
        self.speaker.use(prefs)
        if begins_to_speak:
            self.open_voice()
        languages.use(prefs.spoken)
        self.sounds.volumes = prefs.volumes
        self.motion.reduced = prefs.reduced_motion
        if was.fullscreen != prefs.fullscreen and self._painter is not None:
            self._open()
        try:
            preferences.save(prefs, self.home)
            self._saving_failed = False
        except UserError as error:
            scene = self._next_scene or self.scene
            if scene is not None and not self._saving_failed:
                self._saving_failed = True
                scene.show_complaint(said(error))
                self.say(scene.complaint)

    def use_units(self, specs: tuple[str, ...]) -> None:
        """Play on other units from now on, and remember them. UserError leaves the old ones in use."""
        fresh = self._open_units(specs)
        self.unit.stop()
        self.unit = fresh
        self.unit.start()
        self.units = specs
        self.remember(replace(self.prefs, units=specs))

    def _open_units(self, specs: tuple[str, ...]) -> Units:
        return open_unit(*specs, clock=self.clock, corrected=True)

    def sound(self, name: str, colour: int = 0) -> None:
        """Play a sound with the next picture: whoever hears a call has no start over whoever sees it."""
        self._with_picture.append((name, colour))

    def _play_sounds(self) -> None:
        """Play what goes with the picture that was just shown."""
        sounds, self._with_picture = self._with_picture, []
        for name, colour in sounds:
            self.sounds.play(name, colour)

    def open_voice(self) -> None:
        """Open the voice of this computer, or open it again if it can't speak yet."""
        voice = self.speaker.voice
        if (voice is not None and voice.ready) or self.in_browser:
            return
        if voice is not None:
            voice.close()
        self._voice_trouble = None
        self.speaker.voice = SystemVoice(self.clock, 0 if self.speaker.on else LOOKS_AFTER_S)

    def _offer_speech(self) -> None:
        """Tell somebody who has a screen reader which key makes the table speak, until it was used once."""
        voice = self.speaker.voice
        if voice is not None and voice.reader and not self.prefs.speech:
            self._speech_offered = True
            words = gettext(OFFER, speech=self.prefs.key_name("speech"))
            voice.say(Utterance(words, self.clock(), languages.language()))

    def _tell_trouble_of_voice(self) -> None:
        """Say once on the screen why nothing can be said aloud."""
        voice = self.speaker.voice
        if voice is not None and voice.trouble != self._voice_trouble:
            self._voice_trouble = voice.trouble
            if voice.trouble is not None:
                says, reason = voice.trouble
                self._scene.show_complaint(gettext(says, reason=reason, key=self.prefs.key_name("speech")))
                self.say(self._scene.complaint)

    def fly(self, flight: Flight) -> None:
        self.motion.fly(flight)

    def say(self, words: str) -> None:
        """Print a sentence on the console, where people who typed a command look for its answer."""
        print(f"slamomatic: {with_command(words)}", file=sys.stderr, flush=True)

    def quit(self) -> None:
        self.running = False

    # --- the loop -----------------------------------------------------------------------------------

    def run(self, first: Scene) -> None:
        """Show the window until somebody leaves."""
        try:
            self.begin(first)
            while self.running:
                self.turn(self._wait())
        finally:
            self.end()

    def begin(self, first: Scene) -> None:
        """Open the window on its first scene."""
        desktop.set_up()
        self.running = True
        self._open()
        self.driver = pygame.display.get_driver()
        self._tree = tree_of_window(desktop.TITLE) if not self.in_browser else None
        self.scene = first
        first.enter()
        self.unit.start()
        self._frame()
        self.sounds.start()
        self.gamepads.start()
        if self.speaker.on or not self.prefs.speech:
            self.open_voice()

    def end(self) -> None:
        """Close the window and all that was opened with it."""
        if self.scene is not None:
            self.scene.leave()
            self.scene.close()
        self.use_phones(False)
        self.unit.stop()
        self.sounds.stop()
        if self.speaker.voice is not None:
            self.speaker.voice.close()
        self.gamepads.stop()
        fonts.forget()
        pygame.quit()

    def _open(self) -> None:
        """Open the display, or open it again after a change to or from full screen."""
        flags = pygame.FULLSCREEN if self.prefs.fullscreen else pygame.RESIZABLE
        size = (0, 0) if self.prefs.fullscreen else self._size or desktop.fitting_size()
        surface = pygame.display.set_mode(size, flags)
        self._fit(surface)

    def _fit(self, display: pygame.Surface) -> None:
        """Make the surface that pictures are drawn on fit this display.

        If the display is too small for the words, the picture is drawn larger and shrunk as a whole.
        """
        w, h = display.get_size()
        self._shrunk = max(1.0, SMALLEST[0] / w, SMALLEST[1] / h)
        canvas = display
        if self._shrunk > 1:
            canvas = pygame.Surface((round(w * self._shrunk), round(h * self._shrunk)))
        if self._painter is None:
            self._painter = Painter(canvas, Felt())
        else:
            self._painter.resized(canvas)
        self.motion.forget()

    def _in_picture(self, point: tuple[int, int]) -> tuple[int, int]:
        """Return the place in the picture of a point on the display."""
        return round(point[0] * self._shrunk), round(point[1] * self._shrunk)

    def turn(self, events: Sequence[pygame.event.Event]) -> None:
        """Take the events and draw a frame; if nothing changed, draw one thing ahead."""
        for event in events:
            self.take(event)
        self._tell_keyboard()  # after the events, as it says that all of them were taken
        self._gestures(self.next_key.tick(now_us()))
        if self._frame():
            self._upcoming = None  # the picture has changed, and so may the next ones
        elif not self.motion.moving:
            self._draw_ahead()

    def _draw_ahead(self) -> None:
        """Draw one thing that the next pictures may need, or ask the scene which things those are.

        Each call does one of the two, so that an event never waits for more. The scene is asked at most every
        ASK_AHEAD_EVERY_US.
        """
        assert self._painter is not None
        if self._upcoming is None and now_us() < self._upcoming_asked_us + ASK_AHEAD_EVERY_US:
            self._upcoming = []
        elif self._upcoming is None:
            self._upcoming_asked_us = now_us()
            self._upcoming = self._scene.upcoming(self._frame_to_draw())
        elif not self._painter.warm(self._upcoming):
            self._upcoming = []

    def _wait(self) -> list[pygame.event.Event]:
        """Wait for the next event, frame or moment at which something is due; return the events so far."""
        until_us = self._frame_due_us if self.motion.moving else now_us() + self._patience_us()
        longest_ms = WAIT_IN_PLAY_MS if self._scene.drains_unit else WAIT_MS
        while True:
            # Wait in short pieces: a key's time is only as exact as the last look for one.
            left_ms = min((until_us - now_us()) // 1000, longest_ms)
            first = pygame.event.wait(left_ms) if left_ms > 0 else pygame.event.Event(pygame.NOEVENT)
            self._polled_us, rest = self.clock(), pygame.event.get()
            if first.type != pygame.NOEVENT:
                return [first, *rest]
            if rest or now_us() >= until_us:
                return rest
            self._tell_keyboard()

    def _tell_keyboard(self) -> None:
        """Tell the keyboard that it has got every key event up to the last look."""
        if self.unit.keyboard is not None:
            self.unit.keyboard.polled(self._polled_us)

    def _patience_us(self) -> int:
        """Return how long the window may wait for an event before something else is due.

        That can be a drawing ahead, slaps that come by other threads, the scene, or a held NEXT key.
        """
        waits = [IDLE_US if self._upcoming == [] else 0]
        # The keyboard is the last unit; the slaps of all others come by their own threads.
        others_slap = any(state.link is not Link.ENDED for state in self.unit.states()[:-1])
        if others_slap or self.unit.keyboard is None or self.phones is not None:
            waits.append(LOOK_US)
        for wakes_us in (self._scene.wakes_at_us(), self.scanner.due_us(), self.speaker.wakes_at_us()):
            if wakes_us is not None:
                waits.append(int(max(0, wakes_us - self.clock()) / self.clock.speed))
        if self.next_key.due_us is not None:
            waits.append(self.next_key.due_us - now_us())
        return max(0, min(waits))

    @property
    def _scene(self) -> Scene:
        assert self.scene is not None
        return self.scene

    def _frame_to_draw(self) -> Frame:
        assert self._painter is not None
        return Frame(*self._painter.surface.get_size(), self.prefs.print_size)

    def _change_scene(self) -> None:
        """Go to the scene that was asked for, if there is one."""
        if self._next_scene is not None:
            self._scene.leave()
            self.scene, self._next_scene = self._next_scene, None
            self.motion.forget()
            self._scene.enter()
            self._scene.pump()

    def _frame(self) -> bool:
        """Move the scene on and bring the screen up to date; return whether anything was drawn.

        News of units and phones come before the scene, so that this very picture shows them.
        """
        started_us = now_us()
        self._frame_due_us = started_us + FRAME_US
        if not self._scene.drains_unit:
            self._scene.news(self.scanner.sift(self._scene, self.unit.drain()))
        if self.phones is not None:
            self.phones.pump(self._scene.begins_games)
        self._scene.pump()
        self._change_scene()
        self.sounds.follow(self._scene.mood, self._scene.bed)
        self.scanner.follow(self._scene)
        self._change_scene()  # a held switch leads back
        assert self._painter is not None
        picture = self._scene.picture(self._frame_to_draw())
        if self.speaker.on:
            self.speaker.follow(self._scene.aloud(picture))
            self._tell_trouble_of_voice()
        elif not self._speech_offered:
            self._offer_speech()
        self._picture = picture
        if self._tree is not None:
            self._tree.show(self._scene, picture)
            for wish in self._tree.take_wishes():
                self._tell_scene(wish)
        self._painter.lay(picture.ground)
        dirty = self._painter.show(self.motion.step(picture.sprites, self.clock()))
        if dirty:
            if self._shrunk > 1:
                display = pygame.display.get_surface()
                pygame.transform.smoothscale(self._painter.surface, display.get_size(), display)
                dirty = [display.get_rect()]
            pygame.display.update(dirty)
            self._play_sounds()
            if self.on_frame is not None:
                self.on_frame(started_us, now_us())
        self._play_sounds()  # of what changed nothing in the picture
        return bool(dirty)

    # --- pygame's events ----------------------------------------------------------------------------

    def take(self, event: pygame.event.Event) -> None:
        """Pass an event of pygame on to the scene, the keyboard or the window itself."""
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self._scene.show_complaint("")
        if event.type == pygame.QUIT:
            self.quit()
        elif event.type == pygame.VIDEORESIZE:
            assert self._painter is not None
            self._fit(pygame.display.get_surface() or self._painter.surface)
        elif event.type in (pygame.KEYDOWN, pygame.KEYUP):
            self._key(event)
        elif event.type in gamepads.EVENTS:
            action = self.gamepads.take(event, self.unit.keyboard, self.clock)
            if action:
                self._tell_scene(self._scene.key, action)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._tell_scene(self._scene.click, self._in_picture(event.pos))
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self._tell_scene(self._scene.unclick, self._in_picture(event.pos))
        elif event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED) and self._painter is not None:
            pygame.display.update()
        elif event.type == pygame.WINDOWFOCUSGAINED and self._tree is not None:
            self._tree.focus(True)
        elif event.type == pygame.WINDOWFOCUSLOST:
            if self._tree is not None:
                self._tree.focus(False)
            if self.unit.keyboard is not None:
                self.unit.keyboard.release_all()
            self._press_next(False)
        self._change_scene()  # at once: a second Enter in the same batch must not begin a second game

    def _key(self, event: pygame.event.Event) -> None:
        """Pass on a key: to a text field, a paddle, the NEXT gestures, the window, or the scene."""
        pressed, name = event.type == pygame.KEYDOWN, key_places.place(event)
        if self._scene.typing and pressed:
            self._scene.raw_key(name)
            self._type(event)
            return
        keyboard = self.unit.keyboard
        if keyboard is not None and name in self.prefs.seat_keys:
            paddle = self.prefs.seat_keys.index(name)
            if paddle < keyboard.paddles:  # the emulated unit has fewer than there are seat keys
                keyboard.key(paddle, pressed, self._key_us())
            return
        action = next((action for action, key in self.prefs.keys.items() if key == name), "")
        if self.scanner.is_switch(action, name):
            self.scanner.key(self._scene, name, pressed)
        elif action == "next":
            self._press_next(pressed)
        elif not pressed:
            return
        elif action == "mute":
            self.remember(replace(self.prefs, muted=not self.prefs.muted))
        elif action == "speech":
            self.switch_speech()
        elif action == "where":
            self.say_where()
        elif action == "fullscreen":
            self.remember(replace(self.prefs, fullscreen=not self.prefs.fullscreen))
        elif action or name == "enter":
            self._tell_scene(self._scene.key, action or "confirm")
        else:
            self._tell_scene(self._scene.other_key, name)

    def say_where(self) -> None:
        """Say all about the scene that is shown, if speech is on."""
        if self._picture is not None and self.speaker.on:
            self.speaker.answer("\n".join(self._scene.where(self._picture)))

    def _key_us(self) -> int:
        """Return the time of the key event that was just taken. A page knows it better and overrides this."""
        return self.clock()

    def _tell_scene(self, method: Callable[..., None], *arguments: object) -> None:
        """Call a method of the scene about what somebody did; show a UserError as a complaint over it."""
        scene = self._scene
        self.speaker.note_key()
        try:
            method(*arguments)
        except UserError as error:
            scene.show_complaint(said(error))
            self.say(scene.complaint)

    def ask(self, does: Callable[[], None]) -> None:
        self._tell_scene(does)

    def _gestures(self, gestures: Sequence[str]) -> None:
        for gesture in gestures:
            self._tell_scene(self._scene.gesture, gesture)

    def _type(self, event: pygame.event.Event) -> None:
        """Pass on a key to a text field: a letter, one back, or the end. A dead key waits for its letter."""
        if event.key == pygame.K_BACKSPACE:
            self._scene.typed("\b")
        elif event.key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_ESCAPE):
            self._scene.typed("\n")
        elif letters := self._accents.take(event.unicode):
            self._scene.typed(letters)
            if self.speaker.on:
                self.speaker.answer(letters)

    def next_button(self, event: PaddleEvent) -> None:
        """Take the NEXT button of a unit: it makes the same gestures as the key."""
        self._press_next(event.do is Do.NEXT)

    def _press_next(self, pressed: bool) -> None:
        """Press or release the NEXT key, and tell the scene the gestures that this ends."""
        now = now_us()
        self._gestures(self.next_key.press(now) if pressed else self.next_key.release(now))
