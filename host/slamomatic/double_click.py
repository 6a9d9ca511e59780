"""Starts the program from a double-click: what it would complain of in a terminal is shown in a box."""

import io
import shutil
import subprocess
import sys
import traceback
from collections.abc import Sequence
from contextlib import redirect_stderr, suppress
from tempfile import gettempdir

from slamomatic.words import N_, gettext

TITLE = "Slam-O-Matic"
STOPPED = 130  # by Ctrl-C: the person knows
MISTAKE = N_("Slam-O-Matic made a mistake and had to stop ({error}). What happened is written in {file}.")
LONGEST = 1500  # letters in a box
# Programs that show a box on Linux, the one of the desktop first.
BOXES = (
    ("zenity", "--error", "--no-markup", f"--title={TITLE}", "--text={}"),
    ("kdialog", "--title", TITLE, "--error", "{}"),
    ("xmessage", "-center", "{}"),
)
_APPLE = """on run words
display dialog (item 1 of words) with title "Slam-O-Matic" buttons {"OK"} with icon stop
end run"""


class _Both(io.StringIO):
    """Standard error, where there is one, and everything that was written there."""

    def __init__(self) -> None:
        super().__init__()
        self._terminal = sys.stderr

    def write(self, text: str) -> int:
        if self._terminal is not None:
            self._terminal.write(text)
        return super().write(text)


def main() -> int:
    """Open the table and return the exit code. With words behind it, be the command in a terminal."""
    with redirect_stderr(_Both()) as said:
        try:
            from slamomatic.cli import main as command

            code = command()
        except SystemExit as error:  # `--help`
            code = error.code if isinstance(error.code, int) else 1
        except Exception as error:
            traceback.print_exc()
            code = 1
            complaint = _kept(error, said.getvalue())
        else:
            complaint = said.getvalue().strip().removeprefix("slamomatic: ")
    if code not in (0, STOPPED) and not sys.argv[1:]:
        show(complaint[-LONGEST:])
    return code


def _kept(error: Exception, story: str) -> str:
    """Write down how it came to a mistake; return the sentence that says so."""
    from slamomatic.store.disk import DISK, data_folder

    why = f"{type(error).__name__}: {error}"
    with suppress(Exception):
        file = data_folder() / "mistake.txt"
        DISK.save(file, story.encode())
        return gettext(MISTAKE, error=why, file=file)
    return gettext(MISTAKE, error=why, file=gettempdir())


def show(sentence: str) -> None:
    """Show a box with a sentence until it is closed."""
    if sys.platform == "win32":
        import ctypes

        ctypes.windll.user32.MessageBoxW(None, sentence, TITLE, 0x10010)  # a stop sign, in front
    elif sys.platform == "darwin":
        _shown(("osascript", "-e", _APPLE, "{}"), sentence)
    else:
        any(_shown(box, sentence) for box in BOXES)


def _shown(command: Sequence[str], sentence: str) -> bool:
    words = [sentence if word == "{}" else word.replace("{}", sentence) for word in command]
    if shutil.which(words[0]) is None:
        return False
    with suppress(OSError):
        return subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True).returncode in (0, 1)
    return False


if __name__ == "__main__":
    sys.exit(main())
