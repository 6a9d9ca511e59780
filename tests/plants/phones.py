"""The phones' door, room and page."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from plants.patching import Patch, always, answering, doing, plant

ROOM = "slamomatic.phone.room:Room"
DOOR = "slamomatic.phone.door"
SOCKETS = "slamomatic.phone.sockets"
SERVER = "slamomatic.phone.server"


@plant("any phone gets in with any token")
def _(patch: Patch) -> None:
    patch(
        f"{ROOM}.known",
        doing(lambda original, self, token: original(self, token) or next(iter(self.phones()), None)),
    )


@plant("a token is worth something after its chair is gone")
def _(patch: Patch) -> None:
    patch(f"{ROOM}.remove", always(None))


@plant("tokens can be guessed")
def _(patch: Patch) -> None:
    patch.value("slamomatic.phone.room:TOKEN_BYTES", 1, f"{ROOM}.sit")


@plant("two people sit on one chair")
def _(patch: Patch) -> None:
    patch(f"{ROOM}.at", always([]))


@plant("somebody new sits down in a locked room")
def _(patch: Patch) -> None:
    def vet(original: Any, self: Any, chairs: Any, wish: Any) -> Any:
        kept, self.locked = self.locked, False
        try:
            return original(self, chairs, wish)
        finally:
            self.locked = kept

    patch(f"{ROOM}.vet", doing(vet))


@plant("a flood of strangers keeps the phones out")
def _(patch: Patch) -> None:
    patch(f"{DOOR}:Door.note_arrival", always(None))


@plant("silent strangers stay for ever")
def _(patch: Patch) -> None:
    patch(f"{DOOR}:Door.overdue", always([]))


@plant("one phone may say as much as it likes")
def _(patch: Patch) -> None:
    patch(f"{DOOR}:Allowance.spend", always(True))


@plant("a page from elsewhere may speak to the table")
def _(patch: Patch) -> None:
    def make(original: Any) -> Any:
        from aiohttp import web

        @web.middleware
        async def planted(self: Any, request: Any, handler: Any) -> Any:
            return await handler(request)

        return planted

    patch(f"{SERVER}:PhoneServer._only_our_own_name", make)


@plant("browsers may keep a hand in their cache")
def _(patch: Patch) -> None:
    patch(
        f"{SERVER}:HEADERS",
        lambda headers: {k: v for k, v in headers.items() if k != "Cache-Control"},
        f"{SERVER}:_file",
    )


@plant("a phone's message may hold anything")
def _(patch: Patch) -> None:
    patch("slamomatic.phone.messages:_fits", always(True), "slamomatic.phone.messages:read")


@plant("a choice for a moment that has passed is played")
def _(patch: Patch) -> None:
    patch("slamomatic.phone.hand:Hand.check_moment", always(True))


@plant("a finger that hits twice plays twice")
def _(patch: Patch) -> None:
    def do(original: Any, self: Any, entry: Any) -> Any:
        done = original(self, entry)
        self._done_for = None
        return done

    patch("slamomatic.phone.hand:Hand._do", doing(do))


@plant("an old page of a phone keeps the hand when it has lost its chair")
def _(patch: Patch) -> None:
    patch(f"{SOCKETS}:Sockets.close_all_of", always(None))


@plant("a phone that wakes up gets the hand of then")
def _(patch: Patch) -> None:
    def keep(original: Any, self: Any, phone: int, language: str, text: str) -> Any:
        if (phone, language) in self._snapshots:
            return False
        return original(self, phone, language, text)

    patch(f"{SOCKETS}:Sockets.set_page", doing(keep))


@plant("every reader of a phone gets the language of the table")
def _(patch: Patch) -> None:
    patch(f"{SOCKETS}:browser_language", always("en"), f"{SOCKETS}:Sockets.serve")


@plant("the room's page shows the wrong turn")
def _(patch: Patch) -> None:
    def wrong(page: Any) -> Any:
        return {**page, "seats": [{**seat, "on": not seat["on"]} for seat in page["seats"]]}

    patch("slamomatic.phone.pages:watch", answering(wrong))


@plant("nobody is told on the phone that it is the own turn")
def _(patch: Patch) -> None:
    patch("slamomatic.phone.pages:_state", doing(lambda _, t: ""), "slamomatic.phone.pages:page")


@plant("strangers sit down and stand up without end")
def _(patch: Patch) -> None:
    phones = "slamomatic.phone.phones"
    patch.value(f"{phones}:SITS_EVERY_S", 1e-6, f"{phones}:Phones._answer_join")


@plant("somebody who sits down with a phone is called like another player")
def _(patch: Patch) -> None:
    def with_name(_: Any, self: Any, index: int, name: str) -> Any:
        return self.with_seat(index, replace(self.seats[index], name=name))

    patch("slamomatic.preferences:Preferences.with_name", doing(with_name))
