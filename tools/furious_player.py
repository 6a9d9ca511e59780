"""A furious player at a phone, over real sockets: `python tools/furious_player.py [MINUTES] [SEED]`.

A table of three people plays on: one slaps a key, one an honest phone, one has rewritten the page and hates
to lose. Each minute is another game with other tricks. Prints what came of each as JSON, and whether anybody
was named in the cheat's place, the table stood still, or the program broke.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
import threading
import time
import traceback
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / "tests")]

from slamomatic.engine.vocabulary import COMMON_EFFECTS  # noqa: E402
from slamomatic.screen.scenes.table_pause import Menu  # noqa: E402
from slamomatic.table.clock import TableClock  # noqa: E402
from slamomatic.table.moment import Moment  # noqa: E402
from slamomatic.units.base import Link  # noqa: E402
from support.page import Page  # noqa: E402
from support.phone_client import PhoneClient  # noqa: E402
from support.phone_evening import Evening  # noqa: E402
from support.phone_robot import Slappers  # noqa: E402
from support.slapped_phone import Slapped, joined  # noqa: E402

GAMES = ("hands-down", "slamwich", "quick-draw", "hit-the-deck", "hands-down", "lowdown")
ON_A_KEY, HONEST, CHEAT = 0, 1, 2
GAME_S = 60.0
STILL_S = 15.0  # something must happen within this time
SURELY_US = 250_000  # a hand so much earlier than another one was not the last, however late phones tell
READS_S = 3.0  # until somebody presses what the screen offers
FRAME_S = 0.012

Say = Callable[..., None]


class Cheat(threading.Thread):
    """The page of somebody who hates to lose: answers pings or not, and plays tricks a few times a second."""

    def __init__(self, port: int, token: str, chance: random.Random) -> None:
        super().__init__(name="cheat", daemon=True)
        self._port, self._token, self._chance = port, token, chance
        self._client: PhoneClient | None = None
        self._ends = threading.Event()
        self._held: list[tuple[float, dict[str, Any]]] = []
        self._holds_s = 0.0
        self._answers = True
        self._back_ms = 0.0
        self.tricks = chance.sample(sorted(TRICKS), chance.randint(1, 4))
        self.downs_us: list[int] = []  # when it truly said that it was slapped
        self.clock: Callable[[], int] = lambda: 0
        self.said: Counter[str] = Counter()
        self.sent_away = 0
        self.armed = False  # until the game begins it behaves

    def run(self) -> None:
        while not self._ends.is_set():
            with suppress(OSError, AssertionError, ValueError):
                self._client = PhoneClient(self._port, wait_s=3)
                self._client.say(self._token)
                self._say(do="paddle", grain=0.1)
                self._play()
            self.sent_away += not self._ends.is_set()
            time.sleep(0.3)

    def end(self) -> None:
        self._ends.set()
        self.join(10)

    def _play(self) -> None:
        """Answer pings and play a trick now and then, until the end; runs in a thread of its own."""
        next_s = time.monotonic()
        while not self._ends.is_set():
            assert self._client is not None
            while self._client.has_page():
                told = self._client.page()
                if "ping" in told and self._answers:
                    self._hold(do="pong", n=told["ping"], at=self._now_ms())
            now_s = time.monotonic()
            while self._held and self._held[0][0] <= now_s:
                self._say(**self._held.pop(0)[1])
            if now_s >= next_s and self.armed:
                TRICKS[self._chance.choice(self.tricks)](self, self._chance)
                next_s = now_s + self._chance.uniform(0.02, 0.8)
            time.sleep(0.004)

    def _now_ms(self) -> float:
        return time.monotonic() * 1000 + 7_000_000

    def _hold(self, **message: Any) -> None:
        self._held.append((time.monotonic() + self._holds_s, message))

    def _say(self, **message: Any) -> None:
        assert self._client is not None
        self.said[message["do"]] += 1
        if message["do"] == "down":
            self.downs_us.append(self.clock())
        self._client.say(json.dumps(message))

    # --- tricks -------------------------------------------------------------------------------------

    def slap(self, chance: random.Random) -> None:
        at_ms = max(0.0, self._now_ms() - self._back_ms)
        self._say(do="down", at=at_ms)
        self._say(do="up", at=at_ms + 60)

    def drum(self, chance: random.Random) -> None:
        for _ in range(4):
            self.slap(chance)

    def lie(self, chance: random.Random) -> None:
        self._back_ms = chance.choice((0.0, 50.0, 150.0, 900.0, 5_000_000.0, -500.0))
        self.slap(chance)

    def hold(self, chance: random.Random) -> None:
        self._holds_s = chance.choice((0.0, 0.15, 1.0, 2.7, 4.5))
        self.slap(chance)

    def mute(self, chance: random.Random) -> None:
        self._answers = chance.random() < 0.5

    def begin_again(self, chance: random.Random) -> None:
        for _ in range(chance.randint(1, 6)):
            self._say(do="paddle", grain=chance.choice((0, 0.1, 1, 500)))

    def come_and_go(self, chance: random.Random) -> None:
        self._say(do="away")
        self._say(do="paddle", grain=0.1)

    def stand_in(self, chance: random.Random) -> None:
        self._say(do="slap", here=chance.random() < 0.5)

    def choose_anything(self, chance: random.Random) -> None:
        what = chance.choice(("choose", "pick", "feint"))
        fields = {
            "choose": {"choice": chance.randrange(9)},
            "pick": {"pick": chance.randrange(9)},
            "feint": {},
        }
        self._say(do=what, moment=chance.randrange(400), **fields[what])

    def invent_pongs(self, chance: random.Random) -> None:
        for _ in range(5):
            self._say(do="pong", n=chance.randrange(5_000), at=chance.uniform(0, 1e9))

    def test_itself(self, chance: random.Random) -> None:
        self._say(do="tested", repeat=chance.choice((0, 4, 400, 1e11)))

    def reload(self, chance: random.Random) -> None:
        raise OSError

    def open_more_pages(self, chance: random.Random) -> None:
        for _ in range(3):
            with suppress(OSError, AssertionError):
                other = PhoneClient(self._port, wait_s=1)
                other.say(self._token)
                other.say(json.dumps({"do": "paddle", "grain": 0.1}))
                other.say(json.dumps({"do": "down", "at": self._now_ms()}))
                self.downs_us.append(self.clock())
                other.end()

    def talk_nonsense(self, chance: random.Random) -> None:
        self._say(do=chance.choice(("rob", "paddle", "down", "")), at=chance.choice(("x", -1, 1e300)))

    def take_a_chair(self, chance: random.Random) -> None:
        self._say(do="join", chair=chance.randrange(4), colour=chance.randrange(6), name="\u202e<b>")


TRICKS: dict[str, Callable[[Cheat, random.Random], None]] = {
    trick.__name__.replace("_", " "): trick
    for trick in (
        Cheat.slap, Cheat.drum, Cheat.lie, Cheat.hold, Cheat.mute, Cheat.begin_again, Cheat.come_and_go,
        Cheat.stand_in, Cheat.choose_anything, Cheat.invent_pongs, Cheat.test_itself, Cheat.reload,
        Cheat.open_more_pages, Cheat.talk_nonsense, Cheat.take_a_chair,
    )
}  # fmt: skip


class Played:
    """One game with the furious player, and what came of it."""

    def __init__(self, home: Path, game: str, chance: random.Random) -> None:
        self._chance = chance
        self.evening = Evening(home, TableClock())
        self._honest: Slapped = joined(self.evening, HONEST, "Ben")
        token = self.evening.ask(CHEAT, CHEAT, "Cleo")[1]["token"]
        self.cheat = Cheat(self.evening.phones.server.port, token, chance)
        self.cheat.start()
        unit = self.evening.phones.units[CHEAT]
        self.evening.pump_until(lambda: unit.state().link is Link.CONNECTED)
        self.scene = self.evening.play(game, 3)
        stage = self.evening.stage
        self._clock = stage.clock
        self.evening.on_pump = self._honest.answer
        keyboard = stage.unit.keyboard
        assert keyboard is not None
        self._keyboard = keyboard
        self._slappers = Slappers(self.scene, self._press, chance.getrandbits(32))
        self.cheat.clock = self._clock
        self._downs_us: dict[int, list[int]] = {ON_A_KEY: [], HONEST: []}
        self._chooses_s = 0.0
        self._missing_s = 0.0
        self.told_to_use_a_key = 0
        self._moments: list[Moment] = []
        hear = self.scene.hear

        def heard(moment: Moment, now_us: int) -> None:
            self._moments.append(moment)
            hear(moment, now_us)

        self.scene.hear = heard  # type: ignore[method-assign]
        self._asked: tuple[int, list[int]] | None = None  # since when, who
        self.effects: Counter[str] = Counter()
        self.wrong: list[str] = []
        self.longest_still_s = 0.0
        self.longest_frame_ms = 0.0

    def _press(self, seat: int, down: bool) -> None:
        """Slap for a seat: with the phone, or with the key while its phone sits out."""
        session = self.scene.session
        if down and seat in self._downs_us:
            self._downs_us[seat].append(self._clock())
        if seat == HONEST and seat not in session.seats_on_keys:
            self._honest.say(do="down" if down else "up", at=self._honest.clock_ms())
        elif seat != CHEAT or seat in session.seats_on_keys:
            if down and seat == CHEAT:
                self.cheat.downs_us.append(self._clock())
            self._keyboard.key(self.scene.session.seats[seat].colour, down, self._clock())

    def play(self, for_s: float) -> None:
        """Play for so long, frame by frame; note the longest frame and the longest standstill."""
        self.cheat.armed = True
        moved_s = time.monotonic()
        ends_s = moved_s + for_s
        while time.monotonic() < ends_s and not self.scene.session.over:
            began_s = time.monotonic()
            self._act()
            self.evening.pump()
            if self._hear():
                moved_s = time.monotonic()
            self.longest_still_s = max(self.longest_still_s, time.monotonic() - moved_s)
            self.longest_frame_ms = max(self.longest_frame_ms, (time.monotonic() - began_s) * 1000)
            time.sleep(max(0.0, FRAME_S - (time.monotonic() - began_s)))
        self.cheat.end()

    def _act(self) -> None:
        """Slap, sometimes choose, and give a broken paddle a key, as a player would."""
        session = self.scene.session
        self._slappers.act(session.people)
        if not self.scene.missing:
            self._missing_s = time.monotonic()
        elif time.monotonic() - self._missing_s > READS_S and isinstance(self.scene.mode, Menu):
            # The player who made everybody wait has a key, and anybody may press this for them.
            Page(self.evening.stage, self.scene).click("Broken paddle? Slap with keys")
            self.told_to_use_a_key += 1
        if time.monotonic() < self._chooses_s:
            return
        self._chooses_s = time.monotonic() + self._chance.uniform(0.3, 1.0)
        choices = [choice for seat in session.people for choice in session.legal(seat) if choice.do != "down"]
        if choices:
            session.choose(self._chance.choice(choices))

    def _hear(self) -> bool:
        fresh = [effect for moment in self._moments for effect in moment.effects]
        self._moments.clear()
        for effect in fresh:
            self.effects[effect.what] += 1
            self._judge(effect.what, effect.seat, effect.public or {})
        return any(effect.what not in COMMON_EFFECTS for effect in fresh)

    def _judge(self, what: str, seat: int | None, public: Any) -> None:
        """A loser who was surely earlier than another hand that was waited for is named wrongly."""
        if what == "hands-down":
            self._asked = self._clock() - 300_000, list(public["waits_for"])
        elif what == "lost" and self._asked is not None and seat in self._downs_us:
            since_us, asked = self._asked
            downs_us = self._downs_us | {CHEAT: self.cheat.downs_us}
            first_us = {s: next((us for us in downs_us[s] if us >= since_us), None) for s in asked}
            own_us = first_us.get(seat)
            later = [
                s
                for s, us in first_us.items()
                if s != seat and (us is None or us - (own_us or us) > SURELY_US)
            ]
            if own_us is not None and later:
                self.wrong.append(f"{seat} lost, and {later} were later: {first_us}")


def main() -> int:
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else 20.0
    chance = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    bad, ends_s, number = 0, time.monotonic() + 60 * minutes, 0
    while time.monotonic() < ends_s:
        game, broke = GAMES[number % len(GAMES)], ""
        number += 1
        with tempfile.TemporaryDirectory() as home:
            played = Played(Path(home), game, chance)
            try:
                played.play(GAME_S)
            except Exception:
                broke = traceback.format_exc(limit=-3)
            notices = Counter(entry["note"] for entry in played.evening.entries() if "note" in entry)
            still = played.longest_still_s > STILL_S
            bad += bool(broke or played.wrong or still)
            told = {
                "game": game,
                "tricks": played.cheat.tricks,
                "said": sum(played.cheat.said.values()),
                "sent_away": played.cheat.sent_away,
                "lost": played.effects["lost"],
                "void": played.effects["void"],
                "effects": played.effects.total(),
                "notes": dict(notices),
                "told_to_use_a_key": played.told_to_use_a_key,
                "sits_out": CHEAT in played.scene.session.seats_on_keys,
                "longest_still_s": round(played.longest_still_s, 1),
                "longest_frame_ms": round(played.longest_frame_ms),
                "wrong": played.wrong,
                "broke": broke,
            }
            print(json.dumps(told), flush=True)
            played.cheat.end()
            played.evening.close()
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
