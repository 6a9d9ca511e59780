"""Hit the Deck: match colour or number, obey the words, lay a hand on the deck when a hand card falls."""

from collections.abc import Mapping

from slamomatic.engine.chance import Chance
from slamomatic.engine.hooks import Place, every_card
from slamomatic.engine.setup import ready_deck
from slamomatic.engine.vocabulary import Choice, Data, Json, OpenlyRefused, Refused
from slamomatic.games.hit_the_deck import words
from slamomatic.games.hit_the_deck.cards import CUTS, DECK, FITS, FLIPS, HAND, POINTS, WORDS
from slamomatic.games.hit_the_deck.deck import Deck

DEALT = 7
MOST_LINKS = len(DECK)  # of Cuts and Flips that expose each other

# Choices and their data never change: made once, so that a move makes no new objects.
CARD_DATA: Mapping[str, Data] = {card: {"card": card} for card in FITS}
PLAYS = [{card: Choice(seat, "play", data) for card, data in CARD_DATA.items()} for seat in range(6)]
DRAWS = [[Choice(seat, "draw")] for seat in range(6)]


class HitTheDeck(Deck):
    """The game: the deal, the turns, the words and the end. Its base holds piles and races."""

    NAME = "hit-the-deck"
    VERSION = 2  # starts live; a caller who leaves after the call leaves the race open
    SEATS = range(2, 7)
    FEWEST_WIN = True
    EVENTS = words.EVENTS
    EFFECTS = words.EFFECTS
    OPTIONS = words.OPTIONS
    VERDICTS = ("drew",)  # who was last draws as much as who has not called
    BOTS = "slamomatic.games.hit_the_deck.bots:BOTS"
    FACE = "slamomatic.games.hit_the_deck.face:FACE"
    PAPER = "slamomatic.engine.paper:PaperCalled"
    STATE = (
        "hands",
        "drawpile",
        "discards",
        "points",
        "dealer",
        "step",
        "drew",
        "blocked",
        "caller",
        "called",
        "faked",
        "paid",
    )

    # --- the deal ---------------------------------------------------------------------------------

    def begin(self) -> None:
        super().begin()
        self.points = [0] * self.seats
        self.tell("advice", None, {"text": words.ADVICE})
        # A hand card that the deal exposes is raced for once the paddles were quiet.
        self._deal(self.setup.deck)
        if self.turn is None:  # a race has been opened
            self.go_dark()
        else:
            self.blocked = False

    def _deal(self, stacked: object) -> None:
        pile = ready_deck(self.NAME, DECK, stacked, self.chance)[::-1]
        self.step = 1
        order = self.in_turn(self.next_seat(self.dealer))
        for place, seat in enumerate(order):
            self.hands[seat] = pile[-1 - place :: -len(order)][:DEALT]
            self.tell("dealt", seat, {"count": DEALT}, {seat: {"cards": list(self.hands[seat])}})
        del pile[-DEALT * len(order) :]
        while pile[-1] == HAND:
            self.bury(pile)
        self.drawpile, self.discards = pile[:-1], pile[-1:]
        self.tell("start", self.dealer, {"card": pile[-1]})
        self._obey(self.next_seat(self.dealer), self.dealer)

    # --- choices ----------------------------------------------------------------------------------

    def choose(self, do: str, seat: int, data: Data) -> None:
        if do == "call":
            self.call(seat)
            return
        if seat != self.turn:
            raise OpenlyRefused(
                "it is not your turn" if self.turn is not None else "the hands on the deck come first"
            )
        if self.blocked or self.paddles.dark_all:
            raise OpenlyRefused("paddles are dark or a slap is open: wait until they are live")
        if do == "play":
            self._play(seat, data["card"])
        else:
            self._draw_for_turn(seat)

    def _play(self, seat: int, card: str) -> None:
        hand = self.hands[seat]
        top = self.discards[-1]
        if card not in hand:
            raise Refused("you don't hold {card}", card=card)
        if card not in FITS[top]:
            raise Refused("{card} does not go on {top}", card=card, top=top)
        hand.remove(card)
        self.discards.append(card)
        self.tell("played", seat, CARD_DATA[card])
        if not hand:
            self._end_hand()
        elif card in WORDS:
            self._obey(self.next_seat(seat, self.step), seat)
        elif card == HAND:
            self.open_race(seat)
        else:
            self.turn_to(self.next_seat(seat, self.step))
        if not self.drawpile:
            self.reshuffle()

    def _draw_for_turn(self, seat: int) -> None:
        fits = FITS[self.discards[-1]]
        if self.drew:
            raise OpenlyRefused("you have drawn a card that fits: play it")
        if not fits.isdisjoint(self.hands[seat]):
            raise Refused("you hold a card that fits: play one")
        drawn = self.draw_cards(seat, 1)
        if drawn and drawn[0] in fits:
            self.drew = True
        else:
            self.turn_to(self.next_seat(seat, self.step))

    # --- words ------------------------------------------------------------------------------------

    def _obey(self, player: int, by: int) -> None:
        """`player` is to move and obeys what `by` played or exposed, and what that exposes."""
        for _ in range(MOST_LINKS):
            top = self.discards[-1]
            if top in CUTS:
                exposed = self.cut(player)
                by, player = player, self.next_seat(player, self.step)
            elif top in FLIPS:
                exposed = self.flip(player)
                by, player = player, by
            else:
                break
            if not exposed:
                break
        self.turn_to(player)
        if self.discards[-1] == HAND:
            self.open_race(player)

    # --- the end ----------------------------------------------------------------------------------

    def _end_hand(self) -> None:
        counts = [sum(map(POINTS.__getitem__, hand)) for hand in self.hands]
        self.points = [a + b for a, b in zip(self.points, counts, strict=True)]
        self.tell("hand-over", None, {"hands": [list(hand) for hand in self.hands], "points": counts})
        if max(self.points) >= self.options["target"]:
            self.finish()
            return
        self.dealer = self.next_seat(self.dealer)
        self.go_dark()
        self._deal(None)

    def scores(self) -> list[int]:
        return list(self.points)

    def dropped(self, seat: int) -> None:
        self.discards[:0] = self.hands[seat]
        self.hands[seat] = []
        if not self.drawpile:
            self.reshuffle()
        if self.turn == seat:
            self.turn_to(self.next_seat(seat, self.step))
        if self.caller is None or (self.caller == seat and not self.called):
            self.faked = [slap for slap in self.faked if slap[2] != seat]
            if self.caller == seat:
                self.race.void()
                self.clear_hand_card()
            self.go_dark()

    # --- what is seen -----------------------------------------------------------------------------

    def legal(self, seat: int | None) -> list[Choice]:
        if self.caller is not None:
            return [] if self.over else self._legal_in_race(seat)
        turn = self.turn
        if turn is None or self.blocked or self.paddles.dark_all or seat not in (None, turn):
            return []
        if seat is None:
            return [Choice(turn, "play")] if self.drew else [Choice(turn, "play"), Choice(turn, "draw")]
        plays, fits = PLAYS[turn], FITS[self.discards[-1]]
        return [plays[card] for card in dict.fromkeys(self.hands[turn]) if card in fits] or DRAWS[turn]

    def _legal_in_race(self, seat: int | None) -> list[Choice]:
        """Only the player who may call is offered the call."""
        live = self.paddles.live
        slaps = [Choice(s, "down") for s in self.asked if seat in (None, s) and live[s]]
        if seat is not None and seat == self.caller and self.may_call():
            slaps.append(Choice(seat, "call"))
        return slaps

    def sees(self, seat: int | None) -> Json:
        top = self.discards[-1]
        fits = FITS[top]
        hand = [] if seat is None else self.hands[seat]
        return {
            "hand": list(hand),
            "fits": [card for card in hand if card in fits],
            "counts": [len(hand) for hand in self.hands],
            "top": top,
            "drawpile": len(self.drawpile),
            "discards": len(self.discards),
            "dealer": self.dealer,
            "step": self.step,
            "drew": self.drew,
            "caller": self.caller,
            "called": self.called,
        }

    def face_down(self, eye: int | None) -> list[list[Place]]:
        """The discards under the top card too: after a Flip they are what was the draw pile."""
        hands = [hand for seat, hand in enumerate(self.hands) if seat != eye]
        below = every_card(self.discards)[:-1]
        return [
            [*every_card(self.drawpile), *below, *(place for hand in hands for place in every_card(hand))]
        ]

    def redealt(self, eye: int | None, chance: Chance) -> None:
        """Who has drawn and still is to move holds a card that fits: everybody knows it."""
        turn = self.turn
        if turn is None or turn == eye or not self.drew:
            return
        hand, fits = self.hands[turn], FITS[self.discards[-1]]
        if fits.isdisjoint(hand):
            places = [(pile, at) for pile, at in self.face_down(eye)[0] if pile[at] in fits]
            pile, at = places[chance.below(len(places))]
            hand[-1], pile[at] = pile[at], hand[-1]

    def cards(self) -> dict[str, list[str]]:
        piles = {"drawpile": self.drawpile, "discards": self.discards}
        return piles | {f"hand {seat}": hand for seat, hand in enumerate(self.hands)}
