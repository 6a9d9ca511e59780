"""The promises of every game. For each, a function draws a story, and one returns what broke in it."""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from slamomatic.check.story import (
    Kind,
    Story,
    copy_of,
    game_before_check,
    lift_all_hands,
    play_events,
    random_story,
)
from slamomatic.engine.bots import straight
from slamomatic.engine.chance import Chance
from slamomatic.engine.core import Game
from slamomatic.engine.vocabulary import COMMON_EFFECTS, Effect, Event, Json, OpenlyRefused, Refused
from slamomatic.words import N_

ENDS_WITHIN = 50_000  # moves of random play
MOST_CHOICES = 4  # so many choices of a seat are tried at one moment
TWINS_EVERY = 4  # after one in so many events a twin of the game is made for each eye
SAVED_EVERY = 3  # after so many events the game is saved and loaded
SHORTEST_REASON = 6  # characters in the reason of a refusal


@dataclass(frozen=True)
class Promise:
    """Something that a game must keep."""

    name: str
    says: str
    draw: Callable[[Kind, Random], Story | None]  # returns None if no such story came up in this game
    broken: Callable[[Kind, Story], str]  # returns what broke in the story; "": nothing
    share: float = 1.0  # in which share of the rounds a story is tried; less where a check takes long


# --- after every event ------------------------------------------------------------------------------


def check_cards(kind: Kind, story: Story) -> str:
    """Check that every card that was dealt exists once, whatever happens; return what broke, or ""."""
    game = kind(story.setup)
    deck = _cards(game)
    for event in story.before:
        play_events(game, [event])
        cards = _cards(game)
        if cards != deck:
            return f"cards were lost {_spelled(deck - cards)} or made {_spelled(cards - deck)}"
    return ""


def _cards(game: Game) -> Counter[str]:
    return Counter(card for cards in game.cards().values() for card in cards)


def _spelled(cards: Counter[str]) -> list[str]:
    return sorted(cards.elements())


def _words(value: Any) -> list[str]:
    """Return all words in a plain value, however deep they lie in lists and mappings."""
    if isinstance(value, dict):
        return [word for item in value.values() for word in _words(item)]
    if isinstance(value, list):
        return [word for item in value for word in _words(item)]
    return [value] if isinstance(value, str) else []


def check_refusals(kind: Kind, story: Story) -> str:
    """Check that a refused event changes nothing and says why, and that hands are never refused.

    Returns what broke, or "".
    """
    game = kind(story.setup)
    for event in story.before:
        before = game.to_json()
        try:
            game.apply(event)
        except Refused as refused:
            if changed := _differing(before, game.to_json()):
                return f"'{event.do}' was refused and changed {changed}"
            if len(str(refused)) < SHORTEST_REASON:
                return f"'{event.do}' was refused without a reason"
            if event.do not in game.EVENTS and event.do != "drop":
                return f"'{event.do}' was refused: {refused}"
    return ""


def _differing(one: Json, other: Json) -> list[str]:
    """Return the names of the fields that differ."""
    return [name for name in one if one[name] != other.get(name)]


def check_saving(kind: Kind, story: Story) -> str:
    """Check that a game that is saved and loaded goes on the same, to the last effect.

    Returns what broke, or "".
    """
    game = kind(story.setup)
    if lost := _undeclared(game):
        return lost
    other = copy_of(game)
    for number, event in enumerate(story.before):
        if number % SAVED_EVERY == 0:
            state = game.to_json()
            other = kind.from_json(json.loads(json.dumps(state)))
            if changed := _differing(state, other.to_json()):
                return f"saved and loaded, {changed} is not the same"
        told = play_events(game, [event])
        if lost := _undeclared(game):
            return lost
        if told != play_events(other, [event]):
            return f"saved and loaded, '{event.do}' does something else"
        if changed := _differing(game.to_json(), other.to_json()):
            return f"saved and loaded, '{event.do}' changes {changed} in another way"
        for eye in (None, *range(game.seats)):
            if game.view(eye) != other.view(eye) or game.legal(eye) != other.legal(eye):
                return "saved and loaded, it looks otherwise"
    return ""


def _undeclared(game: Game) -> str:
    """Return which attribute the game has set although its class does not declare it; "": none."""
    lost = game.undeclared()
    return (
        f"'{lost[0]}' is set and not declared: write '{lost[0]}: <its type>' into the class" if lost else ""
    )


