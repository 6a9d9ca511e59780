"""`python3 host`: first run makes .venv and installs; then `slamomatic`, with whatever words follow.

Its sentences are English: no catalogue is installed yet.
"""

import sys


def main() -> None:
    import os

    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    import first_run

    # Advice names the program as it was typed here, `python3 host`: there may be no `slamomatic` on the path.
    os.environ.setdefault("SLAMOMATIC_CALLED", f"{os.path.basename(sys.orig_argv[0])} {sys.argv[0]}")
    films = {"film"} & set(sys.argv[1:2])  # 75 MB, fetched with the first film
    voice = (
        {"speech"} if "--speak" in sys.argv else set()
    )  # 14 MB, fetched when somebody asks to hear the table
    python = first_run.ensure({"phone"} | films | voice)
    first_run.become([python, "-P", "-m", "slamomatic.cli", *sys.argv[1:]])


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.stderr.write("Stopped. Run the same command again.\n")
        sys.exit(130)
