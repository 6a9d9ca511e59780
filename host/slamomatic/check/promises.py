"""The promises of every game, a function each: draw a story, and say what broke in it."""

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
    hands_up,
    played,
    random_story,
    table_of,
)
from slamomatic.engine.bots import straight
from slamomatic.engine.chance import Chance
from slamomatic.engine.core import Game
from slamomatic.engine.vocabulary import COMMON_EFFECTS, Effect, Event, Json, OpenlyRefused, Refused
from slamomatic.words import N_

ENDS_WITHIN = 50_000  # moves of random play
MOST_CHOICES = 4  # of one seat that are tried at one moment
TWINS_EVERY = 4  # events


@dataclass(frozen=True)
class Promise:
    """Something that a game must keep. `broken` says what a story shows against it; "" is nothing."""

    name: str
    says: str
    draw: Callable[[Kind, Random], Story | None]  # None: this game has no such story
    broken: Callable[[Kind, Story], str]
    share: float = 1.0  # of the stories that the quickest promises get


# --- after every event ------------------------------------------------------------------------------


def cards_kept(kind: Kind, story: Story) -> str:
    """Every card that was dealt exists once, whatever happens."""
    game = kind(story.setup)
    deck = _cards(game)
    for event in story.before:
        played(game, [event])
        cards = _cards(game)
        if cards != deck:
            return f"cards were lost {_listed(deck - cards)} or made {_listed(cards - deck)}"
    return ""


def _cards(game: Game) -> Counter[str]:
    return Counter(card for cards in game.cards().values() for card in cards)


def _listed(cards: Counter[str]) -> list[str]:
    return sorted(cards.elements())


def _words(value: Any) -> list[str]:
    """All words in a plain value."""
    if isinstance(value, dict):
        return [word for item in value.values() for word in _words(item)]
    if isinstance(value, list):
        return [word for item in value for word in _words(item)]
    return [value] if isinstance(value, str) else []


def refusals_kept(kind: Kind, story: Story) -> str:
    """A refused event changes nothing and says why; what hands do is never refused."""
    game = kind(story.setup)
    for event in story.before:
        before = game.to_json()
        try:
            game.apply(event)
        except Refused as refused:
            if changed := _differing(before, game.to_json()):
                return f"'{event.do}' was refused and changed {changed}"
            if len(str(refused)) <= 5:
                return f"'{event.do}' was refused without a reason"
            if event.do not in game.EVENTS and event.do != "drop":
                return f"'{event.do}' was refused: {refused}"
    return ""


def _differing(one: Json, other: Json) -> list[str]:
    return [name for name in one if one[name] != other.get(name)]


def saving_kept(kind: Kind, story: Story) -> str:
    """A game that is saved and loaded goes on the same, to the last effect."""
    game = kind(story.setup)
    other = copy_of(game)
    for number, event in enumerate(story.before):
        if number % 3 == 0:
            state = game.to_json()
            other = kind.from_json(json.loads(json.dumps(state)))
            if changed := _differing(state, other.to_json()):
                return f"saved and loaded, {changed} is not the same"
        if played(game, [event]) != played(other, [event]):
            return f"saved and loaded, '{event.do}' does something else"
        if changed := _differing(game.to_json(), other.to_json()):
            return f"saved and loaded, '{event.do}' changes {changed} in another way"
        for eye in (None, *range(game.seats)):
            if game.view(eye) != other.view(eye) or game.legal(eye) != other.legal(eye):
                return "saved and loaded, it looks otherwise"
    return ""


def effects_kept(kind: Kind, story: Story) -> str:
    """Only what stands in the tables leaves the game, and nothing stays due."""
    game = kind(story.setup)
    known = {**COMMON_EFFECTS, **game.EFFECTS}
    effects = list(game.told)
    for event in (None, *story.before):
        effects = list(game.told) if event is None else played(game, [event])
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


def offers_kept(kind: Kind, story: Story) -> str:
    """Check that the game accepts each choice of `legal` at that very moment."""
    game = kind(story.setup)
    for event in (None, *story.before):
        rng = _dice(story, event)
        if event is not None:
            played(game, [event])
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


def secrets_kept(kind: Kind, story: Story) -> str:
    """No eye can tell two games apart that differ only in what lies hidden from it."""
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
            told = _told_apart(game, twin, eye) or _told_by(copy_of(game), twin, event, eye)
            if told:
                return f"{told} what is hidden from {'the room' if eye is None else f'seat {eye}'}"
        played(game, [event])
    return ""


