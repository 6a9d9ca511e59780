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
MOST_LINKS = len(DECK)  # Cuts and Flips that expose each other make no longer chain

# Choices and their data never change: made once, so that a move makes no new objects.
CARD_DATA: Mapping[str, Data] = {card: {"card": card} for card in FITS}
PLAYS = [{card: Choice(seat, "play", data) for card, data in CARD_DATA.items()} for seat in range(6)]
DRAWS = [[Choice(seat, "draw")] for seat in range(6)]


class HitTheDeck(Deck):
    """Hit the Deck: the deal, turns, Cuts and Flips, and the end. Its base class holds piles and races."""

    NAME = "hit-the-deck"
    VERSION = 2  # 2: paddles are live at the start; a caller who leaves after the call does not end the race
    SEATS = range(2, 7)
    FEWEST_WIN = True
    EVENTS = words.EVENTS
    EFFECTS = words.EFFECTS
    OPTIONS = words.OPTIONS
    VERDICTS = ("drew",)
    BOTS = "slamomatic.games.hit_the_deck.bots:BOTS"
    FACE = "slamomatic.games.hit_the_deck.face:FACE"
    PAPER = "slamomatic.engine.paper:PaperCalled"
    # --- the deal ---------------------------------------------------------------------------------

    def begin(self) -> None:
        """Deal the first hand; if the deal exposes a hand card, its race begins once paddles were quiet."""
        super().begin()
        self.points = [0] * self.seats
        self.tell("advice", None, {"text": words.ADVICE})
        self._deal(self.setup.deck)
        if self.turn is None:  # a race has been opened
            self.go_dark()
        else:
            self.blocked = False

    def _deal(self, stacked: object) -> None:
        """Deal a hand to everybody and turn up the first card, which the first player obeys.

        A hand card is no first card: it goes back into the pile. `stacked`: a stacked deck, or None.
        """
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
        """Call, play a card or draw one; Refused: not this player's turn, or not now."""
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
        """Play a card onto the discards and do what it asks for; Refused: it is not held, or does not fit."""
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
        """Draw a card because none fits: if it fits it must be played, else the turn is over."""
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
        """Let `player` obey the top card, which `by` played or exposed, and give the turn to the next player.

        A player who cuts is skipped. A Flip turns play round, back to `by`. If that exposes another Cut or
        Flip, the next player obeys it, and so on. An exposed hand card opens its race.
        """
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
        """Count the cards in the hands, and deal the next hand or end the game."""
        counts = [sum(map(POINTS.__getitem__, hand)) for hand in self.hands]
        self.points = [total + count for total, count in zip(self.points, counts, strict=True)]
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
        """Put the player's hand under the discards and go on; the race ends if its caller has not called."""
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
        """Return the choices in a race, or those of the player on turn: a card that fits, else a draw.

        In the public form nothing tells whether a card fits.
        """
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
        """Return the choices while a hand card is out: slaps, and the call for the player who may call."""
        live = self.paddles.live
        slaps = [Choice(s, "down") for s in self.asked if seat in (None, s) and live[s]]
        if seat is not None and seat == self.caller and self.may_call():
            slaps.append(Choice(seat, "call"))
        return slaps

    def sees(self, seat: int | None) -> Json:
        """Return what all may see, and for a seat its own hand and which of its cards fit."""
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
        """Return the places of draw pile, other players' hands, and the discards under the top card.

        The discards count as hidden, because after a Flip they are the old draw pile.
        """
        hands = [hand for seat, hand in enumerate(self.hands) if seat != eye]
        below = every_card(self.discards)[:-1]
        return [
            [*every_card(self.drawpile), *below, *(place for hand in hands for place in every_card(hand))]
        ]

    def redealt(self, eye: int | None, chance: Chance) -> None:
        """Give another player who has drawn and is still on turn a card that fits: everybody knows of it."""
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
