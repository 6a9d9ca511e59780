"""The result: who won, everybody's points and reactions, a rematch one key away."""

import statistics
from collections.abc import Sequence
from dataclasses import replace

from slamomatic.errors import UserError
from slamomatic.face import parts
from slamomatic.face.bot_faces import BotFace, Feeling
from slamomatic.face.face import Reason
from slamomatic.face.faces import face_of, title_of
from slamomatic.face.paddle import PaddleArt, SeatMark
from slamomatic.kit.bed import Bed, Mood
from slamomatic.kit.easel import BODY, HUGE, LARGE, SMALL, Box, Easel
from slamomatic.kit.palette import CHALK, GOLD, MIST, PADDLE_COLOURS, PANEL, PANEL_LIT, mix
from slamomatic.screen import desktop
from slamomatic.screen.scanning import Stop
from slamomatic.screen.scene import Scene, Stage
from slamomatic.screen.scenes.awards import awards
from slamomatic.screen.scenes.ceremony import WINNER_STANDS_US, Ceremony, Counted, Deafness, Running
from slamomatic.screen.scenes.filming import LOOK_US, Filming
from slamomatic.screen.scenes.shower import FLAKE_US, NEVER_US, Shower
from slamomatic.screen.scenes.table_parts import cloth_of
from slamomatic.screen.speaker import Heard, heard_of, texts_of
from slamomatic.speech.lines import Line, Rank
from slamomatic.store.journals import read_file
from slamomatic.table import finish, opening
from slamomatic.table.cup import Cup
from slamomatic.table.outcome import Outcome
from slamomatic.table.session import GameSession
from slamomatic.words import duration, gettext, listed, ngettext, number, said

REPLAY_AFTER_US = 7_000_000  # if nobody has pressed anything so long, the funniest slap is shown, once
GOOD_TO_US = 10_000  # as exact as keys are: reactions on keys and on paddles stand side by side
ON_CLOTH = ("title", "sub", "note")  # words with no panel below them
STEPS = (1.0, 0.94, 0.88, 0.84)  # the height of a box on the podium, by rank


def _podium(places: Sequence[Box], ranks: Sequence[int]) -> list[Box]:
    """Return a box for each rank: the first in the middle, the second on its left, the third on its right.

    The better the rank, the higher the box.
    """
    middle = (len(places) - 1) // 2
    outwards = sorted(range(len(places)), key=lambda at: (abs(at - middle), at))
    return [_as_high_as(places[at], rank) for at, rank in zip(outwards, ranks, strict=True)]


def _as_high_as(place: Box, rank: int) -> Box:
    """Return a place of the podium, cut at its top to the height of this rank."""
    return place.cut_bottom(round(place.h * STEPS[min(rank, len(STEPS)) - 1]))[1]


