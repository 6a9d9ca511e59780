"""The words that name units: after `--unit`, in the settings, and in the preferences that are kept.

`UNITS` in open.py says what opens each of them.
"""

from collections.abc import Iterable

AUTO, SERIAL, KEYBOARD, EMULATED, RECORDED = "auto", "serial", "keyboard", "emulated", "recorded"

# How each is written; a colon is followed by something that the user chooses.
FORMS = {
    AUTO: AUTO,
    SERIAL: f"{SERIAL}:PORT",
    KEYBOARD: KEYBOARD,
    EMULATED: EMULATED,
    RECORDED: f"{RECORDED}:FILE",
}
ON_A_WIRE = (AUTO, SERIAL, EMULATED)  # units whose lines the bench and `doctor` can read


def split(spec: str) -> tuple[str, str]:
    """Return the word that names the kind of unit, and what stands behind its colon."""
    word, _, rest = spec.partition(":")
    return word, rest


def on_port(port: str) -> str:
    """Return the words for the unit at this port."""
    return f"{SERIAL}:{port}"


def is_spec(spec: str) -> bool:
    """Return whether these words name a unit, be it there or not."""
    word, rest = split(spec)
    return word in FORMS and (":" in FORMS[word]) == bool(rest)


def spoken(words: Iterable[str] = tuple(FORMS)) -> str:
    """Return how these units are written, for people who have to choose."""
    return ", ".join(FORMS[word] for word in words)
