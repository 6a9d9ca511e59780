"""The table as it is heard: what happens, whose turn it is, what can be chosen, in the order of its weight.

Everything here is said into the room, so it is made from what everybody may see. The own cards are added only
where one pair of eyes is at the screen and its player has asked for it: `own_cards_aloud`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from slamomatic.engine.vocabulary import TURNED_BY_THE_TABLE, Choice, Json
from slamomatic.face.chooser import Pick
from slamomatic.face.face import Row, Weight
from slamomatic.face.faces import title_of
from slamomatic.face.model import Table, choices_of_room
from slamomatic.face.telling import card_words, telling_of
from slamomatic.kit.easel import Easel
from slamomatic.phone.pages import words_of
from slamomatic.screen.scenes import table_parts, table_words
from slamomatic.screen.scenes.table_parts import Button, Choose
from slamomatic.screen.speaker import Heard, label_of
from slamomatic.speech.lines import Line, Rank
from slamomatic.table.moment import Moment
from slamomatic.words import N_, capital, gettext, listed

if TYPE_CHECKING:
    from slamomatic.screen.scenes.table import TableScene

SMALL_HAND = 5  # cards: so few are told whenever they change
FEW = 4  # choices, few enough to name them all
ACROSS = 3  # cards in a row of a grid
HELD_US = 1_500_000  # so long a hand may lie on its paddle before it is asked to come up
RANKS = {Weight.CALL: Rank.CALL, Weight.VERDICT: Rank.VERDICT}
HOW_TO_HEAR_CARDS = N_(
    "Your own cards are not spoken. Press {speech} to hear them, with an earphone if others can hear."
)


class TableSpeech:
    """Collects what happens at one table, and says how it stands."""

    def __init__(self, scene: TableScene) -> None:
        self._scene = scene
        self._lines: list[Line] = []  # what happened and was not said yet; some of it is only shown later
        self._greeted = False
        self._down_since_us: dict[int, int] = {}  # by seat: since when its hand keeps the paddles dark

    @property
    def _on(self) -> bool:
        return self._scene.stage.speaker.on and not self._scene.shown.only_watched

    @property
    def ears(self) -> int | None:
        """The seat whose own cards may be spoken now; None: only what the whole room may know."""
        scene = self._scene
        return scene.eyes if scene.stage.prefs.own_cards_aloud else None

    # --- what happens -------------------------------------------------------------------------------

    def hear(self, effect: Json, moment: Moment, now_us: int) -> None:
        """Hear the public form of one effect, right after the announcements have heard it."""
        scene, what = self._scene, effect["what"]
        if not self._on or scene.hurries or (what == "turn" and moment.room["turn"] is not None):
            return  # whose turn it is stands, and is told with what can be done in it
        of, seats, game = scene.announcements.sentence_of, scene.shown.seats, scene.shown.name
        own = self._own_form(effect, moment)
        sentence = of(own, moment, seats, game, spoken=True)
        telling = telling_of(scene.face, what)
        shown_us = scene.announcements.shown_us(effect, now_us)
        if what == "over" and scene.memory.holds_us is not None:
            shown_us = scene.memory.holds_us
        # What only ears are told is never as urgent as what the screen tells.
        weighs = str(of(effect, moment, seats, game) or "")
        rank = RANKS.get(telling.weight, Rank.NEWS) if weighs else Rank.NEWS
        if own is not effect or effect.get("seat") == scene.shown.alone:
            rank = max(rank, Rank.STATE)  # an answer to the own key, or a card for these ears
        rank = Rank.CALL if telling.calls else rank
        if sentence is not None:
            self._lines.append(Line(str(sentence), rank, shown_us))

    def _own_form(self, effect: Json, moment: Moment) -> Json:
        """Return an effect as the ears that listen may have it: its player hears which card was drawn."""
        ears, what, seat = self.ears, effect["what"], effect.get("seat")
        if ears is None:
            return effect
        whole = (each for each in moment.effects if each.what == what and each.seat == seat)
        return next((each.to_json(ears) for each in whole if each.only.get(ears)), effect)

    def tell(self, words: str, rank: Rank) -> None:
        """Say something that no effect says; "" is nothing."""
        if words and self._on:
            self._lines.append(Line(words, rank, self._scene.stage.clock()))

    def reply(self, words: str) -> None:
        """Say the answer to a key, unless it is for somebody's eyes only and the room would hear it."""
        if self._scene.eyes is None or self.ears is not None:
            self.tell(words, Rank.ANSWER)

    def changes_us(self) -> list[int]:
        """Return when the lines are due that are shown later, after a drum roll."""
        return [line.at_us for line in self._lines]

    def _due(self, now_us: int) -> list[Line]:
        due = [line for line in self._lines if line.at_us <= now_us]
        self._lines = [line for line in self._lines if line.at_us > now_us]
        return due

    # --- how things stand ---------------------------------------------------------------------------

    def aloud(self, picture: Easel) -> Heard:
        """Return what is to be said of the table in play, which this picture shows."""
        scene, now_us = self._scene, self._scene.stage.clock()
        t = scene.table(self.ears)
        stands = [
            Line(words, rank, stands=True)
            for words, rank in (
                (self._waits(t), Rank.STATE),
                (self._hands_up(t, now_us), Rank.VERDICT),
                (self._turn(t), Rank.STATE if t.view["turn"] in scene.shown.people else Rank.HINT),
                (self._whisper(t), Rank.STATE),
                (self._hand(t), Rank.STATE),
                (self._how_to_look(t), Rank.STATE),
                (self._tip(t, now_us), Rank.HINT),
                (self._slap_key(t), Rank.HINT),
            )
            if words
        ]
        due = self._due(now_us)
        if self._on and not self._greeted:
            self._greeted = True
            due.insert(0, Line("\n".join(self._greeting(t)), Rank.STATE, now_us))
        return Heard((id(scene), "play"), stands, due, self._at_button(picture) or self._at(t))

    def _greeting(self, t: Table) -> list[str]:
        """Return who plays here, with which key, and how to hear the own cards."""
        scene, mine = self._scene, self._scene.shown.alone
        lines = []
        if mine is not None:
            key = table_parts.slap_key(t, mine) or gettext("your paddle")
            lines.append(gettext("You are {name}. {key}: slap", name=t.name(mine), key=key))
        if mine is not None and scene.face.hidden and not scene.stage.prefs.own_cards_aloud:
            lines.append(gettext(HOW_TO_HEAR_CARDS, speech=scene.key_name("speech")))
        return lines

    def _waits(self, t: Table) -> str:
        waits = self._scene.shown.waiting_for
        return table_words.about_silent_paddles(t, waits) if waits else ""

    def _hands_up(self, t: Table, now_us: int) -> str:
        """Ask for the hands that keep the paddles dark, once they have lain there for a while."""
        down = {seat for seat, is_down in enumerate(t.view["down"]) if is_down and not t.view["live"][seat]}
        self._down_since_us = {seat: self._down_since_us.get(seat, now_us) for seat in down}
        late = any(now_us - since_us >= HELD_US for since_us in self._down_since_us.values())
        return table_parts.lamp_words(t)[1] if late and not t.view["over"] else ""

    def _turn(self, t: Table) -> str:
        """Return whose turn it is, where that player has something to do; cards may fall by themselves."""
        view, turn = t.view, t.view["turn"]
        by_itself = ("down", TURNED_BY_THE_TABLE)
        legal = self._scene.shown.moment.legal[None]
        if view["over"] or turn is None or not any(c.seat == turn and c.do not in by_itself for c in legal):
            return ""
        if turn == self._scene.shown.alone:
            return gettext("Your turn")
        return gettext("{seat}'s turn", seat=t.name(turn))

    def _is_on(self, t: Table) -> bool:
        """Return whether the player whose cards may be spoken is to do something now."""
        return t.eyes is not None and (t.view["turn"] in (None, t.eyes) or self._scene.looking is not None)

    def _hand(self, t: Table, asked: bool = False) -> str:
        """Return the own cards, as far as they may be spoken; a grid is walked over card by card.

        A large hand is told in the own turn, or to somebody who has `asked`.
        """
        if t.eyes is None or not self._scene.face.hidden:
            return ""
        cards = self._scene.face.on_phone(t.view)
        if cards.grid or not cards.cards or not (asked or self._is_on(t) or len(cards.cards) <= SMALL_HAND):
            return ""
        return gettext("Your hand: {cards}", cards=self._named(cards.cards))

    def _named(self, cards: list[str | None]) -> str:
        return listed([card_words(self._scene.face, card) for card in cards])

    def _whisper(self, t: Table) -> str:
        """Return what only this player was told in this turn."""
        if t.eyes is None or t.whisper is None or "card" not in t.whisper:
            return ""
        says = t.sentence(self._scene.face, t.whisper) or gettext("Only you see this")
        card = card_words(self._scene.face, t.whisper["card"])
        return gettext("{name}: {what}", name=says, what=card)

    def _how_to_look(self, t: Table) -> str:
        turn = t.view["turn"]
        return table_words.how_to_look(self._scene, t) if turn in self._scene.shown.people else ""

    def _tip(self, t: Table, now_us: int) -> str:
        """Return the tip for now, for those who hear; "": there is none, or it may tell hidden cards."""
        scene, turn = self._scene, t.view["turn"]
        if t.view["over"] or not (turn is None or turn in scene.shown.people):
            return ""
        if scene.eyes is not None and t.eyes is None:
            return ""  # a tip for these eyes may tell what is in the hand
        return scene.lessons.words(t.eyes, t.view, 0, now_us)  # news is spoken before it, not in its place

    def _slap_key(self, t: Table) -> str:
        """Return the key that slaps, while a slap of the only person here counts."""
        mine = self._scene.shown.alone
        if mine is None or t.view["over"] or not table_words.slap_counts(t.view, mine) or not t.view["asked"]:
            return ""
        return gettext("{key}: slap", key=table_parts.slap_key(t, mine) or gettext("your paddle"))

    # --- what can be chosen -------------------------------------------------------------------------

    def _at_button(self, picture: Easel) -> str:
        """Return the words of the button that the mark of one switch is at, if it is no choice."""
        stop, play = self._scene.stage.scanner.stop, self._scene.play
        if stop is None or not play.scans_elsewhere():
            return ""
        buttons = (target for target in picture.targets if target.name.startswith("prompt/"))
        return next((label_of(picture, target) for target in buttons if target.box == stop.box), "")

    def _at(self, t: Table) -> str:
        """Return what Enter would do now, and how many choices there are."""
        scene, confirm = self._scene, self._scene.key_name("confirm")
        chooser = scene.chooser
        if t.view["over"]:
            return ""
        if self._hides(t) and any(fact(t.view) for fact, _ in scene.face.hidden):
            # Which choices there are, and how many, would tell what the player holds.
            turn = t.view["turn"]
            return gettext("{seat}'s eyes only!", seat=t.name(turn)) if turn == scene.eyes else ""
        if table_words.may_finish(scene):
            return gettext("{name}: {what}", name=gettext("Finish now"), what=confirm)
        if t.what_was:
            return gettext("{name}: {what}", name=gettext("Continue"), what=confirm)
        ring = chooser.ring()
        if not ring:
            return ""
        entry = ring[chooser.ring_at()]
        if not self._may_tell(t, entry):
            return ""
        key = confirm
        if entry.do == "down":
            key = table_parts.slap_key(t, entry.seat) or gettext("your paddle")
        if chooser.undecided:
            says = gettext("take from whom?")
            return gettext("{choice} {count} choices: arrows", choice=says, count=len(ring))
        words = self._label(t, entry)
        if not scene.stage.scanner.on:  # else the switch chooses what was said last
            words = gettext("{name}: {what}", name=words, what=key)
        if 1 < len(ring) <= FEW and not self._hides(t) and not chooser.walked:
            others = [self._label(t, other) for other in ring if other != entry]
            words = gettext("{choice}. Or: {others}", choice=words, others=", ".join(others))
        elif len(ring) > 1 and not self._hides(t):
            at = chooser.ring_at() + 1
            words = gettext("{choice}. {at} of {count}", choice=words, at=at, count=len(ring))
        place = self._place(t, entry)
        return "\n".join(line for line in (place, words) if line)

    def _label(self, t: Table, entry: Choice) -> str:
        """Return the words of a choice."""
        scene = self._scene
        return gettext("SLAP") if entry.do == "down" else table_words.label_of_entry(scene, t, entry)

    def _may_tell(self, t: Table, entry: Choice) -> bool:
        """Return whether those who hear may know this choice."""
        scene = self._scene
        if t.eyes is not None or scene.eyes is None:
            return True
        moment = scene.shown.moment
        return entry in choices_of_room(scene.shown.people, moment.legal, moment.room, scene.face)

    def _place(self, t: Table, entry: Choice) -> str:
        """Return the card or place that the arrow keys are at, where a choice has several parts."""
        scene, chooser = self._scene, self._scene.chooser
        here, piece = chooser.here, chooser.piece_pointed_at
        in_pieces = bool(chooser.picked_in_pieces) and entry.do == chooser.picked_in_pieces
        if here is None and not in_pieces:
            return ""
        if here is None and piece is not None and not scene.face.walked_by_place:
            here = Pick("card", piece[0], nth=piece[1])
        if here is None:
            return ""
        words = scene.face.place_name(t, here)
        picked = here in chooser.pointed or (in_pieces and piece in chooser.marked)
        return gettext("{choice}, picked", choice=words) if picked and words else words

    # --- everything, for somebody who asks -------------------------------------------------------------

    def where(self) -> list[str]:
        """Return all that can be said of the table: who plays, what lies there, and every key."""
        scene, face = self._scene, self._scene.face
        t = scene.table(self.ears)
        room = scene.table(None)
        lines = [
            title_of(t.game),
            *self._greeting(t),
            table_words.subtitle(room),
            self._at(t),
            self._hand(t, asked=True),
            self._whisper(t),
            *(face.on_phone(t.view).facts if t.eyes is not None else ()),
            scene.announcements.words_at(t.seats, scene.stage.clock()),
            *(self._row(t, row) for row in face.on_table(t.view)),
        ]
        for seat in range(len(t.seats)):
            status = face.status(room, seat)[0]
            lines.append(gettext("{name}: {what}", name=t.name(seat), what=status) if status else "")
        lines += [*table_parts.lamp_words(room)[:2], self._tip(t, scene.stage.clock())]
        lines += [line for line in table_words.hint(scene, t).splitlines() if not self._hides(t)]
        lines += [gettext("{name}: {what}", name=one.words, what=one.key) for one in self.buttons()]
        return [capital(line) for line in lines if line]

    def buttons(self) -> list[Button]:
        """Return the buttons that have a key and are no choice of the game.

        The photo has a button while few choices leave room for it: that would tell how many there are.
        """
        t = self._scene.table(self.ears)
        unsaid = ("", self._scene.key_name("photo") if self._hides(t) else "")
        there = table_words.buttons(self._scene, t)
        return [one for one in there if one.key not in unsaid and not isinstance(one.wish, Choose)]

    def _hides(self, t: Table) -> bool:
        """Return whether the screen shows cards that must not be spoken."""
        return self._scene.eyes is not None and t.eyes is None

    def _row(self, t: Table, row: Row) -> str:
        """Return a row of open cards in words."""
        names = [card_words(self._scene.face, card) for card in row.cards]
        lines = [", ".join(names[at : at + ACROSS]) for at in range(0, len(names), ACROSS)]
        return gettext(
            "{name}: {what}", name=words_of(row, t), what="; ".join(lines) if row.grid else listed(names)
        )
