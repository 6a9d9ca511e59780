"""The table's words: the sentence that matters most now, and what can be pressed by which key."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from slamomatic.engine.vocabulary import Choice, Json
from slamomatic.face.model import Table
from slamomatic.face.telling import say_winners
from slamomatic.kit import key_places
from slamomatic.screen.scenes import table_parts, table_photo
from slamomatic.screen.scenes.table_parts import Button, Choose
from slamomatic.words import N_, gettext, listed, ngettext

if TYPE_CHECKING:
    from slamomatic.screen.scenes.table import TableScene

MOST_ENTRIES = 3  # entries of the ring that have buttons: few enough to be read
FEW_WAYS = 2  # so few choices of one kind have a button each, although one may also point at their place


def headline(scene: TableScene, t: Table) -> tuple[str, int | None, bool]:
    """Return the sentence over the seats, the seat it is about, and whether it is an alarm.

    The seat is None if the sentence is about several or nobody. There is room for one sentence only. The
    order is: a choice that is about to be made, trouble, a reply to a key, the last verdict, the next turn.
    """
    if scene.play.pending is not None:
        choice = scene.play.pending[0]
        return _about_pending(scene, t, choice), choice.seat, False
    if scene.alarm:
        return scene.alarm, None, True
    if scene.shown.waiting_for:
        return about_silent_paddles(t, scene.shown.waiting_for), None, True
    if scene.answer:
        return scene.answer, None, False
    announced, now_us = scene.announcements, scene.stage.clock()
    if announced.last_two and announced.rolling(now_us):
        return announced.words_at(t.seats, now_us), None, False
    if t.memory.holding:
        return gettext("All combos are won. Now the chance cards…"), None, False
    if scene.play.waiting_choice is not None:
        seat = scene.play.waiting_choice.seat
        return gettext("{seat} has chosen. Here comes the card…", seat=t.name(seat)), seat, False
    turn = t.view["turn"]
    verdict_is_told = now_us >= (announced.verdict_until_us or 0)
    if verdict_is_told and not t.view["over"] and (turn is None or turn in scene.shown.people):
        tip = how_to_look(scene, t) or scene.lessons.words(t.eyes, t.view, announced.since_us, now_us)
        if tip:
            # The tip is for those who still have to slap. Else, where cards are hidden, for the turn player.
            meant_for = t.view["asked"] or ([turn] if scene.face.hidden else [])
            return tip, meant_for[0] if len(meant_for) == 1 else None, False
    return announced.words, announced.about, False


def about_silent_paddles(t: Table, seats: Sequence[int]) -> str:
    """Say that the table waits for these seats' paddles: they may have been slapped, and not said so yet."""
    names = listed([t.name(seat) for seat in seats])
    paddles = ngettext("{names}'s paddle", "the paddles of {names}", len(seats), names=names)
    return gettext("Waiting for {paddles}…", paddles=paddles)


def _about_pending(scene: TableScene, t: Table, choice: Choice) -> str:
    """Say which choice is made in a second, and how to take it back.

    A choice made in a look is not named once the hand is hidden: the others must not read it.
    """
    words = scene.face.label(t, choice) if choice in scene.chooser.choices else gettext("Chosen")
    return gettext("{choice} in 1 s. {key}: undo", choice=words, key=scene.key_name("next"))


def subtitle(t: Table) -> str:
    """Say whose turn it is, who has not slapped yet, or who has won; "" while an old table is shown."""
    turn = t.view["turn"]
    if t.memory.holding:
        return ""
    if t.view["over"]:
        return say_winners(t, t.view["winners"])
    missing = [t.name(seat) for seat in t.view["asked"]]
    if missing and len(missing) < len(t.seats):
        return table_parts.waiting(missing, [sits.name for sits in t.seats])
    return gettext("{seat}'s turn", seat=t.name(turn)) if turn is not None else gettext("everybody plays")


# --- the last line ----------------------------------------------------------------------------------


