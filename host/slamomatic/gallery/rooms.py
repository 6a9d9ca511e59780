"""The scenes around a game, tables of real cards, and moments that no usual game of bots comes to."""

import errno
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace

from slamomatic import engine
from slamomatic.engine.vocabulary import Event
from slamomatic.errors import UserError
from slamomatic.face.faces import face_of
from slamomatic.gallery.plans import PLAYERS, SEED, TOUCH, dispute, plan_of
from slamomatic.gallery.tables import LONGEST_US, NAMES, states, steps, table_of
from slamomatic.preferences import ALONE, CUP, MOST_SEATS, TOGETHER, Preferences, SeatPreference, table_sizes
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scene import Scene
from slamomatic.screen.scenes.cup import CupScene
from slamomatic.screen.scenes.front import FrontScene, WhoScene
from slamomatic.screen.scenes.history import HistoryScene
from slamomatic.screen.scenes.result import ResultScene
from slamomatic.screen.scenes.settings import SettingsScene
from slamomatic.screen.scenes.start import StartScene
from slamomatic.screen.scenes.start_picture import LeaveScene
from slamomatic.screen.scenes.table import TableScene
from slamomatic.screen.scenes.watched import AttractScene
from slamomatic.table import opening
from slamomatic.table.cup import Cup
from slamomatic.table.outcome import Outcome
from slamomatic.table.seats import Seat
from slamomatic.units import unit_record as memory
from slamomatic.units.base import Clock, Fault, Link, Unit, UnitNotice, UnitState, What
from slamomatic.units.emulated import BUSY, STARTING
from slamomatic.units.faults import advice
from slamomatic.units.keyboard import KeyboardUnit
from slamomatic.units.merge import Units
from slamomatic.units.ports import port_trouble
from slamomatic.units.sources import AnyPico
from slamomatic.words import Sentence, gettext, said

LONG_NAMES = ("Maximilian", "Wilhelmina", "Marguerite", "Christophe", "Gwendoline", "Montgomery")
CROWDS_STATE = 4  # far enough for a photo finish
NAME = Sentence("unit {number}", number="3456")
PADDLE = Sentence("Paddle {number} of {unit}", number=2, unit=NAME)
FOUND = Sentence("{name} is connected.", name=NAME)
UNIT = UnitState(NAME, Link.CONNECTED, FOUND, 4, "e6614864d3123456", error_us=240, blind_us=2)
LOST = Sentence(memory.LOST, name=UNIT.name, remedy=Sentence(UNIT.remedy))
GONE = replace(UNIT, link=Link.LOST, text=LOST, error_us=None)
STARVED = replace(GONE, text=Sentence(memory.LOST, name=UNIT.name, remedy=Sentence(BUSY)), remedy=BUSY)
STUCK = advice("stuck", PADDLE)
LATER_STEPS = 9
CLIP_US = 5_000_000  # until the first scene's picture is in the middle of what it shows
LATER_US = 4_500_000  # long enough for every window and for naming a hand that rests
PLAYERS_UNDER_OPTIONS = 3  # a number of places that no other picture has


class PretendedUnit(Unit):
    """A unit with the state that a picture needs."""

    def __init__(self, state: UnitState, clock: Clock) -> None:
        self.shown, self.paddles = state, state.paddles
        self._clock = clock
        self.news = deque()

    def start(self) -> None:
        pass

    def stop(self) -> None:
        pass

    def state(self) -> UnitState:
        return self.shown

    def known_us(self) -> int:
        return self._clock()


def rooms(stage: BareStage) -> Iterator[tuple[str, Scene]]:
    """Yield start, settings, history, result, and tables at which a unit comes and goes."""
    yield from _fronts(stage)
    yield from _starts(stage)
    yield from _settings(stage)
    history = HistoryScene(stage, StartScene(stage))
    history.trouble = gettext(
        "The history {path} can't be opened ({why}). Check that you may write to its folder, and that "
        "it has room.",
        path="/home/ada/.local/share/slamomatic/history.sqlite",
        why="disk I/O error",
    )
    yield "history-trouble", history
    yield from _results(stage)
    yield from _units(stage)


