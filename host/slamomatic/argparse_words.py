"""The words of `--help` and of wrong usage that argparse brings itself, for the catalogue."""

from __future__ import annotations

import argparse

from slamomatic.words import N_, gettext, ngettext

# What argparse looks up, as far as a user of this program can meet it; another Python may say more.
WORDS = (
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


def translate() -> None:
    """Let argparse look up its words where everything else of this program is looked up."""
    vars(argparse).update({"_": gettext, "ngettext": ngettext})
