"""Makes the page: program, Python, fonts and sounds in one HTML file that needs no network."""

import base64
import gzip
import hashlib
import io
import json
import re
import zipfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from slamomatic import engine
from slamomatic.errors import UserError
from slamomatic.face.faces import face_of
from slamomatic.kit import synth, tunes
from slamomatic.kit.bed import HOUSE, Bed
from slamomatic.kit.palette import PADDLE_COLOURS
from slamomatic.page import runtime
from slamomatic.words import N_, gettext
from slamomatic.words.languages import languages, speaking

MOST_BYTES = 20_000_000  # the largest page that is made
HERE = Path(__file__).parent
PACKAGE = HERE.parent
# These parts need a computer's own programs, ports or network, so that a page has no use for them.
LEFT_OUT = {"ai", "bench", "check", "commands", "emulator", "film", "firmware_files.py", "gallery", "pico"}
SCRIPTS = ("surfaces.js", "speaker.js", "files.js", "ports.js", "browser.js", "start.js")
SENTENCES = {
    "opening": N_("The table is being laid…"),
    "old": N_("This browser is too old for the game. Open the page in a newer one."),
    "twice": N_("The game is open in another tab. Play there, or close that tab and reload this one."),
    "failed": N_("The game could not be opened ({error}). Reload the page."),
    "stopped": N_("The game made a mistake ({error}). Reload the page: it goes on where it was."),
    "closed": N_("Good bye! Reload the page to play again."),
}


def page(home: Path | None = None) -> bytes:
    """Return the whole page as HTML. UserError: Python for the browser can't be fetched.

    `home`: the folder that keeps it once it was fetched; None: the user's data folder.
    """
    python = runtime.files(home)
    parts = "\n".join(
        [
            _packed_part("python-wasm", python["pyodide.asm.wasm"]),
            _packed_part("python-library", python["python_stdlib.zip"]),
            _packed_part("python-loader", python["pyodide.mjs"]),
            _packed_part("python-module", python["pyodide.asm.mjs"]),
            _json_part("python-lock", json.loads(python["pyodide-lock.json"]) | {"packages": {}}),
            _packed_part("game", game()),
            _json_part("fonts", {path.stem: f"/game/{_place_of_font(path)}" for path in _fonts()}),
            *sounds(),
            _json_part("sentences", dict(_sentences())),
        ]
    )
    script = "\n".join((HERE / name).read_text("utf-8") for name in SCRIPTS)
    template = (HERE / "page.html").read_text("utf-8")
    style = re.search(r"<style>(.*?)</style>", template, re.DOTALL)
    assert style is not None
    pieces = {
        "@POLICY@": policy(script, style[1]),
        "@PICTURE@": picture(),
        "@PARTS@": parts,
        "@SCRIPT@": script,
    }
    made = re.sub("|".join(pieces), lambda found: pieces[found[0]], template).encode()
    if len(made) > MOST_BYTES:
        raise AssertionError(f"the page has {len(made)} bytes, more than {MOST_BYTES}")
    return made


def policy(script: str, style: str) -> str:
    """Return the page's content security policy: it may run its own script, and load nothing else."""
    return "; ".join(
        [
            "default-src 'none'",
            # Python's loader is a module of its own, and Python itself WebAssembly.
            f"script-src '{_fingerprint(script)}' 'wasm-unsafe-eval' blob:",
            f"style-src '{_fingerprint(style)}'",
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
        ]
    )


def _fingerprint(text: str) -> str:
    """Return the hash by which a policy allows a script or style of exactly this text."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def _packed_part(name: str, data: bytes) -> str:
    """Return an element that holds these bytes, packed by gzip; the page's script finds it by its name."""
    text = base64.b64encode(gzip.compress(data, 9, mtime=0)).decode()
    return f'<script type="application/x-part" id="{name}">{text}</script>'


def _json_part(name: str, value: object) -> str:
    """Return an element that holds this value as JSON; a "<" in it can't end the element."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True).replace("<", "\\u003c")
    return f'<script type="application/json" id="{name}">{text}</script>'


def _sentences() -> Iterator[tuple[str, dict[str, str]]]:
    """Yield each language's code, and the page's own sentences in that language."""
    for code in languages():
        with speaking(code):
            yield code, {name: gettext(sentence) for name, sentence in SENTENCES.items()}


def picture() -> str:
    """Return the first picture, which needs no program: the game's name over its paddles, as SVG."""
    paddles = "".join(
        f'<circle cx="{110 + 140 * number}" cy="150" r="58" fill="rgb{colour}"/>'
        for number, colour in enumerate(PADDLE_COLOURS[:4])
    )
    style = 'font-size="54" font-weight="800" fill="#ffc83d" text-anchor="middle"'
    name = f'<text x="320" y="56" {style}>SLAM-O-MATIC</text>'
    return f'<svg viewBox="0 0 640 220" role="img" aria-label="Slam-O-Matic">{name}{paddles}</svg>'


