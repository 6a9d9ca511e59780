"""One command, a few verbs. A verb's module is imported only when it is called: `--help` stays quick."""

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from slamomatic import __version__
from slamomatic.command_name import program, with_command
from slamomatic.errors import UsageError, UserError
from slamomatic.words import N_, capital, gettext, ngettext, said
from slamomatic.words.languages import system_language, use

# verb -> what it does; its module, slamomatic.commands.<verb>, has add_arguments(parser) and run(args).
VERBS = {
    "play": N_("open the table and play"),
    "referee": N_("only the rules: each line in is a JSON event, each line out its JSON answer"),
    "simulate": N_("let bots play many games and count who wins"),
    "check": N_("check that a game, yours or ours, keeps what every game must keep"),
    "replay": N_("play a journal again, to its end or step by step"),
    "history": N_("show players, matches and reaction times"),
    "film": N_("make a film of a journal, as MP4, GIF or picture"),
    "page": N_("make one file of the table that opens in a browser"),
    "release": N_("make what people download, for each system"),
    "gallery": N_("draw every scene of every game to PNG files"),
    "emulate": N_("offer the emulated unit as a port for any serial tool"),
    "flash": N_("put the firmware on a Pico"),
    "uf2": N_("put MicroPython and the firmware in one file for the Pico's drive"),
    "doctor": N_("check what works here, and say what to do about the rest"),
    "record": N_("keep an evening with your unit in one file, so that it becomes a test"),
    "bench": N_("measure a unit that you build or test"),
}

OURS = "slamomatic"
ABOUT = ("-h", "--help", "--version")
# The words of argparse that a user of this program can meet; another version of Python may have more.
ARGPARSE_WORDS = (
    N_("usage: "),
    N_("options"),
    N_("positional arguments"),
    N_("show this help message and exit"),
    N_("argument %(argument_name)s: %(message)s"),
    N_("not allowed with argument %s"),
    N_("ignored explicit argument %r"),
    N_("the following arguments are required: %s"),
    N_("one of the arguments %s is required"),
    N_("expected one argument"),
    N_("ambiguous option: %(option)s could match %(matches)s"),
    N_("invalid %(type)s value: %(value)r"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"),
)


class Formatter(argparse.HelpFormatter):
    """A formatter as wide as the terminal. Asking `shutil` for that would take a tenth of `--help`'s time."""

    def __init__(self, prog: str, **how: Any) -> None:
        super().__init__(prog, **{"width": _columns() - 2, **how})


def _columns() -> int:
    """Return how many letters fit on a line of the terminal; 80 where nobody knows."""
    try:
        return int(os.environ.get("COLUMNS", "0")) or os.get_terminal_size(1).columns or 80
    except (OSError, ValueError):
        return 80


class Parser(argparse.ArgumentParser):
    """Raises UsageError with one sentence about what is wrong, and the next step; its subparsers too."""

    def __init__(self, **how: Any) -> None:
        super().__init__(**{"formatter_class": Formatter, **how})

    def error(self, message: str) -> NoReturn:
        raise UsageError(
            "{message}. `{program} --help` lists what there is.", message=message, program=self.prog
        )

    def format_help(self) -> str:
        return with_command(super().format_help())


def build_parser(words: Sequence[str]) -> argparse.ArgumentParser:
    """Return the parser for a command of these words.

    The verb that they begin with has its arguments; the other verbs are only listed.
    """
    parser = Parser(
        prog=program(),
        description=gettext("A DIY Slam-O-Matic. Without a verb, the table opens."),
    )
    parser.add_argument(
        "--version",
        action="version",
        version=" ".join(("slamomatic", __version__)),
        help=gettext("show the version and exit"),
    )
    verbs = parser.add_subparsers(dest="verb", metavar="VERB")
    for name, does in VERBS.items():
        says = gettext(does)
        sub = verbs.add_parser(name, help=says, description=capital(says) + ".")
        if words[0] == name:
            module = importlib.import_module(f"slamomatic.commands.{name}")
            sub.set_defaults(words=words[1:])
            module.add_arguments(sub)
            sub.set_defaults(run=module.run)
    return parser


def _parse(words: Sequence[str]) -> argparse.Namespace:
    """Return the verb and its arguments. Raise UsageError with a sentence that says what to write instead."""
    if words[0] not in VERBS and words[0] not in ABOUT:
        from slamomatic import suggestions

        raise suggestions.no_verb(words, VERBS, _understood(["play", *words]))
    args, unknown = build_parser(words).parse_known_args(words)
    if unknown:
        from slamomatic import suggestions

        called = " ".join(filter(None, (args.verb, getattr(args, "instrument", ""))))
        raise suggestions.unknown_words(args.verb, called, unknown)
    return args


def _understood(words: Sequence[str]) -> bool:
    """Return whether the command would run with exactly these words."""
    try:
        return not build_parser(words).parse_known_args(words)[1]
    except UsageError:
        return False


def _complain(words: str) -> None:
    print("slamomatic:", with_command(words), file=sys.stderr)


def _say_damaged(error: ImportError) -> str:
    """Return what to do about a package that is missing or broken.

    A .venv that `python3 host` made is marked as unfinished, so that the next run makes it again.
    """
    try:
        # These names of files are first_run.py's.
        os.replace(os.path.join(sys.prefix, "installed"), os.path.join(sys.prefix, "unfinished"))
    except OSError:
        return gettext(
            "A part of this installation is missing or damaged ({error}). Install slamomatic again.",
            error=error,
        )
    return gettext(
        "A part of this installation is missing or damaged ({error}). "
        "Run the same command again: that repairs it.",
        error=error,
    )


def main(argv: Sequence[str] | None = None) -> int:
    """Run one verb. Return 0 if all is well, 1 if something is wrong, 2 for a wrong command."""
    use(system_language())
    vars(argparse).update({"_": gettext, "ngettext": ngettext})  # its words come from where all others do
    words = list(sys.argv[1:] if argv is None else argv) or ["play"]
    try:
        args = _parse(words)
        return int(args.run(args))
    except UserError as error:
        _complain(said(error))
        return error.exit_code
    except ImportError as error:
        if (error.name or OURS).startswith(OURS):
            raise  # a fault of this program; else a package that was installed is missing or broken
        _complain(_say_damaged(error))
        return 1
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader (`| head`) went away: nothing is wrong here.
        sys.stderr.close()
        return 0


if __name__ == "__main__":
    sys.exit(main())
