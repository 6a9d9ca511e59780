"""The voice of this computer: its screen reader, or else its own speech. Everything slow is in a thread.

`prismatoid` (imported as `prism`) speaks through NVDA, JAWS, VoiceOver, Orca, SAPI and speech-dispatcher.
"""

from __future__ import annotations

import os
import queue
import sys
import threading
from contextlib import suppress
from typing import Any, Protocol

from slamomatic.speech.lines import STALE_US, Utterance
from slamomatic.table.clock import TableClock
from slamomatic.words import N_

# What some backends of prismatoid are: programs that read the screen aloud. A blind person has one running.
READERS = ("Orca", "NVDA", "JAWS", "VoiceOver", "ZDSR", "ZoomText", "System Access", "Window-Eyes")

NOT_INSTALLED = N_(
    "The voice is not installed. Close the table and type `slamomatic play --speak`, "
    "or `pip install slamomatic[speech]`."
)
NO_VOICE = N_(
    "No voice was found ({reason}). Start your screen reader, or install speech-dispatcher on Linux, "
    "then press {key}."
)


def has_desktop_bus() -> bool:
    """Return whether a screen reader could be there: on Linux they all use the desktop's own bus.

    Asking for a bus that is not there would start one, which outlives the window.
    """
    if not sys.platform.startswith("linux"):
        return True
    folder = os.environ.get("XDG_RUNTIME_DIR", "")
    return bool(os.environ.get("DBUS_SESSION_BUS_ADDRESS") or (folder and os.path.exists(f"{folder}/bus")))


class Voice(Protocol):
    """Says one thing at a time; new words cut off the old ones."""

    trouble: tuple[str, str] | None  # why nothing can be said: a sentence, and its reason
    reader: str  # the screen reader that runs here; "" for none, or not known yet
    ready: bool  # whether it can begin to speak at once; what is asked for before may come too late

    def say(self, utterance: Utterance) -> None:
        """Begin to say these words now."""

    def close(self) -> None:
        """End for good."""


class SystemVoice:
    """The voice of this computer, in a thread of its own: whoever asks for words never waits for it.

    With `looks_after_s` only a screen reader is looked for; the computer's own speech begins when it is asked
    for. That takes a second or two.
    """

    def __init__(self, clock: TableClock, looks_after_s: float = 0) -> None:
        """`looks_after_s`: when the thread begins to work, so that the first picture does not wait for it."""
        self.trouble: tuple[str, str] | None = None
        self.reader, self.ready = "", False
        self.late_us: int | None = None  # how long after its moment the last utterance was begun
        self._clock = clock
        self._voices: dict[str, int] | None = None  # by language; None: not asked for yet
        self._speaks = ""  # the language that the backend was set to
        self._asked: queue.SimpleQueue[Utterance | None] = queue.SimpleQueue()  # None: end
        self._context: Any = None
        threading.Thread(target=self._run, args=(looks_after_s,), name="voice", daemon=True).start()

    def say(self, utterance: Utterance) -> None:
        self._asked.put(utterance)

    def close(self) -> None:
        self._asked.put(None)

    def _run(self, looks_after_s: float) -> None:
        """Open a backend, then say the newest of what is asked for, unless it has waited for too long."""
        asked, backend = None, None
        if looks_after_s:
            try:
                asked = self._asked.get(timeout=looks_after_s)
                if asked is None:
                    return
            except queue.Empty:
                backend = self._opened(only_readers=True) if has_desktop_bus() else None
        if backend is None and not looks_after_s:
            backend = self._opened()
        while (asked := asked or self._newest()) is not None:
            backend = backend or self._opened()
            try:
                self._use_voice(backend, asked.language)
                if backend is not None and self._clock() - asked.at_us <= STALE_US * max(
                    1, self._clock.speed
                ):
                    backend.output(asked.words, True)
                    self.late_us = self._clock() - asked.at_us
            except Exception as error:  # a backend may fail in any way: a reader may have been closed
                self.trouble, backend = (NO_VOICE, str(error) or type(error).__name__), None
            asked = None
        if backend is not None:
            with suppress(Exception):
                backend.stop()

    def _newest(self) -> Utterance | None:
        """Wait for the next utterance, and return the newest one; None: the voice is to end."""
        asked = self._asked.get()
        with suppress(queue.Empty):
            while asked is not None:
                asked = self._asked.get_nowait()
        return asked

    def _opened(self, only_readers: bool = False) -> Any:
        """Return the best backend that works here; None: there is none, and `trouble` says why."""
        try:
            import prism

            self._context = self._context or prism.Context()
            names = {
                self._context.id_of(at): self._context.name_of(self._context.id_of(at))
                for at in range(self._context.backends_count)
            }
            readers = [number for number, name in names.items() if name in READERS]
            for number in readers:
                with suppress(Exception):
                    backend = self._context.acquire(number)
                    if backend.features.is_supported_at_runtime:
                        self.reader, self.trouble, self.ready = names[number], None, True
                        return backend
            if only_readers:
                return None
            backend = self._context.acquire_best()
            self._list_voices(backend)
        except ModuleNotFoundError:
            self.trouble = (NOT_INSTALLED, "")
            return None
        except Exception as error:  # its library does not load here, or finds nothing that speaks
            self.trouble = (NO_VOICE, str(error) or type(error).__name__)
            return None
        self.trouble, self.ready = None, True
        return backend

    def _list_voices(self, backend: Any) -> None:
        """Note the first voice of each language."""
        if self._voices is None and backend.features.supports_set_voice:
            self._voices = {}
            backend.refresh_voices()
            for at in range(backend.voices_count):
                code = backend.get_voice_language(at).replace("_", "-").partition("-")[0].lower()
                self._voices.setdefault(code, at)

    def _use_voice(self, backend: Any, language: str) -> None:
        """Let the computer's own speech use a voice of this language. A screen reader keeps its own."""
        if not self.reader and language != self._speaks and self._voices and language in self._voices:
            backend.voice = self._voices[language]
            self._speaks = language