def hint(scene: TableScene, t: Table) -> str:
    """Return at most two lines about what the keys do now; "" when there is nothing to choose any more."""
    if t.view["over"] or t.what_was:
        return ""
    if scene.stage.scanner.on:
        chooses = scene.play.chooses_by_switch() is not None
        press = gettext("Press when it is lit.") if chooses else gettext("Press: slap.")
        return f"{press}\n{gettext('Hold for 3 s: menu')}"
    next_key, ring, lines = scene.key_name("next"), scene.chooser.ring(), []
    if scene.looking is not None:
        lines.append(gettext("look at your cards") if scene.mode.stays_open else gettext("Release to hide"))
        if ring:
            lines.append(gettext("arrows, {key}: OK", key=scene.key_name("confirm")))
    elif ring:
        if scene.chooser.undecided:
            lines.append(gettext("take from whom?"))
        several = N_("{key}: next, twice: take it")
        lines.append(gettext(several if len(ring) > 1 else N_("{key} twice: take it"), key=next_key))
    elif scene.may_look() and t.view["turn"] in (None, *scene.shown.people):
        # Not in a bot's turn, where there is little to choose: the Look button is enough.
        lines.append(gettext("hold {key}: look, choose", key=next_key))
    slapper = _seat_with_slap_hint(scene, t)
    pieces, chosen = scene.chooser.picked_in_pieces, scene.chooser.chosen
    slap_key = None  # no slap counts now; "" for a paddle
    if slapper is not None and slap_counts(t.view, slapper):
        slap_key = table_parts.slap_key(t, slapper)
    pick_keys, wanted = _pick_keys(scene), scene.chooser.wanted
    if pieces and wanted and chosen is not None and chosen.do == pieces:
        # A choice of several cards: nothing else matters until all are picked.
        picked = gettext("{picked} of {wanted} picked", picked=len(scene.chooser.marked), wanted=wanted)
        lines = [gettext("{keys}: pick", keys=pick_keys), picked]
    elif pieces:
        # A small window has no room for more.
        short = gettext("{keys} pick, {slap} slap", keys=pick_keys.replace(", ", "/"), slap=slap_key)
        lines = [*lines[:1], short if slap_key else gettext("{keys}: pick cards", keys=pick_keys)]
    elif slap_key is not None:
        lines.append(gettext("{key}: slap", key=slap_key or gettext("your paddle")))
    return "\n".join(lines)


def _seat_with_slap_hint(scene: TableScene, t: Table) -> int | None:
    """Return the seat whose slap key the hint shows: a person who plays alone, or the person on turn.

    None: no key is shown, as in a bot's turn or where several play without hidden cards.
    """
    if scene.shown.alone is not None:
        return scene.shown.alone
    turn: int | None = t.view["turn"]
    return turn if turn in scene.shown.people and scene.face.hidden else None


def slap_counts(view: Json, seat: int) -> bool:
    """Return whether a slap of this seat counts: its paddle is live and up, and it has not slapped yet."""
    may_still_slap = seat in view["asked"] or not view.get("open", False)
    return view["live"][seat] and not view["down"][seat] and may_still_slap


def turn_and_phase(scene: TableScene) -> tuple[int, str]:
    """Return the number of this turn, and its phase ("" in a game without phases): it changes with both."""
    return len(scene.turns), str(scene.shown.moment.room.get("phase", ""))


def how_to_look(scene: TableScene, t: Table) -> str:
    """Tell the turn player how to see the own hidden cards, until that player has looked; "" then."""
    turn = t.view["turn"]
    hidden = next((what for fact, what in scene.face.hidden if fact(t.view)), "")
    if not hidden or turn is None or scene.lessons.looked == turn_and_phase(scene) or not scene.may_look():
        return ""
    holds = scene.key_name("next")
    if turn not in t.seats_on_keys:
        holds = gettext("NEXT or {key}", key=holds)
    return gettext(
        "{seat}: hold {key} to see {hidden}, the others look away.",
        seat=t.name(turn),
        key=holds,
        hidden=gettext(hidden),
    )


def _pick_keys(scene: TableScene) -> str:
    """Name the keys that pick the cards of a choice that takes several."""
    if scene.face.walked_by_place:
        arrows = "".join(scene.key_name(action) for action in ("left", "up", "down", "right"))
        return f"{arrows} {scene.key_name('confirm')}"
    return ", ".join(scene.key_name(action) for action in ("up", "down", "mark"))


def enter_again(scene: TableScene) -> str:
    """Name the choice that another Enter makes; "": there is none. The first Enter only walked to it."""
    chosen, t = scene.chooser.chosen, scene.table(scene.eyes)
    if chosen is None:
        return ""
    words, key = scene.face.label(t, chosen), scene.key_name("confirm")
    return gettext("{choice}? Press {key} again, or choose with the arrows.", choice=words, key=key)


def missing_pieces(scene: TableScene) -> str:
    """Say how many more cards to pick before the choice can be made; "" if none are missing."""
    chooser = scene.chooser
    missing = (chooser.wanted or 0) - len(chooser.marked)
    if not missing or not chooser.ring() or chooser.ring()[chooser.ring_at()] in chooser.choices:
        return ""
    return ngettext("Pick {n} more card.", "Pick {n} more cards.", missing)


def may_fake(scene: TableScene, t: Table) -> bool:
    """Return whether a twitch would fool anybody now: in one's own turn, while nobody has slapped yet."""
    turn, people = t.view["turn"], scene.shown.people
    quiet = not t.view["asked"] and not t.view["over"] and not t.view.get("open", False)
    return scene.face.fakes and turn in people and bool(t.view["live"][turn]) and quiet


def may_finish(scene: TableScene) -> bool:
    """Return whether only bots still play: nobody here can slap, choose or lose any more."""
    return not scene.hurries and only_bots_play(scene)


