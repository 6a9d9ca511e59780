"""Print what the phone of seat 0 shows at the start of a game, as JSON."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from slamomatic.screen.gallery import BareStage, sitting_of
from slamomatic.screen.phone_pages import PhonePages
from table.phone_client import PhoneClient


def main(game: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        sitting = sitting_of(BareStage(Path(folder)), game, 2, 1)
        sitting.shown_people = (0, 1)
        pages = PhonePages(sitting)
        place, _, code = pages._server.url(0).partition("#")
        host, _, port = place.removeprefix("http://").strip("/").partition(":")
        phone = PhoneClient(int(port), host, host)
        phone.say(code)
        print(json.dumps(phone.page()))
        phone.end()
        pages.stop()


if __name__ == "__main__":
    main(sys.argv[1])
