"""Print what the phone of seat 0 shows at the start of a game, as JSON."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from slamomatic.face.faces import face_of
from slamomatic.gallery.tables import posed_session
from slamomatic.phone.game_pages import PhonePages
from slamomatic.phone.phones import Phones
from slamomatic.screen.offscreen import BareStage
from slamomatic.table.announcements import Announcements
from support.phone_client import PhoneClient


def main(game: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        stage = BareStage(Path(folder))
        session = posed_session(stage, game, 2, 1)
        session.show_people((0, 1))
        phones = Phones(stage, "127.0.0.1")
        pages = PhonePages(phones, session, Announcements(face_of(game)), stage.prefs.seats)
        pages.code(0)
        phone = PhoneClient(phones.server.port)
        phone.say(phones.room.at(0)[0].token)
        print(json.dumps(phone.page()))
        phone.end()
        phones.stop()


if __name__ == "__main__":
    main(sys.argv[1])
