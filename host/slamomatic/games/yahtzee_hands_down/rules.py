"""Yahtzee Hands Down: hands of dice cards, called face down; the two best hands of a round score."""

from random import Random

from slamomatic.engine.span import Span
from slamomatic.engine.vocabulary import Choice, Data, OpenlyRefused, Refused, made
from slamomatic.games.yahtzee_hands_down.deal import HAND, YahtzeeDeal
from slamomatic.games.yahtzee_hands_down.dice import COMBOS, COUNTS, best, count, sums
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
TURNS_OF_TWO = 2  # turns that the other of two players has after a call


class YahtzeeHandsDown(YahtzeeDeal):
    """The game: turns, calls, scoring and the end. Its base holds the cards."""

    BOTS = "slamomatic.games.yahtzee_hands_down.bots:BOTS"
    FACE = "slamomatic.games.yahtzee_hands_down.face:FACE"

    # --- choices ----------------------------------------------------------------------------------

    def choose(self, do: str, seat: int, data: Data) -> None:
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
            self.drawn = True  # what was drawn may still be called
            return
        if self.left is not None:
            self.left -= 1
        self._redeal_last_combo()
        self._pass_turn()

    def _exchange(self, what: str, seat: int, cards: list[str], kept: list[str]) -> None:
        """These cards go to the discards, and as many are drawn."""
        self.discards += cards
        drew = self.draw(len(cards))
        self.hands[seat] = sorted(kept + drew)
        self.tell(what, seat, {"cards": cards, "count": len(drew)}, {seat: {"drew": drew}})

    def _redeal_last_combo(self) -> None:
        """The house rule: the last combo goes back to the box when it has lain too long."""
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
        """To the next player whose hand is not called; nobody, while all are."""
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
        called = self.calls.has_slapped(seat)
        if called or live:  # of one hand's slaps the earliest counts, in whatever order they come
            self.calls.note(seat, at)
        if called or not live:
            return
        self.tell("called", seat, t_us=at.middle_us)
        self.darken_seat(seat, at.middle_us)
        self._count_turns()
        if seat == self.turn:
            self.drawn = False
            self._pass_turn()
        self.deadline_us = self.calls.due_us

    def _count_turns(self) -> None:
        if self.left is None:
            if self.seats - sum(self.gone) == 2:
                self.left = TURNS_OF_TWO
            else:
                self.left = self.options["short_turns"] or None

    def widened(self) -> None:
        self.deadline_us = self.calls.due_us

    def fell_due(self, t_us: int) -> None:
        self._score(enough=2)

    def _out_of_turns(self) -> None:
        """Nobody answered the call in time: it wins alone, if it is real."""
        self.drawn = True  # should it be a foul, the turn is over all the same
        self._score(enough=1)

    # --- scoring ----------------------------------------------------------------------------------

    def _score(self, enough: int) -> None:
        """Turns up the first two hands (and who may have been one of them) and sees if the round is over."""
        self.deadline_us = None
        worth: dict[int, tuple[int, int]] = {}
        fouls: list[int] = []
        for seat in self._of_the_first_two():
            if total := self._turn_up(seat):
                worth[seat] = (COMBOS[self.aims[seat] or ""], total)
            else:
                fouls.append(seat)
        real = self._best_first(worth)
        for seat in fouls:
            self._replace(seat)
        over = len(real) >= enough
        for seat in self.calls.slapped:
            if seat not in real[: 2 if over else None]:
                self._pick_up(seat)
        self.left = None
        if over:
            self._end_round(real[:2])
        else:
            self._play_on(real)
        if not self.over:
            self.darken()

    def _of_the_first_two(self) -> list[int]:
        """Whose calls are not certainly later than two others."""
        groups = self.calls.order(self.calls.first())
        if sum(map(len, groups)) > 2:
            self._tell_clump(next((group for group in groups if len(group) > 1), self.calls.first()))
        return [seat for group in groups for seat in sorted(group, key=self._from_starter)]

    def _best_first(self, worth: dict[int, tuple[int, int]]) -> list[int]:
        """Of equal hands who called first, and in a clump who sits nearer the starter."""
        real: list[int] = []
        while len(real) < len(worth):
            most = max(worth[seat] for seat in worth if seat not in real)
            equal = [seat for seat in worth if worth[seat] == most and seat not in real]
            first = self.calls.first(equal)
            if len(first) > 1:
                self._tell_clump(first)
            real.append(min(first, key=self._from_starter))
        return real

    def _tell_clump(self, seats: list[int]) -> None:
        self.tell("clump", None, {"seats": seats, "window_us": self.calls.window_us(seats)})

    def _from_starter(self, seat: int) -> int:
        return (seat - self.starter) % self.seats

    def _turn_up(self, seat: int) -> int:
        """The sum of the called combo's dice; 0 for a foul."""
        hand, combo = self.hands[seat], self.aims[seat]
        if combo is None:
            combo = best(hand, self.table)
        total = sums(hand).get(combo or "", 0) if combo in self.table else 0
        if not self.known[seat]:
            self.tell("shown", seat, {"cards": hand, "combo": combo, "foul": not total, "sum": total})
        self.aims[seat] = combo
        return total

    def _pick_up(self, seat: int) -> None:
        self._forget_call(seat)
        self.tell("picked-up", seat)

    def _forget_call(self, seat: int) -> None:
        if not self.gone[seat]:
            self.calls.forget(seat)
        self.known[seat] = False
        self.aims[seat] = None

    def _replace(self, seat: int) -> None:
        hand = self.hands[seat].copy()
        lost = [self.chance.take(hand) for _ in range(min(FOULED, len(hand)))]
        self._exchange("replaced", seat, lost, hand)

    def _end_round(self, real: list[int]) -> None:
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

    def _play_on(self, real: list[int]) -> None:
        """A foul: the round goes on until there are two real hands."""
        for seat in real:
            self.known[seat] = True
            self._count_turns()
        self._resume_turn()

    def _resume_turn(self) -> None:
        """To whom the turn goes when hands have been picked up."""
        if self.turn is None:  # everybody had called
            self.turn = (self.starter - 1) % self.seats
            self._pass_turn()
        elif self.drawn or self.turn not in self.calls.waits_for:
            self._pass_turn()
        self.drawn = False

    def void_open_slap(self) -> bool:
        called = self.calls.slapped
        for seat in called:
            self._pick_up(seat)
        if called:
            self.left = self.deadline_us = None
            self._resume_turn()
        return bool(called)

    def dropped(self, seat: int) -> None:
        self.buried += self.hands[seat]
        self.hands[seat] = []
        self._forget_call(seat)
        if self.calls.slapped:
            self._count_turns()
        else:
            self.left = None
        if self.turn is None or self.turn == seat or (self.drawn and self.left is None):
            self._resume_turn()
        self.deadline_us = self.calls.due_us

    # --- what is on offer -------------------------------------------------------------------------

    def legal(self, seat: int | None) -> list[Choice]:
        if seat is None:
            return [choice for each in range(self.seats) for choice in self._public_choices(each)]
        choices = []
        for choice in self._public_choices(seat):
            if choice.do == "discard":
                choices += [Choice(seat, "discard", {"cards": cards}) for cards in subsets(self.hands[seat])]
            elif choice.do == "aim":
                withdrawn = [] if self.aims[seat] is None else [NO_AIM]
                choices += [Choice(seat, "aim", {"combo": combo}) for combo in (*withdrawn, *COMBOS)]
            else:
                choices.append(choice)
        return choices

    def _public_choices(self, seat: int) -> list[Choice]:
        """The words alone: they follow from what everybody sees."""
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
        """Calls what it has, else keeps its best group; now and then any cards, so that no game hangs."""
        if self.deadline_us is not None:
            return None
        hand, table, chance = self.hands[seat], self.table, rng.random
        counts = count(hand)
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
        return made(Choice, (seat, "discard", {"cards": away}))