class ResultScene(Scene):
    """Drawn from the public facts of a game that is over, the session's or a journal's."""

    mood = Mood.CALM

    def __init__(
        self,
        stage: Stage,
        end: Outcome,
        session: GameSession | None = None,
        only_watched: bool = False,
    ) -> None:
        """`session`: the game that has ended; None in a film. `only_watched`: there is nothing to press."""
        super().__init__(stage)
        self.only_watched = only_watched
        self.end, self.view, self.session = end, end.view, session
        self.cup = session.cup.after(end.view) if session is not None and session.cup is not None else None
        self._next: GameSession | None = None  # the cup's next game: its journal has the points from now on
        self.trouble = ""
        self._next_seats, self._fairer = end.seats, ""  # with the head starts of the next game
        self._filming = Filming()
        self._put_away = self._may_replay = self._seen = False
        self._replays_at_us = stage.after_us(REPLAY_AFTER_US)
        # Another shower after every game.
        self._shower = Shower(stage, int(end.lasted_us + sum(map(abs, self.view["scores"]))))
        self._ceremony: Running | None = None  # None: everybody has seen it
        self._deafness = Deafness(stage.clock)

    @property
    def bed(self) -> Bed:
        return face_of(self.end.game).bed

    def _take_press(self) -> bool:
        """Return whether a press counts: it comes too soon until people have seen the result for a moment."""
        return self._seen and self._deafness.takes_press()

    def wish(self, wish: object) -> None:
        if self._take_press():
            super().wish(wish)

    def gesture(self, gesture: str) -> None:
        if self._take_press() and not self._end_ceremony():
            super().gesture(gesture)

    def stops(self) -> list[Stop]:
        if self._ceremony is not None:
            return [Stop("ceremony", lambda: self.key("confirm"))]
        return super().stops()

    def enter(self) -> None:
        """Count the game in the history and put its journal away, once; then begin the ceremony.

        The cup's next game is created before, so that no points can get lost. There is no ceremony with
        reduced motion, or if nobody has won.
        """
        prefs = self.stage.prefs
        if self.session is None or self._put_away:
            return
        self._put_away = True
        if self.end.game not in prefs.explained:
            self.stage.remember(prefs.with_explained(self.end.game))
        self._adjust_head_starts()
        try:
            self._prepare_next_of_cup()
            self.trouble = finish.count_and_put_away(self.session, self.stage.home)
        except UserError as error:
            self.trouble = said(error)
        self._may_replay = self.session.moment.photo is not None and self.session.journal.path.is_file()
        if self.end.winners and not prefs.reduced_motion:
            self.begin_ceremony()
        if self.stage.speaker.on:  # the replay is for eyes, and would cut off the result
            self._replays_at_us = NEVER_US

    def _adjust_head_starts(self) -> None:
        """Adjust the head starts of those who want it, and say so before the next game counts with them."""
        prefs = self.stage.prefs.with_fair_starts(self.end.seats, self.end.reactions)
        ahead_ms = {chair.paddle: chair.handicap_ms for chair in prefs.seats if chair.adjusts}
        seats = tuple(
            sits if sits.bot else replace(sits, handicap_ms=ahead_ms.get(sits.colour, sits.handicap_ms))
            for sits in self.end.seats
        )
        changed = [now for was, now in zip(self.end.seats, seats, strict=True) if was != now]
        self._next_seats = seats
        if changed:
            self.stage.remember(prefs)
            starts = [(one.name, number(one.handicap_ms / 1000, 2)) for one in changed]
            told = [f"{name} {gettext('+{seconds} s', seconds=seconds)}" for name, seconds in starts]
            self._fairer = gettext("Head start from now on: {names}.", names=listed(told))

    def begin_ceremony(self) -> None:
        """Tell places and points one after another from now on."""
        seats = range(len(self.end.seats))
        ceremony = Ceremony([self._rank(seat) for seat in seats], [self._reasons(seat) for seat in seats])
        self._ceremony = Running(ceremony, self.stage.clock())
        self._replays_at_us += ceremony.lasts_us

    def _prepare_next_of_cup(self) -> None:
        """Create the cup's next game, unless it is there already, and let it wait.

        The cup ends here if its next game was begun before, from another window or a resumed game.
        """
        if self.session is not None and self.cup is not None and not self.cup.finished and self._next is None:
            self._next = opening.next_of_cup(self.cup, self.session, self.stage.home, self._next_seats)
            if self._next is None:
                self.cup = None
            else:
                self._next.pause()

    # --- the ceremony -------------------------------------------------------------------------------

    def _reasons(self, seat: int) -> Sequence[Reason]:
        """Return what a seat has its points for, in the order of counting."""
        return face_of(self.end.game).reasons(self.view, seat) or [Reason("", self.view["scores"][seat])]

    def _counted(self, seat: int) -> Counted | None:
        """Return what is counted for this seat so far; None while its place is a secret."""
        if self._ceremony is None:
            return Counted(self.view["scores"][seat], tuple(self._reasons(seat)))
        return self._ceremony.counted(seat, self.stage.clock())

    def _move_ceremony_on(self) -> None:
        """Play the sounds that are due, and end the ceremony once all is counted."""
        if self._ceremony is None:
            return
        now_us = self.stage.clock()
        for sound in self._ceremony.sounds_until(now_us):
            self.stage.sound(sound)
        if self._ceremony.over(now_us):
            self._end_ceremony()

    def _end_ceremony(self) -> bool:
        """Show all places at once; return False if they were shown already."""
        if self._ceremony is None:
            return False
        self._ceremony = None
        self._deafness.begin(WINNER_STANDS_US)
        self._shower.begin()
        return True

    def click(self, point: tuple[int, int]) -> None:
        if not (self._take_press() and self._end_ceremony()):
            super().click(point)

    def key(self, action: str) -> None:
        """Obey a key, unless it comes too soon; during the ceremony any key only ends that."""
        if self._take_press():
            self._replays_at_us = NEVER_US
            if self._end_ceremony():
                return
            if action == "photo":
                self._film()
            elif action == "feint":
                self._replay()
            super().key(action)

    def _film(self) -> None:
        """Show the film of this game, or begin to make it; a browser hands out the journal instead."""
        if self.stage.in_browser and self.session is not None:
            self.stage.hand_out(self.session.journal.path)
        elif self._filming.made is not None:
            self._filming.show()
        elif self.session is not None:
            self._filming.start(self.session.journal.path, self.stage.home)

    def _replay(self) -> None:
        """Show the best slap of this game again, if it had one and its journal can be read."""
        from slamomatic.screen.scenes.watched import ReplayScene

        self._replays_at_us = NEVER_US
        if self.session is not None and self._may_replay:
            entries = read_file(self.session.journal.path).entries
            self.stage.go(ReplayScene(self.stage, entries, self))

    def pump(self) -> None:
        """Begin confetti and deafness once the scene was drawn; then move ceremony, film and replay on."""
        if self.pressable and not self._seen:
            self._seen = True
            self._deafness.begin()
            if self._ceremony is None:
                self._deafness.begin(WINNER_STANDS_US)
                self._shower.begin()
        self._move_ceremony_on()
        self._filming.look()
        if self.stage.clock() >= self._replays_at_us and not self._filming.busy:
            self._replay()

    def wakes_at_us(self) -> int | None:
        """Return when the picture changes next: by the film, the ceremony, falling confetti or the replay."""
        if self._filming.busy:
            return self.stage.clock() + LOOK_US
        if self._ceremony is not None:
            return self.stage.clock() + FLAKE_US
        if self.end.winners and (falls_us := self._shower.wakes_at_us()) is not None:
            return falls_us
        return self._replays_at_us if self._may_replay and self._replays_at_us != NEVER_US else None

    def _show_cup(self) -> None:
        """Show how the cup stands; from there the next game begins."""
        from slamomatic.screen.scenes.cup import CupScene

        self._replays_at_us = NEVER_US
        assert self.cup is not None
        self.stage.go(CupScene(self.stage, self, self.cup))

    def play_on(self) -> None:
        """Play the same game again, or the next game of the cup."""
        from slamomatic.screen.scenes.beginning import first_table

        try:
            session = self._same_again() if self.cup is None else self._next_of_cup(self.cup)
        except UserError as error:
            self.trouble = said(error)
            return
        self.stage.go(first_table(self.stage, session))

    def _same_again(self) -> GameSession:
        """Begin the same game again, with the same seats and options; chance says who deals."""
        stage, end = self.stage, self.end
        options = {name: value for name, value in end.view["options"].items() if value is not None}
        options.pop("dealer", None)
        late_us = desktop.late_us(stage.home)
        return opening.begin(
            end.game,
            self._next_seats,
            stage.unit,
            stage.clock,
            options=options,
            home=stage.home,
            screen_us=late_us,
        )

    def _next_of_cup(self, cup: Cup) -> GameSession:
        """Return the next game of the cup, or the first of a new cup after the last."""
        if cup.finished:
            stage, fresh = self.stage, Cup(cup.games, cup.seats)
            late_us = desktop.late_us(stage.home)
            return opening.begin_of_cup(
                fresh, self._next_seats, stage.unit, stage.clock, stage.home, screen_us=late_us
            )
        if self._next is None:
            self._prepare_next_of_cup()  # it failed before, so this game was not put away yet either
            if self.session is not None:
                finish.count_and_put_away(self.session, self.stage.home)
        if self._next is None:
            return self._same_again()  # the cup has gone on without this game
        self._next.troubles.heed_standing_faults()  # it missed the news while this screen was shown
        self._next.go_on()
        return self._next

    # --- speech -------------------------------------------------------------------------------------

    def aloud(self, picture: Easel) -> Heard:
        """Return the places once the ceremony has told them all, best first."""
        shown = heard_of(self, picture)
        told = {name: words for name, words, _ in texts_of(picture)}
        title = told.get("title", "")
        if self._ceremony is not None or self.complaint:
            return Heard(("ceremony", id(self)), [Line(title, Rank.STATE)])
        lines = [title, told.get("sub", "")]
        for seat in sorted(range(len(self.end.seats)), key=self._sort_key):
            facts = [told.get(f"chair/{seat}/{what}", "") for what in ("score", "reasons", "times")]
            what = ", ".join(line for fact in facts for line in fact.splitlines())
            place = gettext("{number}. {name}", number=self._rank(seat), name=self.end.seats[seat].name)
            lines.append(gettext("{name}: {what}", name=place, what=what))
        for award in awards(self.end, face_of(self.end.game), GOOD_TO_US):
            what = f"{self.end.seats[award.seat].name}, {award.value}"
            lines.append(gettext("{name}: {what}", name=award.title, what=what))
        lines.append(told.get("note", ""))
        whole = "\n".join(line for line in lines if line)
        return Heard(("result", id(self)), [Line(whole, Rank.STATE, brief=title)], at=shown.at)

    def escape(self) -> None:
        """Go to the first scene; the next game of a cup can be resumed there."""
        from slamomatic.screen.scenes.front import FrontScene

        if self._next is not None:
            self._next.close()
        self.stage.go(FrontScene(self.stage))

    def draw(self, e: Easel) -> None:
        """Draw who has won, the podium, awards, a note and the buttons.

        During the ceremony seats stand in their order at the table, and a place is empty until it is told.
        """
        px = e.frame.px
        e.ground = cloth_of(face_of(self.end.game))
        room = e.frame.box.inset(px(60), px(36))
        trouble = self.trouble or self._filming.trouble
        heights = [12, 6, 48, 0, 20, 14] if trouble else [12, 7, 50, 13, 6, 12]
        head, sub, chairs, prizes, line, foot = room.rows(heights, px(10))
        winners = self.end.winners
        below = len(e.sprites)
        wins = ngettext("{names} wins!", "{names} win!", len(winners), names=listed(winners))
        if self._ceremony is not None and not self._ceremony.all_told(self.stage.clock()):
            wins = gettext("And the winner is…")
        e.text("title", wins if winners else gettext("Nobody wins"), head, HUGE, GOLD)
        minutes = max(1, round(self.end.lasted_us / 60_000_000))
        game = title_of(self.end.game)
        words = gettext("{game}, {minutes} min", game=game, minutes=minutes)
        told = self._ceremony is None
        if self.end.winners and not self._many_is_good:
            words = gettext("{game}, {minutes} min. The fewest points win.", game=game, minutes=minutes)
        if told and (decided := face_of(self.end.game).decided(self.view)):
            words = gettext("{game}, {minutes} min. {decided}", game=game, minutes=minutes, decided=decided)
        if self.cup is not None:
            count = len(self.cup.games)
            words = gettext(
                "Cup, game {number} of {count}: {words}", number=self.cup.over, count=count, words=words
            )
        e.text("sub", words, sub, BODY, MIST)
        order = sorted(range(len(self.end.seats)), key=self._sort_key)
        places = chairs.columns([1] * len(order), px(16))
        ranks = [self._rank(seat) for seat in order]
        stands = _podium(places, ranks)
        if self._ceremony is not None:  # where somebody stands would give the place away
            order = sorted(order)
            ranks = [self._rank(seat) for seat in order]
            shown = [
                rank if self._counted(seat) is not None else len(STEPS)
                for seat, rank in zip(order, ranks, strict=True)
            ]
            stands = [_as_high_as(box, rank) for box, rank in zip(places, shown, strict=True)]
        for seat, rank, box in zip(order, ranks, stands, strict=True):
            self._draw_chair(e, seat, rank, box)
        if told and not trouble:
            self._draw_awards(e, prizes)
        about = gettext("Compare reaction times on this screen only.")
        if self.end.called_by_screen:
            about = desktop.note(self.end.screen_us)
        note = trouble or self._filming.words or self._fairer or (about if self.end.reactions else "")
        e.text("note", note, line, SMALL, MIST)
        if winners and told:
            self._shower.draw(e, below, ON_CLOTH)
        if self.only_watched:
            return
        again, wish = gettext("Again, same players"), self.play_on
        if self.cup is not None:
            again, wish = gettext("Cup standings"), self._show_cup
        film = gettext("Film it") if self._filming.made is None else gettext("Show the film")
        if self.stage.in_browser:
            film = gettext("Save the game")
        buttons = [
            ("again", again, wish, LARGE, "confirm"),
            ("other", gettext("Another game"), self.escape, BODY, "pause"),
            ("film", film, self._film, BODY, "photo"),
            ("replay", gettext("Best slap"), self._replay, BODY, "feint"),
        ]
        places = foot.columns([3, 2, 2, *[2] * self._may_replay], px(20))
        for at, ((name, says, wish, size, key), place) in enumerate(zip(buttons, places, strict=False)):
            e.button(name, says, place, wish, self.cursor == at, size, self.key_name(key))

    def _draw_awards(self, e: Easel, box: Box) -> None:
        """Draw the awards side by side."""
        px = e.frame.px
        handed = awards(self.end, face_of(self.end.game), GOOD_TO_US)
        wide = min(box.w // 3 - px(12), px(560))
        gaps = px(12) * (len(handed) - 1)
        left = box.cx - (wide * len(handed) + gaps) // 2
        for index, award in enumerate(handed):
            place = Box(left + index * (wide + px(12)), box.y, wide, box.h)
            e.panel(f"award/{index}", place)
            side, sits = min(place.h - px(16), px(84)), self.end.seats[award.seat]
            mark, room = place.cut_left(px(12))[1].cut_left(side, px(14))
            e.put(f"award/{index}/mark", mark.centred(side, side), SeatMark(sits.colour))
            title, value = room.cut_right(px(22) - px(14))[0].inset(0, px(2)).rows([9, 11])
            e.text(f"award/{index}/title", award.title, title, SMALL, GOLD, "left")
            name, beside = value.cut_right(e.width(award.value, SMALL), px(10))
            e.text(f"award/{index}/name", e.cut(sits.name, name.w, size=LARGE), name, LARGE, CHALK, "left")
            e.text(f"award/{index}/value", award.value, beside, SMALL, GOLD, "right")

    def _sort_key(self, seat: int) -> tuple[bool, float]:
        """Return the key that sorts seats, best first: winners, then the others by their score."""
        score = self.view["scores"][seat]
        return seat not in self.view["winners"], -score if self._many_is_good else score

    @property
    def _many_is_good(self) -> bool:
        """Whether many points are good in this game: then the first winner has the highest score."""
        scores, winners = self.view["scores"], self.view["winners"]
        return bool((scores[winners[0]] if winners else 0) >= max(scores))

    def _rank(self, seat: int) -> int:
        """Return the rank of a seat, from 1; winners, and equal scores, share a place."""
        if seat in self.view["winners"]:
            return 1
        mine = self._sort_key(seat)
        return 1 + sum(self._sort_key(other) < mine for other in range(len(self.end.seats)))

    def _draw_chair(self, e: Easel, seat: int, rank: int, box: Box) -> None:
        """Draw a player on the podium: paddle with rank, name, score, and times or the cup's points.

        Only paddle and name show before the ceremony tells this place; then the score is counted up.
        """
        px = e.frame.px
        sits = self.end.seats[seat]
        counted = self._counted(seat)
        told = counted is not None
        won = told and seat in self.view["winners"]
        plate = mix(PANEL_LIT if won else PANEL, PADDLE_COLOURS[sits.colour], 0.15)
        e.panel(f"chair/{seat}", box, plate, GOLD if won else None, 245)
        hand, name, score, times = box.inset(px(12), px(10)).rows([31, 15, 18, 36], px(4))
        hand = hand.fit(1)
        mark = str(rank) if told and self.view["winners"] else ""
        e.put(f"chair/{seat}/hand", hand, PaddleArt(sits.colour, won, won, mark))
        if sits.bot and told:
            last = rank == len(self.end.seats)
            mood = Feeling.GLOAT if won else Feeling.WINCE if last else Feeling.SHRUG
            beside = hand.moved(round(hand.w * 0.85), 0)
            e.put(f"chair/{seat}/face", beside.inset(hand.w // 6), BotFace(sits.bot, mood), above=True)
        e.text(f"chair/{seat}/name", sits.name, name, 40, GOLD if won else CHALK)
        if counted is None:
            return
        count = parts.cards if face_of(self.end.game).counts == "card" else parts.points
        e.text(f"chair/{seat}/score", count(counted.points), score, LARGE, CHALK)
        self._below_score(e, seat, [reason.words for reason in counted.reasons if reason.words], times)

    def _below_score(self, e: Easel, seat: int, reasons: Sequence[str], box: Box) -> None:
        """Say what the points are for while they are counted; then also how fast the hand was."""
        mine = self.end.reactions.get(seat)
        why = ", ".join(reasons)
        if self._ceremony is not None or not mine:
            e.text(f"chair/{seat}/reasons", why, box, SMALL, GOLD)
            return
        speed = gettext(
            "best {best}\ntypical {typical}",
            best=duration(min(mine), GOOD_TO_US),
            typical=duration(round(statistics.median(mine)), GOOD_TO_US),
        )
        both = f"{why}\n{speed}"
        if len(reasons) > 1 and e.fits(both, SMALL, box):
            speed = both
        e.text(f"chair/{seat}/times", speed, box, SMALL, MIST)