def _dice(story: Story, event: Event | None) -> Random:
    """Chance for this moment, the same when events before it are left out."""
    return Random(f"{story.dice} {event}")


def _told_apart(game: Game, twin: Game, eye: int | None) -> str:
    mine, theirs = game.view(eye), twin.view(eye)
    if mine != theirs:
        return f"{_differing(mine, theirs)} in the view tells"
    if game.legal(eye) != twin.legal(eye):
        return "legal() tells"
    return "the next deadline tells" if game.due_us != twin.due_us else ""


def _told_by(game: Game, twin: Game, event: Event, eye: int | None) -> str:
    """Say what a refusal or an effect gives away to an eye that may not know it.

    A card that everybody is shown must lie open afterwards, unless EFFECTS says that the field shows it.
    """
    settles = game.due_us is not None and game.due_us <= event.t_us  # by the rules not the same in both
    mine, theirs = (_answer(state, event) for state in (game, twin))
    if isinstance(mine, Refused) or isinstance(theirs, Refused):
        openly = isinstance(mine, OpenlyRefused) or isinstance(theirs, OpenlyRefused)
        told = openly and not settles and event.seat != eye and str(mine) != str(theirs)
        return "a refusal tells" if told else ""
    if [effect.what for effect in mine] != [effect.what for effect in theirs]:
        return ""  # by the rules another game from here on
    if any(isinstance(drawn, list) for drawn in game.chance.drawn):
        return ""  # cards were shuffled: what lay open may lie hidden again
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
    try:
        return game.apply(event)
    except Refused as refused:
        return refused


# --- somebody leaves, and the end -------------------------------------------------------------------


def leaving_story(kind: Kind, rng: Random) -> Story:
    """Somebody leaves, mostly one, at any moment: after a choice, a slap, or while one is open."""
    story = random_story(kind, rng, odd_options=False)
    spare = story.setup.seats - kind.SEATS[0]  # who may leave before the game is given up
    seats = rng.sample(range(story.setup.seats), max(1, min(spare, rng.choice((1, 1, 2)))))
    t_us = max([event.t_us for event in story.before], default=0) + 1
    return story._replace(then=tuple(Event("drop", seat, t_us) for seat in seats))


def leaving_kept(kind: Kind, story: Story) -> str:
    """Check that nobody waits for a player who left, and that the others play on to the end."""
    game = table_of(kind, story)
    for event in story.then:
        if event.do == "drop" and (game.over or game.gone[event.seat or 0]):
            continue
        game.apply(event)
        if wrong := _still_here(game):
            return wrong
    if not any(game.gone):
        return ""

    def watched(event: Event) -> Sequence[Effect]:
        effects = game.apply(event)
        if wrong := _still_here(game):
            raise AssertionError(wrong)
        return effects

    return _goes_on(game, Random(story.dice), watched)


def _still_here(game: Game) -> str:
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
    """Any game, with the options as they come: some others make a game as long as one likes."""
    return random_story(kind, rng, odd_options=False)


def end_kept(kind: Kind, story: Story) -> str:
    """From wherever a game is, it comes to an end; then nobody may do anything and somebody has won."""
    game = table_of(kind, story)
    wrong = _goes_on(game, Random(story.dice), game.apply)
    if wrong or not game.over:
        return wrong
    if any(game.legal(seat) for seat in range(game.seats)):
        return "the game is over, and legal() still offers something"
    return "" if game.winners or game.abandoned else "the game is over, and nobody has won"


def _goes_on(game: Game, rng: Random, apply: Callable[[Event], Sequence[Effect]]) -> str:
    hands_up(game)
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
    Promise("cards", N_("every card exists once"), random_story, cards_kept),
    Promise("refused", N_("a refused event changes nothing"), random_story, refusals_kept),
    Promise("saved", N_("saved and loaded, it goes on the same"), random_story, saving_kept, 0.5),
    Promise("effects", N_("only what EFFECTS lists leaves the game"), random_story, effects_kept),
    Promise("legal", N_("what is offered is accepted"), random_story, offers_kept, 0.5),
    Promise("hidden", N_("hidden cards stay hidden"), random_story, secrets_kept, 0.5),
    Promise("leaving", N_("when somebody leaves, the others play on"), leaving_story, leaving_kept, 0.3),
    Promise("ends", N_("every game ends"), end_story, end_kept, 0.2),
)
