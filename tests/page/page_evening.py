"""A bad evening on the page's cable: the scripted unit on a wire that loses, spoils and swaps pieces."""

from __future__ import annotations

import json
import random
from typing import Any

from selenium import webdriver

from link.bad_evening import STALLS_US, YOUNGEST_BOOT_US, Evening
from slamomatic.bench.link.scripted_unit import Damage, ScriptedUnit, Told
from slamomatic.units.base import Do, News, PaddleEvent, UnitNotice, What
from support.web_serial import Cable

SECOND_US = 1_000_000
SHORTEST_US, LONGEST_US = 3_000, 30_000  # between two looks of the unit at its wire
BUSY_US = (50_000, 300_000, 1_500_000)
APART_US = (300, 20_000)  # slaps of one round
LOST, DOUBLED, SWAPPED, DELAYED = 0.02, 0.02, 0.02, 0.02  # of all pieces, on a bad wire
DELAYS_US = (30_000, 400_000)
SETTLES_WITHIN_US = 300 * SECOND_US

# Takes the place of the table in the page: the browser calls it in the same way, and it keeps what it hears.
LISTENER = """
import json
from dataclasses import asdict
from slamomatic.page.inside.web_serial import WebSerialUnit
from slamomatic.units.base import PaddleEvent, now_us

class Listener:
    def __init__(self):
        self.unit, self.news = WebSerialUnit(now_us), []
        self.unit.start()

    def turn(self, happened):
        for what, *_ in happened.to_py():
            if what in ("plugged", "unplugged"):
                getattr(self.unit, what)()
        self.news += self.unit.drain()
        return 4

    def take(self):
        news, self.news = self.news, []
        return json.dumps([[isinstance(one, PaddleEvent), asdict(one)] for one in news])

    def now_us(self):
        return now_us()
"""
IN_PLACE_OF_THE_TABLE = """
document.addEventListener("DOMContentLoaded", () => {
  if (typeof browser === "undefined") return;
  const run = browser.run;
  browser.run = (inside) => {
    const scope = inside.turn.__globals__.copy();
    scope.get("__builtins__").get("exec")(LISTENER, scope);
    window.evening = { begin() { this.heard = scope.get("Listener")(); } };
    evening.begin();
    run({ turn: (events) => evening.heard.turn(events) });
  };
});
""".replace("LISTENER", json.dumps(LISTENER))