# --- the program -----------------------------------------------------------------------------------------


def game() -> bytes:
    """Return the program and all that it imports as a zip archive; the same files make the same bytes."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:  # the page packs it
        for place, data in sorted(_program()):
            archive.writestr(zipfile.ZipInfo(place, (1980, 1, 1, 0, 0, 0)), data)
    return file.getvalue()


def _program() -> Iterator[tuple[str, bytes]]:
    """Yield each file of the archive: its path there, and its bytes."""
    for path in PACKAGE.rglob("*"):
        inside = path.relative_to(PACKAGE)
        if path.suffix in (".py", ".mo", ".json") and not _left_out(inside):
            yield f"slamomatic/{inside.as_posix()}", path.read_bytes()
    for name in ("platformdirs", "serial"):
        folder = _folder(name)
        for path in folder.rglob("*.py"):
            yield f"{name}/{path.relative_to(folder).as_posix()}", path.read_bytes()
    for path in _fonts():
        yield _place_of_font(path), path.read_bytes()
    for name in ("font_manrope", "font_fredoka_one"):
        yield f"{name}/__init__.py", b""
    yield "slamomatic/page/inside/sdl.json", json.dumps(_sdl(), sort_keys=True).encode()


def _left_out(inside: Path) -> bool:
    """Return whether this file of the package stays out of the page; all that makes the page does too."""
    own = inside.parts[0] == "page" and "inside" not in inside.parts and inside.name != "__init__.py"
    return own or inside.parts[0] in LEFT_OUT


def _folder(package: str) -> Path:
    """Return the folder of an installed package; UserError: it is missing."""
    found = find_spec(package)
    if found is None or found.origin is None:
        raise UserError("The package {package} is missing. Install slamomatic again.", package=package)
    return Path(found.origin).parent


def _fonts() -> list[Path]:
    """Return the font files: for text, for titles, and pygame's own for letters that both lack."""
    text, titles = _folder("font_manrope") / "files", _folder("font_fredoka_one") / "files"
    return [
        text / "Manrope-Bold.ttf",
        titles / "FredokaOne-Regular.ttf",
        _folder("pygame") / "freesansbold.ttf",
    ]


def _place_of_font(font: Path) -> str:
    """Return a font's path in the archive. pygame's own font lies beside the module that replaces pygame."""
    if font.parent.name == "files":
        return f"{font.parent.parent.name}/files/{font.name}"
    return f"slamomatic/page/inside/{font.name}"


def _sdl() -> dict[str, dict[str, int] | dict[str, str]]:
    """Return SDL's constants, and its names of keys by their numbers.

    SDL knows the names only while it has a display, so that one is opened for a moment.
    """
    import pygame

    constants = {
        name: value
        for name in dir(pygame)
        if name.isupper() or name.startswith(("K_", "KSCAN_"))
        if isinstance(value := getattr(pygame, name), int)
    }
    pygame.display.init()
    keys = {str(key): pygame.key.name(key) for name, key in constants.items() if name.startswith("K_")}
    pygame.display.quit()
    return {"constants": constants, "keys": {key: name for key, name in keys.items() if name}}


# --- sounds ----------------------------------------------------------------------------------------------


def sounds() -> Iterator[str]:
    """Yield two parts of the page: a list of where each sound begins, and all sounds one after another."""
    about: dict[str, dict[str, int]] = {}
    whole = bytearray()

    def add(name: str, wave: synth.Wave, rate: int) -> None:
        samples = np.round(wave * 32_767).astype(np.int16)
        # Each sample is saved as its difference from the one before, which packs better.
        data = np.diff(samples, prepend=np.int16(0)).astype("<i2").tobytes()
        about[name] = {"at": len(whole), "bytes": len(data), "rate": rate}
        whole.extend(data)

    for name, wave in tunes.every_wave():
        add(name, wave, synth.RATE)
    for bed in _beds():
        for name, loop in zip(bed.loops, (tunes.pulse(bed), tunes.band(bed)), strict=True):
            # Soft tones: half the samples are enough.
            add(name, loop[: len(loop) // 2 * 2].reshape(-1, 2).mean(axis=1), synth.RATE // 2)
    yield _json_part("sounds-about", about)
    yield _packed_part("sounds", bytes(whole))


def _beds() -> list[Bed]:
    return [HOUSE, *(face_of(name).bed for name in engine.GAMES)]
