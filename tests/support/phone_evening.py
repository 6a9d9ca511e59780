"""The start scene with phones on, and phones that join: over HTTP as a page does it, or in a browser."""

from __future__ import annotations

import json
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from slamomatic.phone.phones import Phones
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.start import StartScene
from slamomatic.screen.scenes.table import TableScene
from slamomatic.screen.scenes.table_pause import Counting
from slamomatic.store.journals import read_file
from slamomatic.table.clock import StoppedClock, TableClock
from slamomatic.units.base import Unit
from slamomatic.units.keyboard import KeyboardUnit
from slamomatic.units.merge import Units
from support.page import words_in
from support.phone_client import PhoneClient
from support.waiting import PATIENCE_S, until


class Evening:
    """The start scene with phones on, pumped as the window does it while somebody joins."""

    def __init__(self, home: Path, clock: TableClock | None = None, unit: Unit | None = None) -> None:
        """`clock`: one that runs; else it stands where it is put. `unit`: what is slapped beside phones."""
        self.stage = BareStage(home)
        if clock is not None:
            self.stage.clock = cast(StoppedClock, clock)
            self.stage.unit = Units([unit or KeyboardUnit(clock=clock)], clock=clock)
            self.stage.unit.start()
        self.start = StartScene(self.stage)
        self.stage.scene = self.start
        self.start.next_place_of_cards()
        assert self.stage.phones is not None
        self.phones: Phones = self.stage.phones
        self._threads = ThreadPoolExecutor(4)
        self.on_pump: Callable[[], None] = lambda: None

    def pump(self) -> None:
        assert self.stage.scene is not None
        if not self.stage.scene.drains_unit:
            self.stage.scene.news(self.stage.unit.drain())
        self.phones.pump(self.stage.scene.begins_games)
        self.stage.scene.pump()
        self.on_pump()

    def pump_until(self, done: Callable[[], object], patience_s: float = PATIENCE_S) -> None:
        def pumped() -> bool:
            self.pump()
            return bool(done())

        assert until(pumped, patience_s), f"in {patience_s} s it never came to that"

    @contextmanager
    def pumping(self) -> Iterator[None]:
        """As the window does it, while others act in a browser."""
        stop = threading.Event()

        def pump() -> None:
            while not stop.wait(0.01):
                self.pump()

        with ThreadPoolExecutor(1) as window:
            pumped = window.submit(pump)
            try:
                yield
            finally:
                stop.set()
                pumped.result(PATIENCE_S)  # if the table broke, that is what is told

    def play(self, game: str, players: int, options: Mapping[str, object] | None = None) -> TableScene:
        """Begin this game with those who sit there. They know it, and Enter skips the countdown."""
        explained = (*self.stage.prefs.explained, game)
        self.stage.prefs = replace(self.stage.prefs, game=game, players=players, explained=explained)
        self.start.options = dict(options or {})
        self.start.play()
        self.pump_until(lambda: self.phones.game is not None)
        scene = self.stage.scene
        assert isinstance(scene, TableScene)
        if isinstance(scene.mode, Counting):
            scene.key("confirm")
        return scene

    def entries(self) -> list[dict[str, Any]]:
        """Return the entries of the newest journal."""
        assert self.stage.home is not None
        journals = (self.stage.home / "journals").glob("*/*.journal")
        return list(read_file(max(journals, key=lambda path: path.stat().st_mtime)).entries)

    def room(self) -> dict[str, Any]:
        with urllib.request.urlopen(f"{self.phones.server.url}room", timeout=PATIENCE_S) as answer:
            page: dict[str, Any] = json.load(answer)
        return page

    def ask(self, chair: int, colour: int, name: str, **headers: str) -> tuple[int, dict[str, Any]]:
        """The answer to somebody who wants to sit down."""
        origin = self.phones.server.url.rstrip("/")
        body = json.dumps({"do": "join", "chair": chair, "colour": colour, "name": name}).encode()
        request = urllib.request.Request(f"{origin}/join", body, {"Origin": origin, **headers})
        asked: Future[tuple[int, dict[str, Any]]] = self._threads.submit(answer_to, request)
        self.pump_until(asked.done)
        return asked.result()

    def phone(self, token: str, reads: str = "en") -> PhoneClient:
        phone = PhoneClient(self.phones.server.port, reads=reads, meanwhile=self.pump)
        phone.say(token)
        return phone

    def words(self) -> list[str]:
        assert self.stage.scene is not None
        return words_in(self.stage, self.stage.scene)

    def close(self) -> None:
        self.stage.use_phones(False)  # whoever still asks gets an answer or none
        self._threads.shutdown()
        self.stage.unit.stop()


def answer_to(request: urllib.request.Request) -> tuple[int, dict[str, Any]]:
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as refused:
        body = refused.read()
        return refused.code, json.loads(body) if body.startswith(b"{") else {}