def _fronts(stage: BareStage) -> Iterator[tuple[str, Scene]]:
    """Yield the first scene before and while its picture moves, and the question for names."""
    known = stage.prefs
    for game in engine.GAMES:
        stage.prefs = replace(known, game=game, players=table_sizes(game)[-1])
        front = FrontScene(stage)
        stage.go(front)
        yield f"front-{game}", front
        began_us = stage.clock.at_us
        ends_us = began_us + CLIP_US
        while stage.clock.at_us < ends_us and (wakes_us := front.wakes_at_us()) is not None:
            stage.clock.at_us = min(ends_us, max(stage.clock.at_us + 1, wakes_us))
            front.pump()
        yield f"front-{game}-moves", front
        stage.clock.at_us = began_us
    crowd = tuple(SeatPreference(name, i, "", 300) for i, name in enumerate(LONG_NAMES))
    stage.prefs = replace(known, game="slamwich", players=MOST_SEATS, seats=crowd, way=TOGETHER)
    front = FrontScene(_with_unit(stage, UNIT)[0])
    front.setup.resumable = True
    yield "front-crowd", front
    front.setup.trouble = gettext(
        "This game began with other paddles, keys or phones, and slaps would be judged wrongly. "
        "Connect the same ones and resume; the game is kept."
    )
    yield "front-trouble", front
    for way in (TOGETHER, ALONE):
        who = WhoScene(stage, FrontScene(stage), way)
        who.enter()
        yield f"who-{way}", who
        who.setup.start_naming(0)
        yield f"who-{way}-name", who
    stage.prefs = known


def _starts(stage: BareStage) -> Iterator[tuple[str, Scene]]:
    known = stage.prefs
    crowd = tuple(SeatPreference(name, i, "", 300) for i, name in enumerate(LONG_NAMES))
    stage.prefs = replace(known, game="lowdown", players=MOST_SEATS, seats=crowd)
    scene = StartScene(stage)
    scene.resumable = True
    yield "start-crowd", scene
    for most in ((), (0, 1, 2), tuple(range(MOST_SEATS))):
        scene.check.most = set(most)
        scene.cursor = 3 + len(most)
        yield f"start-keys-seen-{len(most)}", scene
    stage.prefs = replace(known, players=3, game="hands-down", seats=crowd)
    scene = StartScene(_with_unit(stage, UNIT)[0])
    yield "start-television", scene
    yield "start-leave", LeaveScene(stage, scene, False)
    scene.options["paper"] = True
    yield "start-paper", scene
    scene.trouble = gettext(
        "This game began with other paddles, keys or phones, and slaps would be judged wrongly. "
        "Connect the same ones and resume; the game is kept."
    )
    yield "start-trouble", scene
    scene = StartScene(scene.stage)
    scene.complaint = gettext("There is no unfinished game. Press Enter to start a new one.")
    yield "start-complaint", scene
    stage.prefs = replace(known, game="hands-down", players=4, length=CUP)
    yield "start-cup", StartScene(stage)
    yield "start-nobody-there", AttractScene(stage, StartScene(stage))
    stage.prefs = replace(known, game="slamwich", players=2)
    scene = StartScene(stage)
    yield "start-two", scene
    scene.resumable = True
    leave = LeaveScene(stage, scene, True)
    leave.cursor = 1
    yield "start-leave-kept", leave
    nope = said(port_trouble("/dev/ttyNOPE", FileNotFoundError(errno.ENOENT, "")))
    for name, text in (("port", nope), ("emulated", STARTING)):
        state = replace(UNIT, link=Link.SEARCHING, text=text, error_us=None)
        scene = StartScene(_with_unit(stage, state, keys=False)[0])
        scene.play()
        yield f"start-waits-{name}", scene
    stage.prefs = known


def _settings(stage: BareStage) -> Iterator[tuple[str, Scene]]:
    known = stage.prefs
    stage.prefs = Preferences(muted=True, reduced_motion=True, fullscreen=True)
    scene = SettingsScene(stage, StartScene(stage))
    scene.cursor = 12
    yield "settings-changed", scene
    stage.prefs = known