def check_effects(kind: Kind, story: Story) -> str:
    """Check that effects have only the fields that their tables list, and that nothing stays due.

    Returns what broke, or "".
    """
    game = kind(story.setup)
    known = {**COMMON_EFFECTS, **game.EFFECTS}
    effects = list(game.told)
    for event in (None, *story.before):
        effects = list(game.told) if event is None else play_events(game, [event])
        for what, _, _, public, only in effects:
            if what not in known:
                return f"the effect '{what}' is not in EFFECTS"
            if extra := set(public or {}) - set(known[what].public):
                return f"everybody gets {sorted(extra)} of '{what}', which is not in EFFECTS"
            if extra := {name for data in only.values() for name in data} - set(known[what].only):
                return f"single seats get {sorted(extra)} of '{what}', which is not in EFFECTS"
        if not game.over and game.due_us is not None and game.due_us <= game.now_us:
            return "something stays due that is never settled"
    return ""


def check_offers(kind: Kind, story: Story) -> str:
    """Check that the game accepts each choice of `legal` at that very moment; return what broke, or ""."""
    game = kind(story.setup)
    for event in (None, *story.before):
        rng = _dice(story, event)
        if event is not None:
            play_events(game, [event])
        if game.due_us is not None and game.due_us <= game.now_us:
            continue
        before = game.save()
        for seat in range(game.seats):
            choices = game.legal(seat)
            for choice in rng.sample(choices, min(len(choices), MOST_CHOICES)):
                try:
                    game.apply(choice.at(game.now_us))
                except Refused as refused:
                    return f"seat {seat} is offered {choice.to_json()}, which is refused: {refused}"
                finally:
                    game.load(before)
    return ""


def check_secrets(kind: Kind, story: Story) -> str:
    """Check that no eye can tell two games apart that differ only in what lies hidden from it.

    Returns what broke, or "".
    """
    game = kind(story.setup)
    for event in story.before:
        rng = _dice(story, event)
        eyes = (None, *range(game.seats)) if rng.randrange(TWINS_EVERY) == 0 else ()
        for eye in eyes:
            try:
                twin = game.resample(eye, Chance(rng.getrandbits(32)))
            except NotImplementedError:
                if not _cards(game):
                    return ""
                return "face_down() does not say which cards an eye can't see ([] where all lie open)"
            told = _view_tells(game, twin, eye) or _event_tells(copy_of(game), twin, event, eye)
            if told:
                return f"{told} what is hidden from {'the room' if eye is None else f'seat {eye}'}"
        play_events(game, [event])
    return ""


def _dice(story: Story, event: Event | None) -> Random:
    """Return random numbers for the moment after this event, the same if events before it are left out."""
    return Random(f"{story.dice} {event}")


def _view_tells(game: Game, twin: Game, eye: int | None) -> str:
    """Return which of view, choices and deadline tells an eye the game from its twin; "": none does."""
    mine, theirs = game.view(eye), twin.view(eye)
    if mine != theirs:
        return f"{_differing(mine, theirs)} in the view tells"
    if game.legal(eye) != twin.legal(eye):
        return "legal() tells"
    return "the next deadline tells" if game.due_us != twin.due_us else ""


def _event_tells(game: Game, twin: Game, event: Event, eye: int | None) -> str:
    """Return what a refusal or an effect of this event tells an eye that must not know it; "": nothing.

    A card that everybody is shown must lie open afterwards, unless EFFECTS says that the field shows it.
    """
    # By the rules, a deadline before the event may come out differently in the two games.
    something_due = game.due_us is not None and game.due_us <= event.t_us
    mine, theirs = (_answer(state, event) for state in (game, twin))
    if isinstance(mine, Refused) or isinstance(theirs, Refused):
        openly = isinstance(mine, OpenlyRefused) or isinstance(theirs, OpenlyRefused)
        tells = openly and not something_due and event.seat != eye and str(mine) != str(theirs)
        return "a refusal tells" if tells else ""
    if [effect.what for effect in mine] != [effect.what for effect in theirs]:
        return ""  # the hidden cards decided, by the rules, how the two games go on
    if any(isinstance(drawn, list) for drawn in game.chance.drawn):
        return ""  # cards were shuffled: those that lay open may lie hidden again
    cards, hidden = _cards(game), Counter(pile[at] for places in game.face_down(eye) for pile, at in places)
    for one, other in zip(mine, theirs, strict=True):
        kind = game.EFFECTS.get(one.what)
        shown, others = one.to_json(), other.to_json()
        for name in set(one.public or {}) - set(kind.shows if kind else ()):
            for word in _words(shown[name]) if shown[name] != others.get(name) else ():
                if word in cards and hidden[word] == cards[word]:
                    return f"'{name}' of the effect '{one.what}' ('{word}') tells"
    return ""


