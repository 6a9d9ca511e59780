"""Yahtzee Hands Down: hands of dice cards, called face down; the two best hands of a round score."""

from random import Random

from slamomatic.engine.span import Span
from slamomatic.engine.vocabulary import Choice, Data, OpenlyRefused, Refused, make_tuple
from slamomatic.games.yahtzee_hands_down.deal import HAND, YahtzeeDeal
from slamomatic.games.yahtzee_hands_down.dice import COMBOS, COUNTS, best_combo, combo_sums, count_dice
from slamomatic.games.yahtzee_hands_down.groups import (
    best_place,
    group_to_keep,
    makes_any,
    subsets,
    wants_kinds,
    without,
)

NO_AIM = "none"
FOULED = 3  # cards replaced after a foul
TURNS_OF_TWO = 2  # in a game of two, turns that the other player has after a call


class YahtzeeHandsDown(YahtzeeDeal):
    """Yahtzee Hands Down: turns, calls, scoring and the end. Its base class holds the cards."""

    BOTS = "slamomatic.games.yahtzee_hands_down.bots:BOTS"
    FACE = "slamomatic.games.yahtzee_hands_down.face:FACE"

    # --- choices ----------------------------------------------------------------------------------

    def choose(self, do: str, seat: int, data: Data) -> None:
        """Aim in secret, exchange cards or be done; Refused: not this player's turn, or not now."""
        if self.calls.has_slapped(seat):
            raise OpenlyRefused("your hand lies on the table: wait for the scoring")
        if do == "aim":
            combo = data["combo"]
            if combo != NO_AIM and combo not in COMBOS:
                raise OpenlyRefused(
                    "there is no combo '{combo}': aim at one of {combos} {no_aim}",
                    combo=combo,
                    combos=" ".join(COMBOS),
                    no_aim=NO_AIM,
                )
            self.aims[seat] = None if combo == NO_AIM else combo
            return
        if seat != self.turn:
            raise OpenlyRefused("it is not your turn (a call needs no turn)")
        if self.deadline_us is not None:
            raise OpenlyRefused("two hands are called: they are scored first")
        if do == "done":
            if self.left != 1:
                raise OpenlyRefused("your turn ends by itself when you have drawn")
            self._out_of_turns()
        else:
            self._discard(seat, data["cards"])

    def _discard(self, seat: int, cards: list[str]) -> None:
        """Exchange these cards of the player's hand, and end the turn.

        After its last draw in a round the player stays on turn: the new hand may still be called.
        """
        if self.drawn:
            raise OpenlyRefused("you have drawn for the last time: call, or say that you are done")
        hand = self.hands[seat].copy()
        for card in cards:
            try:
                hand.remove(card)
            except ValueError:
                raise Refused(
                    "you can't discard {card}: your hand has no (other) such card", card=card
                ) from None
        self._exchange("discarded", seat, cards, hand)
        if self.left == 1:
            self.drawn = True
            return
        if self.left is not None:
            self.left -= 1
        self._redeal_last_combo()
        self._pass_turn()

    def _exchange(self, what: str, seat: int, cards: list[str], kept: list[str]) -> None:
        """Put these cards on the discards, draw as many, and tell it by the effect `what`."""
        self.discards += cards
        drew = self.draw(len(cards))
        self.hands[seat] = sorted(kept + drew)
        self.tell(what, seat, {"cards": cards, "count": len(drew)}, {seat: {"drew": drew}})

    def _redeal_last_combo(self) -> None:
        """Exchange the last combo by the house rule, if nobody has called it for so many rounds."""
        rounds = self.options["redeal_rounds"]
        if not rounds or len(self.table) > 1 or self.calls.slapped:
            return
        self.dry_turns += 1
        others = [at for at, card in enumerate(self.box) if card in COMBOS and card != self.table[0]]
        if others and self.dry_turns >= rounds * (self.seats - sum(self.gone)):
            at = others[self.chance.below(len(others))]
            self.table[0], self.box[at] = self.box[at], self.table[0]
            self.dry_turns = 0
            self.tell("combos", None, {"cards": list(self.table)})

    def _pass_turn(self) -> None:
        """Give the turn to the next player who has not called; if all have, nobody is on turn."""
        assert self.turn is not None
        seat, seats = self.turn, self.seats
        for _ in range(seats):
            seat = (seat + 1) % seats
            if seat in self.calls.waits_for:
                self.turn = seat
                self.tell("turn", seat, {"left": self.left})
                return
        self.turn = None

    # --- calls ------------------------------------------------------------------------------------

    def slapped(self, seat: int, at: Span, live: bool) -> None:
        """Take a slap as the call of this player's hand. It limits the turns of the others in this round."""
        had_called = self.calls.has_slapped(seat)
        if had_called or live:  # a slap that is told later may be earlier: the race counts the earliest one
            self.calls.note(seat, at)
        if had_called or not live:
            return
        self.tell("called", seat, t_us=at.middle_us)
        self.darken_seat(seat, at.middle_us)
        self._limit_turns()
        if seat == self.turn:
            self.drawn = False
            self._pass_turn()
        self.deadline_us = self.calls.due_us

    def _limit_turns(self) -> None:
        """After a call, count how many turns are left in the round, where the rules limit them."""
        if self.left is None:
            if self.seats - sum(self.gone) == 2:
                self.left = TURNS_OF_TWO
            else:
                self.left = self.options["short_turns"] or None

    def widened(self) -> None:
        self.deadline_us = self.calls.due_us

    def fell_due(self, t_us: int) -> None:
        """Score the round: the first two calls are certain."""
        self._score(enough=2)

    def _out_of_turns(self) -> None:
        """Score the one call that nobody answered in time: if it is real it wins alone."""
        self.drawn = True  # if it is a foul, this player's turn is over all the same
        self._score(enough=1)

    # --- scoring ----------------------------------------------------------------------------------

    def _score(self, enough: int) -> None:
        """Turn up the called hands and end the round if `enough` of them are real, else let it go on.

        Fouls are replaced first. Hands that win nothing go back to their players. If the round goes on, the
        real hands stay on the table.
        """
        self.deadline_us = None
        worth: dict[int, tuple[int, int]] = {}  # by seat: the points of the combo, and the sum of its dice
        fouls: list[int] = []
        for seat in self._seats_to_turn_up():
            if total := self._turn_up(seat):
                worth[seat] = (COMBOS[self.aims[seat] or ""], total)
            else:
                fouls.append(seat)
        real = self._rank_hands(worth)
        for seat in fouls:
            self._replace_after_foul(seat)
        round_over = len(real) >= enough
        staying = real[:2] if round_over else real
        for seat in self.calls.slapped:
            if seat not in staying:
                self._pick_up(seat)
        self.left = None
        if round_over:
            self._end_round(staying)
        else:
            self._continue_round(real)
        if not self.over:
            self.darken()

    def _seats_to_turn_up(self) -> list[int]:
        """Return the seats whose calls may be among the first two, in the order of turning up."""
        groups = self.calls.order(self.calls.first())
        if sum(map(len, groups)) > 2:
            self._tell_clump(next((group for group in groups if len(group) > 1), self.calls.first()))
        return [seat for group in groups for seat in sorted(group, key=self._from_starter)]

    def _rank_hands(self, worth: dict[int, tuple[int, int]]) -> list[int]:
        """Return the seats with real hands, the best hand first.

        `worth`: by seat the points of its combo and the sum of its dice. Of equal hands the one that was
        called first is better; if those calls are too close to tell, the one nearer to the starter.
        """
        ranked: list[int] = []
        while len(ranked) < len(worth):
            most = max(worth[seat] for seat in worth if seat not in ranked)
            equal = [seat for seat in worth if worth[seat] == most and seat not in ranked]
            first = self.calls.first(equal)
            if len(first) > 1:
                self._tell_clump(first)
            ranked.append(min(first, key=self._from_starter))
        return ranked

    def _tell_clump(self, seats: list[int]) -> None:
        """Tell that the calls of these seats were too close to tell who was first."""
        self.tell("clump", None, {"seats": seats, "window_us": self.calls.window_us(seats)})

    def _from_starter(self, seat: int) -> int:
        """How many places to the left of the starter this seat is."""
        return (seat - self.starter) % self.seats

    def _turn_up(self, seat: int) -> int:
        """Turn up a called hand and return the sum of its combo's dice; 0: it is a foul.

        Without an aim the hand counts as the best combo on the table that it makes.
        """
        hand, combo = self.hands[seat], self.aims[seat]
        if combo is None:
            combo = best_combo(hand, self.table)
        total = combo_sums(hand).get(combo or "", 0) if combo in self.table else 0
        if not self.known[seat]:
            self.tell("shown", seat, {"cards": hand, "combo": combo, "foul": not total, "sum": total})
        self.aims[seat] = combo
        return total

    def _pick_up(self, seat: int) -> None:
        """Give a called hand back to its player, who may call again."""
        self._forget_call(seat)
        self.tell("picked-up", seat)

    def _forget_call(self, seat: int) -> None:
        """Wait for this seat as if it had not called, unless its player has left."""
        if not self.gone[seat]:
            self.calls.forget(seat)
        self.known[seat] = False
        self.aims[seat] = None

    def _replace_after_foul(self, seat: int) -> None:
        """Exchange three cards of this hand, picked by chance."""
        hand = self.hands[seat].copy()
        lost = [self.chance.take(hand) for _ in range(min(FOULED, len(hand)))]
        self._exchange("replaced", seat, lost, hand)

    def _end_round(self, real: list[int]) -> None:
        """Give the first of these seats the combo and the other a chance card; then start the next round.

        Both get new hands. With no combo left the game ends.
        """
        winner = real[0]
        combo = self.aims[winner]
        assert combo is not None
        self.table.remove(combo)
        self.won[winner].append(combo)
        self.tell("combo-won", winner, {"combo": combo})
        for seat in real[1:]:
            self.chances[seat].append(self.chance_pile.pop())
            self.tell("chance-won", seat)
        used = [self.hands[seat] for seat in real]
        for hand in used:
            self.discards += hand
        for seat, hand in zip(real, used, strict=True):
            self.hands[seat] = drew = sorted(self.draw(HAND))
            self._forget_call(seat)
            self.tell("redrawn", seat, {"cards": hand, "count": len(drew)}, {seat: {"drew": drew}})
        self.drawn = False
        self.starter = self.next_seat(self.starter)
        if self.table:
            self.start_round()
        else:
            self.tell("chances", None, {"cards": [list(cards) for cards in self.chances]})
            self.finish()

    def _continue_round(self, real: list[int]) -> None:
        """Let the round go on after a foul; the real hands stay, open, as calls."""
        for seat in real:
            self.known[seat] = True
            self._limit_turns()
        self._resume_turn()

    def _resume_turn(self) -> None:
        """Give the turn on after hands were picked up, if its player has called or had the last draw."""
        if self.turn is None:  # everybody had called: the next one is the starter
            self.turn = (self.starter - 1) % self.seats
            self._pass_turn()
        elif self.drawn or self.turn not in self.calls.waits_for:
            self._pass_turn()
        self.drawn = False

    def void_open_slap(self) -> bool:
        """Give all called hands back; return whether there was one."""
        called = self.calls.slapped
        for seat in called:
            self._pick_up(seat)
        if called:
            self.left = self.deadline_us = None
            self._resume_turn()
        return bool(called)

    def dropped(self, seat: int) -> None:
        """Put the player's hand under the discards, and count turns and calls without the player."""
        self.buried += self.hands[seat]
        self.hands[seat] = []
        self._forget_call(seat)
        if self.calls.slapped:
            self._limit_turns()
        else:
            self.left = None
        # The player on turn has had the last draw, but the only call left the game with its player.
        last_draw_is_over = self.drawn and self.left is None
        if self.turn is None or self.turn == seat or last_draw_is_over:
            self._resume_turn()
        self.deadline_us = self.calls.due_us

    # --- what is on offer -------------------------------------------------------------------------

    def legal(self, seat: int | None) -> list[Choice]:
        """Return this seat's choices with all their data; None: everybody's choices without data."""
        if seat is None:
            return [choice for each in range(self.seats) for choice in self._public_choices(each)]
        choices = []
        for choice in self._public_choices(seat):
            if choice.do == "discard":
                choices += [Choice(seat, "discard", {"cards": cards}) for cards in subsets(self.hands[seat])]
            elif choice.do == "aim":
                # Last, so that a key pressed twice at the first way does not undo itself.
                withdrawn = [] if self.aims[seat] is None else [NO_AIM]
                choices += [Choice(seat, "aim", {"combo": combo}) for combo in (*COMBOS, *withdrawn)]
            else:
                choices.append(choice)
        return choices

    def _public_choices(self, seat: int) -> list[Choice]:
        """Return this seat's choices without data: they follow from what everybody sees."""
        if self.over or seat not in self.calls.waits_for:
            return []
        words = ["aim"]
        if seat == self.turn and self.deadline_us is None:
            if not self.drawn:
                words.append("discard")
            if self.left == 1:
                words.append("done")
        if self.paddles.live[seat]:
            words.append("down")
        return [Choice(seat, word) for word in words]

    def random_choice(self, seat: int, rng: Random) -> Choice | None:
        """Return a choice for a random player: mostly a call of a made hand, else the best group is kept.

        Now and then it keeps any cards, so that no game hangs. None: the first two calls are waited for.
        """
        if self.deadline_us is not None:
            return None
        hand, table, chance = self.hands[seat], self.table, rng.random
        counts = count_dice(hand)
        if self.paddles.live[seat] and chance() < 0.5 and makes_any(hand, table, counts):
            return Choice(seat, "down")
        if self.drawn:
            return Choice(seat, "done")
        if chance() < 0.05:
            away = [card for card in hand if chance() < 0.5]
        elif wants_kinds(table):
            best_at = 1 << best_place(counts)
            away = [card for card in hand if not COUNTS[card] & best_at]
        else:
            away = without(hand, group_to_keep(hand, table))
        return make_tuple(Choice, (seat, "discard", {"cards": away}))