def _results(stage: BareStage) -> Iterator[tuple[str, Scene]]:
    seats = tuple(Seat(name, colour) for colour, name in enumerate(LONG_NAMES))
    times = {seat: [260_000 + 31_000 * seat, 480_000] for seat in range(5)}

    def result(scores: Sequence[int], winners: Sequence[int]) -> ResultScene:
        gone = [False] * len(seats)
        view = {"scores": list(scores), "winners": list(winners), "gone": gone, "options": {}}
        return ResultScene(stage, Outcome("lowdown", seats, view, 1_260_000_000, times))

    yield "result-tie", result((12, 31, 12, 50, 44, 31), (0, 2))
    yield "result-nobody", result((0, 0, 0, 0, 0, 0), ())
    scene = result((1, 31, 12, 50, 44, 31), (0,))
    scene.trouble = gettext(
        "The disk is full, so this game is not counted yet. Make room on the disk, then resume the game."
    )
    yield "result-trouble", scene
    games, won = ("slamwich", "hit-the-deck", "lowdown"), ((5, 3, 2, 4, 0, 1), (0, 4, 5, 3, 1, 2))
    first, last = Cup(games, len(seats)), Cup(games, len(seats), won)
    for cup, name in ((first, "next"), (last, "last")):
        scene = result((31, 12, 44, 3, 50, 31), (3,))
        scene.cup = cup.after(scene.end.view)
        yield f"result-cup-{name}", scene
        yield f"cup-{name}", CupScene(stage, scene, scene.cup)
    yield "cup-second", CupScene(stage, scene, last)


def _with_unit(stage: BareStage, state: UnitState, keys: bool = True) -> tuple[BareStage, PretendedUnit]:
    """Put a unit on this stage, beside the keys or without them."""
    other = BareStage(stage.home, stage.prefs.reduced_motion)
    other.prefs = stage.prefs
    unit = PretendedUnit(state, other.clock)
    other.unit = Units([unit, *[KeyboardUnit(clock=other.clock)] * keys], clock=other.clock)
    other.unit.start()
    return other, unit


def _units(stage: BareStage) -> Iterator[tuple[str, Scene]]:
    shown = {
        "connected": UNIT,
        "searching": replace(UNIT, link=Link.SEARCHING, text=AnyPico.searching),
        "lost": GONE,
        "starved": STARVED,
        "stuck": replace(UNIT, faults=(Fault(1, "stuck", STUCK),)),
    }
    for name, state in shown.items():
        yield f"unit-{name}-start", StartScene(_with_unit(stage, state)[0])
    other, unit = _with_unit(stage, UNIT)
    people = [Seat(name, colour) for colour, name in enumerate(NAMES[:4])]
    session = opening.begin("hands-down", people, other.unit, other.clock, seed=3, home=other.home)
    scene = TableScene(other, session)

    def later(*notices: UnitNotice) -> None:
        other.clock.at_us += 5_000_000
        unit.news += notices
        scene.pump()

    later()
    yield "unit-connected-table", scene
    for name, gone in (("lost", GONE), ("starved", STARVED)):
        unit.shown = gone
        later(UnitNotice(What.LOST, UNIT.name, other.clock.at_us, gone.text))
        yield f"unit-{name}-table", scene
    unit.shown = UNIT
    later(UnitNotice(What.FOUND, UNIT.name, other.clock.at_us, Sentence("{name} is back.", name=UNIT.name)))
    yield "unit-found-table", scene
    for what in ("stuck", "chatter"):
        unit.shown = replace(UNIT, faults=(Fault(1, what, advice(what, PADDLE)),))
        later(UnitNotice(What.FAULT, UNIT.name, other.clock.at_us, unit.shown.faults[0].text, 1, what))
        yield f"unit-{what}-table", scene
    scene.alarm = ""
    scene.pump()
    yield "unit-chatter-goes-on-table", scene
    session.close()