def _answer(game: Game, event: Event) -> Sequence[Effect] | Refused:
    """Return the effects of this event, or its refusal."""
    try:
        return game.apply(event)
    except Refused as refused:
        return refused


# --- somebody leaves, and the end -------------------------------------------------------------------


def leaving_story(kind: Kind, rng: Random) -> Story:
    """Draw a story in which one player or two leave at any moment, even while a slap is open."""
    story = random_story(kind, rng, odd_options=False)
    spare = story.setup.seats - kind.SEATS[0]  # how many may leave before the game is given up
    seats = rng.sample(range(story.setup.seats), max(1, min(spare, rng.choice((1, 1, 2)))))
    t_us = max([event.t_us for event in story.before], default=0) + 1
    return story._replace(then=tuple(Event("drop", seat, t_us) for seat in seats))


def check_leaving(kind: Kind, story: Story) -> str:
    """Check that nobody waits for a player who left, and that the others play on to the end.

    Returns what broke, or "".
    """
    game = game_before_check(kind, story)
    for event in story.then:
        if event.do == "drop" and (game.over or game.gone[event.seat or 0]):
            continue
        game.apply(event)
        if wrong := _leaver_complaint(game):
            return wrong
    if not any(game.gone):
        return ""

    def apply_and_check(event: Event) -> Sequence[Effect]:
        """Apply an event; AssertionError: a player who left still takes part."""
        effects = game.apply(event)
        if wrong := _leaver_complaint(game):
            raise AssertionError(wrong)
        return effects

    return _end_complaint(game, Random(story.dice), apply_and_check)


def _leaver_complaint(game: Game) -> str:
    """Return in what way a player who left still takes part; "": in none."""
    for seat, gone in enumerate(game.gone):
        if not gone:
            continue
        if game.turn == seat:
            return f"seat {seat} has left and is on turn"
        if seat in game.asked:
            return f"seat {seat} has left and is asked to slap"
        if game.legal(seat):
            return f"seat {seat} has left and may still do something"
        if seat in game.winners:
            return f"seat {seat} has left and wins"
    return ""


def end_story(kind: Kind, rng: Random) -> Story:
    """Draw any game with the usual options: with some others a game can last as long as one likes."""
    return random_story(kind, rng, odd_options=False)


def check_end(kind: Kind, story: Story) -> str:
    """Check that the game comes to an end; then nobody may do anything, and somebody has won.

    Returns what broke, or "".
    """
    game = game_before_check(kind, story)
    wrong = _end_complaint(game, Random(story.dice), game.apply)
    if wrong or not game.over:
        return wrong
    if any(game.legal(seat) for seat in range(game.seats)):
        return "the game is over, and legal() still offers something"
    return "" if game.winners or game.abandoned else "the game is over, and nobody has won"


def _end_complaint(game: Game, rng: Random, apply: Callable[[Event], Sequence[Effect]]) -> str:
    """Play on at random; return why the game does not end, or the AssertionError of `apply`; "": it ends."""
    lift_all_hands(game)
    try:
        moves = straight.play(game, rng, ENDS_WITHIN, apply)
    except AssertionError as wrong:
        return str(wrong)
    if game.over:
        return ""
    if moves < ENDS_WITHIN:
        return "nobody can go on: nothing is offered and nothing is due"
    return f"the game is not over after {ENDS_WITHIN:,} moves"


EVERYWHERE = (
    Promise("cards", N_("every card exists once"), random_story, check_cards),
    Promise("refused", N_("a refused event changes nothing"), random_story, check_refusals),
    Promise("saved", N_("saved and loaded, it goes on the same"), random_story, check_saving, 0.5),
    Promise("effects", N_("only what EFFECTS lists leaves the game"), random_story, check_effects),
    Promise("legal", N_("what is offered is accepted"), random_story, check_offers, 0.5),
    Promise("hidden", N_("hidden cards stay hidden"), random_story, check_secrets, 0.5),
    Promise("leaving", N_("when somebody leaves, the others play on"), leaving_story, check_leaving, 0.3),
    Promise("ends", N_("every game ends"), end_story, check_end, 0.2),
)
