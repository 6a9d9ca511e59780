"""Whatever a player reads goes through the catalogues, and every catalogue is whole."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from copy import deepcopy
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Message

from slamomatic.engine import GAMES
from slamomatic.face.face import Plural
from slamomatic.face.faces import face_of
from words.catalogues import NOT_FOR_PEOPLE, Plain, collected, compiled, missing, read, strings, written
from words.command import bring_up_to_date, catalogue_files
from words.source import PACKAGE, unmarked

# The rooms whose sentences all go through the catalogue; the others still follow.
DONE = (
    *("cli.py", "firmware_files.py", "suggestions.py"),
    *("bench", "commands", "emulator", "engine", "face", "games", "phone", "pico", "store", "table"),
    *("screen", "units"),
)
# Not read by players: names in a saved state, published titles, what programs say to programs.
NOT_SHOWN = {
    *("hand {…}", "pairs {…}", "laid Joker", "grid {…}", "chance pile", "rings and bracelets off"),
    *("Hands Down", "Hit the Deck", "Yahtzee Hands Down", "Quick Draw", "bots {…}", "seat {…}", "{…}{…} ms"),
    "{…}; import main; main.main()\r",  # typed at the emulated unit's prompt
    *("let go", "Paddle 2 of unit 3456", "the paper table of {…} offers no {…}"),
    "the game has moved on, and would answer for a later state",
    ": run `slamomatic flash` again",  # printed by the Pico
    "try: os.mkdir({…})\nexcept OSError: pass",  # runs on the Pico
    *("Types: deb deb-src", "Suites: {…}", "{…} {…}{…} {…} main\n", "apt update", "apt install"),
    *("slamomatic.", "slamomatic: {…}", "good switch", "worst switch", "drum pedal"),
    "--unit serial:{}",
    "phone pages",
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    # Names of threads, faults and keys; what the system and a Pico say.
    *("the unit", "slaps from {…}", "page up", "page down"),
    *("the emulator's words", "fault over", "more faults", "unknown paddle", "{…} us", "write timeout"),
    *("Could not exclusively lock", "timed out", "Name or service", "MPY: soft reboot"),
    "slamomatic: firmware only half copied",
    *("Raspberry Pi Pico with RP2040", "Raspberry Pi Pico W with RP2040"),
    *("Raspberry Pi Pico2 with RP2350", "Raspberry Pi Pico 2 W with RP2350"),
    *("$scope module slap $end", "$var wire 1 {…} {…} $end", "slamomatic bench", "   {…} us", "{…} ms"),
    *("default-src 'none'; style-src 'unsafe-inline'; img-src data:", "  {…}: {…} ms", "Seat {…}"),
    *("{…}, MicroPython {…}", "false start", "slamomatic bench {…}"),
    # Names that a device's keys have in a saved run, a seed, and a figure in a chart.
    *(
        "key {…}",
        "stick {…} button {…}",
        "mouse {…}",
        "device {…}",
        "slamomatic bench device",
        "99 %: {…} ms",
        "display {…}",
    ),
    # Words for lab recorders and logic analysers, and a frequency.
    *("{…} notices", ", paddle {…}", "$comment #0 is {…} us by the unit's clock $end", "{…} Hz"),
}
PLACEHOLDER = re.compile(r"\{[^}]*\}|%(?:\(\w+\))?[rs]")  # the second kind is argparse's
TRANSLATED = [pytest.param(path, id=path.stem) for path in catalogue_files()]


@cache
def template() -> Plain:
    return collected()


def ids(message: Message) -> tuple[str, ...]:
    return tuple(message.id) if isinstance(message.id, list | tuple) else (str(message.id),)


@pytest.mark.parametrize("room", DONE)
def test_every_sentence_goes_through_the_catalogue(room: str) -> None:
    here = PACKAGE / room
    found = [
        f"{path.relative_to(PACKAGE)}:{line}: {words}"
        for path in (sorted(here.rglob("*.py")) if here.is_dir() else [here])
        for line, words in unmarked(path)
        if words not in NOT_SHOWN and not path.relative_to(PACKAGE).as_posix().startswith(NOT_FOR_PEOPLE)
    ]
    assert not found, "wrap these in gettext, or in N_ where they are constants:\n" + "\n".join(found)


@pytest.mark.parametrize("game", GAMES)
def test_every_word_of_a_face_is_in_the_catalogue(game: str) -> None:
    face = face_of(game)
    spoken = {face.first_words, face.ends}
    spoken |= {words for page in face.pages for words in (page.heading, page.words)}
    for told in (*face.effects.values(), *face.paper.values()):
        says = told.says.values() if isinstance(told.says, Mapping) else [told.says]
        spoken |= {words for words in says if isinstance(words, str)}
        spoken |= {words for both in says if isinstance(both, Plural) for words in (both.one, both.many)}
    assert not spoken - {"", face.title} - {words for message in template() for words in ids(message)}


@pytest.mark.parametrize("path", TRANSLATED)
def test_every_placeholder_stands_in_the_translation(path: Path) -> None:
    for message in read(path):
        # One of a thing may be said without its number, and without what English leaves out there.
        one, needed = (set(PLACEHOLDER.findall(ids(message)[which])) for which in (0, -1))
        for said in strings(message):
            left_out = {"{n}"} if said is not strings(message)[0] else {"{n}"} | needed - one
            assert needed - left_out <= set(PLACEHOLDER.findall(said)) <= needed, said
        assert needed == set(PLACEHOLDER.findall(strings(message)[-1])), strings(message)


@pytest.mark.parametrize("path", TRANSLATED)
def test_nothing_is_empty_or_stale(path: Path) -> None:
    catalogue = read(path)
    assert not [message.id for message in missing(catalogue)]
    assert {message.id for message in catalogue} == {message.id for message in template()}
    assert path.with_suffix(".mo").read_bytes() == compiled(catalogue), "run python3 tests/words"


def test_a_sentence_that_changes_asks_for_its_translator_again(tmp_path: Path) -> None:
    german = tmp_path / "de.po"
    changed = deepcopy(template())
    first = bring_up_to_date(german, changed)
    assert len(missing(first)) == len(changed)
    for message in first:
        message.string = tuple("x" for _ in strings(message)) if isinstance(message.id, tuple) else "x"
    german.write_bytes(written(first))
    assert not missing(bring_up_to_date(german, changed))
    changed.delete("Photo finish")
    changed.add("The photo finish")
    assert [message.id for message in missing(bring_up_to_date(german, changed))] == ["The photo finish"]
    assert "Photo finish" not in [message.id for message in read(german)]


def test_one_and_many_are_marked_together() -> None:
    """Marked apart they are two sentences: the catalogue then has no plural, and showing it would fail."""
    marks = ("counted", "ngettext", "Plural")
    for path in PACKAGE.rglob("*.py"):
        text = path.read_text("utf-8")
        if path.parent.name != "words" and any(mark in text for mark in marks):
            for call in ast.walk(ast.parse(text)):
                # A method of that name (`paddles.counted`) is another thing.
                if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name)):
                    continue
                if call.func.id in marks:
                    both = call.args[:2]
                    of_a_plural = [ast.unparse(says) for says in both] == ["says.one", "says.many"]
                    constant = all(isinstance(says, ast.Constant) for says in both)
                    assert constant or of_a_plural, (path, call.lineno)