def only_bots_play(scene: TableScene) -> bool:
    """Return whether all people are out; one with a phone may still take a bot's seat."""
    room, out, people = scene.shown.moment.room, scene.face.out, scene.shown.people
    return bool(out and people) and not room["over"] and all(room[out][seat] for seat in people)


def has_place(choice: Choice) -> bool:
    """Return whether a choice is about something on the table; else only a button stands for it."""
    return bool(choice.data)


def _shown_entries(scene: TableScene, ring: Sequence[Choice], at: int) -> list[int]:
    """Return the indices of the ring's entries that get a button; `at` is the cursor's.

    They are the cursor's entry and its neighbours. On a board that is walked by its cards the neighbours are
    the choices without a card.
    Where one switch plays, its mark shows one after the other.
    """
    if scene.stage.scanner.on:
        return [at] if ring else []
    if not scene.face.walked_by_place or scene.chooser.picked_in_pieces:
        around = sorted((at + step) % len(ring) for step in (-1, 0, 1)) if ring else []
        return around if len(ring) > MOST_ENTRIES else list(range(len(ring)))
    others = [entry for entry, choice in enumerate(ring) if entry != at and _has_button(ring, choice)]
    return sorted([at, *others[: MOST_ENTRIES - 1]]) if ring else []


def _has_button(ring: Sequence[Choice], choice: Choice) -> bool:
    """Return whether a choice always has a button: it has no place, or is one of few like "draw"."""
    return not has_place(choice) or sum(other.do == choice.do for other in ring) <= FEW_WAYS


def label_of_entry(scene: TableScene, t: Table, entry: Choice) -> str:
    """Say what Enter does with this entry: while cards of the choice are missing, it picks one."""
    chooser = scene.chooser
    if entry.do != chooser.picked_in_pieces or not chooser.wanted or entry in chooser.choices:
        return scene.face.label(t, entry)
    return gettext("Pick a card ({picked} of {wanted})", picked=len(chooser.marked), wanted=chooser.wanted)


def buttons(scene: TableScene, t: Table) -> Sequence[Button]:
    """Return the buttons below the table, from left to right; the menu is always the last one."""
    chooser, session = scene.chooser, scene.session
    ring, at = chooser.ring(), chooser.ring_at()
    lit_entry = None if chooser.undecided or scene.play.scans_elsewhere() else at
    menu = Button(gettext("Menu"), scene.ask_to_pause, scene.key_name("pause"))
    if may_finish(scene):
        return [Button(gettext("Finish now"), scene.play.finish, scene.key_name("confirm"), lit=True), menu]
    if t.what_was:
        return [Button(gettext("Continue"), scene.memory.go_on, scene.key_name("confirm"), lit=True), menu]
    shown = []
    for i in _shown_entries(scene, ring, at):
        entry, lit = ring[i], i == lit_entry
        words, key = gettext("SLAP"), table_parts.slap_key(t, entry.seat)
        if entry.do != "down":
            words, key = label_of_entry(scene, t, entry), scene.key_name("confirm") if lit else ""
            if entry.do == chooser.picked_in_pieces and chooser.wanted and entry in chooser.choices:
                # Frames on the table say which cards: their places would make the button too long.
                words = scene.face.label(t, Choice(entry.seat, entry.do))
        aside = not scene.face.walked_by_place or entry.do in scene.face.asides
        # Of choices that can't be pointed at, beside one in pieces, one stays: nobody has to know the keys.
        unreached = chooser.picked_in_pieces and i != (at + 1) % len(ring)
        optional = i != at and (aside or bool(unreached))
        shown.append(Button(words, Choose(i), key, lit, optional))
    if may_fake(scene, t):
        fake = gettext("No more fakes") if scene.play.sees_through() else gettext("Fake it")
        shown.append(Button(fake, scene.play.fake, scene.key_name("feint"), optional=True))
    for seat in session.needs_a_key():
        seat_key = key_places.label(t.keys[t.seats[seat].colour])
        shown.append(
            Button(
                gettext("{seat}: slap with key", seat=t.name(seat)), partial(session.use_key, seat), seat_key
            )
        )
    if scene.may_look() and scene.looking is None and not t.view["over"]:
        next_key = scene.key_name("next")
        look, hold = gettext("Look"), gettext("HOLD {key}", key=next_key)
        words = gettext("hold {key}: look", key=next_key) if ring else ""
        shown.append(Button(look, scene.play.look_by_mouse, hold, optional=True, hint=words))
    if scene.mode.stays_open:
        shown.append(Button(gettext("Hide"), scene.mode.close))
    photo = session.moment.photo
    shows_several = photo is not None and photo.over and not photo.single
    if shows_several and scene.looking is None and len(ring) < 2:
        shown.append(Button(gettext("Photo"), partial(table_photo.show, scene), scene.key_name("photo")))
    return [*shown, menu]
