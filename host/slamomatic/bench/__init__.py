"""Bench instruments, one folder each. What several of them use lies beside the folders.

A new instrument is a folder with an `instrument.py` like this one, and a line in `INSTRUMENTS`
(commands/bench.py).

    import argparse
    from dataclasses import dataclass

    from slamomatic import messages as m
    from slamomatic.bench.result import Count, Result, Stopwatch, add_json, checked, tell
    from slamomatic.bench.stand import Stand, open_stand
    from slamomatic.options import add_count, add_unit
    from slamomatic.words import Sentence, gettext


    @dataclass(frozen=True, slots=True)
    class Answers:
        slaps: Count


    ANSWERS = (Answers,)


    def add_arguments(parser: argparse.ArgumentParser) -> None:
        add_unit(parser)
        add_count(parser, "--seconds", "S", 5, gettext("how long to listen (5)"))
        add_json(parser)


    def run(args: argparse.Namespace) -> int:
        with open_stand(args.unit) as stand:
            return tell(quiet(stand, args.seconds), args)


    def quiet(stand: Stand, seconds: int) -> Result:
        watch = Stopwatch()
        slaps = [one for one in stand.listen(seconds * 1e6) if isinstance(one, m.Down)]
        return watch.result(
            "quiet",
            Sentence("slaps that the unit tells of while nobody touches it"),
            Sentence("whether it hears the slaps that somebody makes: bench order measures that"),
            stand.measured,
            Answers(len(slaps)),
            findings=(checked(not slaps, "quiet", Sentence("no slap"), Sentence("slaps that nobody made")),),
        )

- `run` returns 0 if the unit is well and 1 if a finding is not ok; `tell` prints, saves and decides that.
  Raise UsageError for wrong words, UserError for what a user can fix.
- The answers are a dataclass, listed in `ANSWERS`. Its fields are the keys of `--json`; their schema follows
  (schema.py), and `bench report` shows any run without knowing the instrument.
- Say what is measured from where to where, and what the figures do not show. Keep the raw numbers in
  `series`: all figures are made from those. A finding has a short name, the same in every run.
- What a person reads is a `Sentence`: English in the JSON, and the reader's language on paper and screen.
- With its name in `IN_A_WINDOW` (commands/bench.py), `--window` shows what it tells `Progress` on the way.
"""