def crowd(stage: BareStage, game: str) -> Iterator[tuple[str, Scene]]:
    """Yield a table with as many as can play, with the longest names and head starts."""
    players = table_sizes(game)[-1]
    scene, session = table_of(stage, game, players, 11, ())
    session.players.sit(
        [Seat(LONG_NAMES[index], index, "", 300) for index in range(players)], [False] * players
    )
    for number, _ in enumerate(states(stage, scene, 60_000_000)):
        if number == CROWDS_STATE:
            break
    yield f"{game}-crowd", scene


# --- real cards -------------------------------------------------------------------------------------


def paper(stage: BareStage, game: str) -> Iterator[tuple[str, Scene]]:
    """The table of real cards, which shows the slaps alone."""
    plan = plan_of(game).paper
    if not plan:
        return
    stage.clock.at_us = 0
    players = min(4, engine.find(game).SEATS[-1])
    people = [Seat(name, colour) for colour, name in enumerate(NAMES[:players])]
    options = {"paper": True}
    session = opening.begin(game, people, stage.unit, stage.clock, seed=2, options=options, home=stage.home)
    scene = TableScene(stage, session)
    keyboard = stage.unit.keyboard
    assert keyboard is not None
    for name, deed in plan:
        began_us, turn = stage.clock.at_us, session.view(None)["turn"]
        if deed == TOUCH:
            session.play(Event("touch", turn, stage.clock.at_us))
        elif isinstance(deed, str):
            choice = next((c for c in scene.visible_choices(scene.eyes) if c.do == deed), None)
            if choice is None:
                raise UserError(f"the paper table of {game} offers no {deed}")
            session.choose(choice)
        for seat, after_ms in deed if not isinstance(deed, str) else ():
            stage.clock.at_us = began_us + round(after_ms * 1000)
            keyboard.key((turn + seat) % players, True, stage.clock.at_us)
            scene.pump()
        stage.clock.at_us += 1_000_000 if name in ("open", "called") else 3_000_000
        for seat in range(players):
            keyboard.key(seat, False, stage.clock.at_us)
        scene.pump()
        yield f"{game}-paper-{name}", scene
        if deed == TOUCH:
            session.play(Event("release", turn, stage.clock.at_us))
        stage.clock.at_us += 8_000_000
        scene.pump()
    session.close()


# --- moments that no usual game of bots comes to ------------------------------------------------------


def moments(stage: BareStage, game: str) -> Iterator[tuple[str, Scene]]:
    """Yield each staged moment: the game plays until `after` is announced, then the deed is done."""
    plan = plan_of(game)
    for staged in plan.staged:
        players = min(PLAYERS, engine.find(game).SEATS[-1])
        scene, session = table_of(stage, game, players, plan.staged_seed, (0, 1), staged.options)
        for _ in states(stage, scene, LONGEST_US):
            if scene.announcements.saying == staged.after:
                break
        session.keep_still()
        if staged.deed is dispute:
            scene.dispute()  # players ask the window for it; the deed is what the game then does
        for event in staged.deed(session.view(None), stage.clock.at_us):
            stage.clock.at_us = event.t_us
            session.play(event)
            scene.pump()
        for _ in range(staged.steps):
            stage.clock.at_us += LATER_US // LATER_STEPS
            scene.pump()
        yield f"{game}-{staged.name}", scene


def options(stage: BareStage, game: str) -> Iterator[tuple[str, Scene]]:
    face = face_of(game)
    for shown in plan_of(game).options:
        scene, _ = table_of(stage, game, PLAYERS_UNDER_OPTIONS, shown.seed, (0, 1), shown.options)
        for _ in steps(stage, scene, LONGEST_US):
            if shown.after in (scene.announcements.saying, scene.announcements.below):
                break
        yield f"{game}-{shown.name}", scene
    if face.asides:
        scene, _ = table_of(stage, game, PLAYERS_UNDER_OPTIONS, SEED, (0,))
        for _ in states(stage, scene, LONGEST_US):
            aims = [choice for choice in scene.visible_choices(scene.eyes) if choice.do in face.asides]
            if aims:
                scene.session.choose(aims[-1])
                stage.clock.at_us += 1
                scene.pump()
                yield f"{game}-aimed", scene
                return