class PageEvening:
    """One evening. All of its time passes in the page too."""

    def __init__(self, browser: webdriver.Chrome, cable: Cable, seed: int) -> None:
        self._browser, self._cable = browser, cable
        self._chance = random.Random(seed)
        self._ahead_us = 0
        self._passed_us = 0.0
        self.rounds: list[list[Told]] = []
        browser.execute_script("evening.begin()")
        self._ahead_us = int(browser.execute_script("return evening.heard.now_us()"))
        self.unit = ScriptedUnit(self._clock)
        self._plugged, self._stalled_until_us = True, 0
        self._cut_after: int | None = None
        self._heard = b""  # of the page, not read by the unit yet
        self._late: list[tuple[int, bytes]] = []  # pieces under way, and when they arrive
        self._in_order_us = 0  # when the last piece arrives that was not overtaken
        rate = self._chance.choice((0.0, 0.003, 0.003))
        self._bad = rate > 0
        self._damage = Damage(random.Random(seed + 1), rate, rate, rate)
        self._unplug()
        self._news: list[News] = []
        self.script: list[str] = []

    def _clock(self) -> int:
        return self._ahead_us + int(self._passed_us)

    def play(self, steps: int) -> Evening:
        """Play so many steps by chance, then one slap on a good wire, and wait until it has arrived."""
        self._plug_in()
        self._wait(
            lambda: any(isinstance(one, UnitNotice) and one.what is What.CONNECTED for one in self._news)
        )
        for _ in range(steps):
            self._step()
            self._pass(self._chance.randrange(20_000, 2 * SECOND_US))
        self._plug_in()
        self._damage, self._bad = Damage(random.Random(0)), False
        last = self.unit.slap(0)
        self.rounds.append([last])
        settled = self._wait(lambda: self._is_last(last))
        self._pass(SECOND_US)
        return Evening(self._take_news(), self.unit.history, self.unit.boots, settled, self.script)

    def _step(self) -> None:
        chance = self._chance
        kinds = ("slaps", "unplug", "stall", "restart", "page busy", "wire error")
        what = chance.choices(kinds, (12, 3, 1.5, 1.5, 2, 1))[0]
        self.script.append(what)
        if what == "slaps":
            self._slap(chance.sample(range(4), chance.randint(1, 4)))
        elif what == "unplug":
            if not self._plugged:
                self._plug_in()
            elif chance.random() < 0.5:
                self._unplug()
            else:
                self._cut_after = chance.randint(1, 120)
        elif what == "stall":
            self._stalled_until_us = self._clock() + chance.choice(STALLS_US[:4])
        elif what == "page busy":
            self._keep_page_busy(chance.choice(BUSY_US))
        elif what == "wire error" and self._plugged:
            self._cable.fail(chance.choice(("BufferOverrunError", "BreakError", "FramingError")))
        elif what == "restart" and self.unit.now_us() > YOUNGEST_BOOT_US:
            self.unit.restart()

    def _slap(self, paddles: list[int]) -> None:
        """Slap these paddles one after the other, less apart than anybody could see."""
        slapped = []
        for paddle in paddles:
            slapped.append(self.unit.slap(paddle))
            self._pass(self._chance.randrange(*APART_US))
        self.rounds.append(slapped)
        for paddle in paddles:
            if self._chance.random() < 0.7:
                self.unit.lift(paddle)

    # --- the wire

    def _plug_in(self) -> None:
        self._cut_after = None
        if not self._plugged:
            self._plugged = True
            self.unit.forget_sent()
            self._cable.plug_in()

    def _unplug(self) -> None:
        if self._plugged:
            self._plugged, self._cut_after, self._heard = False, None, b""
            self._late.clear()
            self._in_order_us = 0
            self._cable.unplug()

    def _pass(self, us: int) -> None:
        until_us = self._clock() + us
        while (left_us := until_us - self._clock()) > 0:
            self._unit_turns()
            idle = not self._plugged or self._clock() < self._stalled_until_us
            longest_us = 10 * LONGEST_US if idle else self._chance.randint(SHORTEST_US, LONGEST_US)
            passed = self._cable.pass_us(min(left_us, longest_us))
            self._passed_us += max(passed.us, 1)
            if self._plugged:
                self._heard += self._damage.applied_to(passed.said)

    def _keep_page_busy(self, us: int) -> None:
        """The unit goes on meanwhile; what it says waits in the browser."""
        until_us = self._clock() + us
        while self._clock() < until_us:
            self._unit_turns()
            self._passed_us += SHORTEST_US
            self._cable.keep_busy(SHORTEST_US)

    def _unit_turns(self) -> None:
        now_us = self._clock()
        if not self._plugged or now_us < self._stalled_until_us:
            return
        self.unit.feed(self._heard)
        self._heard = b""
        self.unit.tick()
        if said := self.unit.take_output():
            self._send(self._damage.applied_to(said))
        while self._plugged and self._late and self._late[0][0] <= now_us:
            self._arrive(self._late.pop(0)[1])

    def _send(self, said: bytes) -> None:
        """Put a piece on the wire, which may lose it, double it, swap it with the last one or delay it."""
        chance, at_us = self._chance, self._clock()
        fate = chance.random() if self._bad else 1.0
        if fate < LOST:
            return
        copies = 2 if fate < LOST + DOUBLED else 1
        if LOST + DOUBLED <= fate < LOST + DOUBLED + SWAPPED:
            at_us += chance.randint(*DELAYS_US)  # the next ones overtake it
        else:
            if LOST + DOUBLED + SWAPPED <= fate < LOST + DOUBLED + SWAPPED + DELAYED:
                at_us += chance.randint(*DELAYS_US)
            at_us = self._in_order_us = max(at_us, self._in_order_us)
        self._late += [(at_us, said)] * copies
        self._late.sort(key=lambda piece: piece[0])

    def _arrive(self, piece: bytes) -> None:
        cut = self._cut_after
        if cut is not None:
            piece, self._cut_after = piece[:cut], cut - len(piece)
        if piece:
            self._cable.hand_over(piece)
        if cut is not None and cut <= len(piece):
            self._cable.pass_us(0)
            self._unplug()

    # --- what was heard

    def _take_news(self) -> list[News]:
        said = json.loads(self._browser.execute_script("return evening.heard.take()"))
        self._news += [_paddle_event(one) if is_event else _notice(one) for is_event, one in said]
        return self._news

    def _is_last(self, last: Told) -> bool:
        events = [one for one in self._news if isinstance(one, PaddleEvent)]
        return bool(events) and events[-1].unit_t_us == last.unit_us and events[-1].do is Do.DOWN

    def _wait(self, done: Any) -> bool:
        end_us = self._clock() + SETTLES_WITHIN_US
        while not done() and self._clock() < end_us:
            self._pass(SECOND_US // 4)
            self._take_news()
        return bool(done())

    def wrong_losers(self) -> list[str]:
        """Return the rounds whose last hand is another one by the page's times than it truly was."""
        wrong = []
        for slapped in self.rounds:
            truth = {(told.unit_us, int(told.body.split(",")[2])) for told in slapped}
            heard = [
                one
                for one in self._news
                if isinstance(one, PaddleEvent) and one.do is Do.DOWN and (one.unit_t_us, one.paddle) in truth
            ]
            if heard and len(heard) == len(slapped):
                loser = max(heard, key=lambda one: one.t_us).paddle
                if loser != int(slapped[-1].body.split(",")[2]):
                    wrong.append(f"{loser} instead of {slapped[-1].body}")
        return wrong


def _paddle_event(fields: dict[str, Any]) -> PaddleEvent:
    return PaddleEvent(**{**fields, "do": Do(fields["do"])})


def _notice(fields: dict[str, Any]) -> UnitNotice:
    return UnitNotice(**{**fields, "what": What(fields["what"])})
