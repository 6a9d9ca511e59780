"""The way through the gallery: which scenes and states are drawn, and the sheet of them all."""

import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pygame

from slamomatic import engine
from slamomatic.gallery import rooms
from slamomatic.gallery.plans import plan_of
from slamomatic.gallery.tables import LONGEST_US, NAMES, PosedSession, states, table_of
from slamomatic.kit.motion import FLIGHT_US
from slamomatic.phone.phones import Squares
from slamomatic.preferences import table_sizes
from slamomatic.screen.next_key import HOLD
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scene import Scene
from slamomatic.screen.scenes.codes import CodesScene
from slamomatic.screen.scenes.help import HelpScene, pages
from slamomatic.screen.scenes.history import HistoryScene
from slamomatic.screen.scenes.lateness import LatenessScene
from slamomatic.screen.scenes.result import ResultScene
from slamomatic.screen.scenes.settings import SettingsScene, UnitsScene
from slamomatic.screen.scenes.start import StartScene
from slamomatic.screen.scenes.table import TableScene
from slamomatic.screen.scenes.table_pause import LeaveQuestion, Menu, UndoQuestion
from slamomatic.screen.scenes.table_photo import Photo, show
from slamomatic.screen.scenes.tapping import Tapping
from slamomatic.store.history import Match, SeatResult, open_history
from slamomatic.units.ports import FoundPort

FIRST = next(iter(engine.GAMES))  # shows what all games share
MIDWAY_US = 120_000
THUMB = (480, 270)
COLUMNS = 6


def tour(out: Path, names: Sequence[str], size: tuple[int, int], reduced: bool) -> Iterator[Path]:
    """Draw everything; yields each picture's file."""
    pygame.font.init()
    ending = f"{size[0]}x{size[1]}" + ("-still" if reduced else "")
    with tempfile.TemporaryDirectory() as folder:
        stage = BareStage(Path(folder), reduced)
        for name, scene in scenes(stage, names):
            if not isinstance(scene, TableScene):
                stage.motion.forget()
            path = out / f"{name}-{ending}.png"
            pygame.image.save(_picture(stage, scene, size), path)
            yield path


def _picture(stage: BareStage, scene: Scene, size: tuple[int, int]) -> pygame.Surface:
    """Show moving things on their way: at the first moment they would still stand where they were."""
    surface = stage.surface(scene, size)
    if stage.motion.moving:
        stage.clock.at_us += MIDWAY_US
        surface = stage.surface(scene, size)
        stage.clock.at_us -= MIDWAY_US
    return surface


def scenes(stage: BareStage, names: Sequence[str]) -> Iterator[tuple[str, Scene]]:
    """Yield every scene to draw: menus, the help pages and all states of each game, each with its name."""
    yield from menus(stage)
    yield from of_games(stage, names)


def of_games(stage: BareStage, names: Sequence[str]) -> Iterator[tuple[str, Scene]]:
    """Yield the help pages and all states of each game."""
    for game in names:
        for page in range(len(pages(game, stage.prefs))):
            scene = HelpScene(stage, game, StartScene(stage))
            scene.page = page
            yield f"help-{game}-{page + 1}", scene
        yield from _games(stage, game)


def menus(stage: BareStage) -> Iterator[tuple[str, Scene]]:
    """Yield the scenes outside a game, in the states that differ."""
    start = StartScene(stage)
    yield "start", start
    yield "history-empty", HistoryScene(stage, start)
    _fill_history(stage)
    history = HistoryScene(stage, start)
    history.enter()
    yield "history", history
    units = UnitsScene(stage, start)
    yield "units", units
    units.ports = [FoundPort(f"/dev/ttyACM{number}", f"e6614103e72a5b{number}") for number in range(4)]
    yield "units-found", units
    settings = SettingsScene(stage, start)
    yield "settings", settings
    settings.waiting = "next"
    yield "settings-key", settings
    late = LatenessScene(stage, settings)
    yield "settings-late", late
    late.tapping = Tapping(stage.clock())
    yield "settings-late-flash", late
    for game in engine.GAMES:
        stage.prefs = replace(stage.prefs, game=game, players=table_sizes(game)[-1])
        scene = StartScene(stage)
        scene.down = {0, 2}
        scene.naming = 1
        yield f"start-{game}", scene
    stage.prefs = replace(stage.prefs, game=FIRST, players=4)
    yield from rooms.rooms(stage)


def _fill_history(stage: BareStage) -> None:
    """Put five made-up matches into the history."""
    with open_history(stage.home) as history:
        for number in range(5):
            seats = []
            for index, name in enumerate(NAMES[:4]):
                times_us = tuple(range(260_000, 460_000, 17_000 + 900 * index))
                seats.append(SeatResult(name, index == 3, 8 - index, index == number % 3, times_us))
            game, ended_at = list(engine.GAMES)[number % 5], 1_760_000_000.0 + 90_000 * number
            history.add(Match(f"{number}.journal", game, ended_at, 12.0, "pico", tuple(seats)))


def _games(stage: BareStage, game: str) -> Iterator[tuple[str, Scene]]:
    """Yield the states of one game: for a whole room, and for one person who is taught the game.

    Now and then also a look at a hand, and the curtain before it; then the end, and the staged moments.
    """
    sizes = table_sizes(game)
    known, seeds = stage.prefs, plan_of(game).seeds
    for eyes, players, people in (("room", sizes[-1], tuple(range(sizes[-1]))), ("own", sizes[0], (0,))):
        # The room knows the game and reads what happened; the one at the own screen is taught it.
        stage.prefs = known.with_explained(game) if eyes == "room" else known
        seen: set[tuple[str, str]] = set()
        number = 0
        for seed in seeds:
            scene, session = table_of(stage, game, players, seed, people)
            for state in states(stage, scene, LONGEST_US, seen):
                name = f"{game}-{eyes}-{number:02d}-{state}"
                yield name, scene
                yield from _choices(stage, scene, name, seen)
                if eyes == "room" and number % 6 == 3:
                    yield from _looks(stage, scene, game, number)
                    yield from _behind_the_curtain(stage, scene, seed, f"{game}-look-{number:02d}")
                number += 1
            if seed == seeds[0]:
                yield from _ends(stage, scene, session, f"{game}-{eyes}")
    stage.prefs = known.with_explained(game)
    yield from rooms.moments(stage, game)
    yield from rooms.crowd(stage, game)
    yield from rooms.paper(stage, game)
    stage.prefs = known
    yield from rooms.options(stage, game)


def _choices(
    stage: BareStage, scene: TableScene, name: str, seen: set[tuple[str, str]]
) -> Iterator[tuple[str, Scene]]:
    """The cursor on every kind of choice once, with pieces picked, and a choice that can be taken back."""
    chooser = scene.chooser
    for index, entry in enumerate(chooser.ring()):
        kind = ("choice", f"{entry.do} {sorted(entry.data)}")
        if kind in seen:
            continue
        seen.add(kind)
        chooser.walk(index - chooser.ring_at())
        yield f"{name}-{entry.do}", scene
        if entry.do == chooser.picked_in_pieces:
            for piece in chooser.pieces[1:3]:
                chooser.toggle(piece)
            yield f"{name}-{entry.do}-picked", scene
            chooser.marked = []
    if len(chooser.ring()) > 1 and ("choice", "pending") not in seen:
        seen.add(("choice", "pending"))
        chooser.walk(1 - chooser.ring_at())
        scene.play.pending = chooser.ring()[1], stage.clock.at_us
        yield f"{name}-pending", scene
        scene.play.pending = None
    chooser.walk(-chooser.ring_at())


def _pretended_code(seat: int) -> Squares:
    """The look of a code without a server behind it."""
    return tuple(tuple(_dark(x, y, seat) for x in range(-4, 33)) for y in range(-4, 33))


def _dark(x: int, y: int, seat: int) -> bool:
    """Return whether a square of a made-up QR code is dark: three corner rings, and a pattern by seat."""
    if not (0 <= x < 29 and 0 <= y < 29):
        return False  # the quiet edge
    for left, top in ((0, 0), (22, 0), (0, 22)):
        ring = max(abs(x - left - 3), abs(y - top - 3))
        if ring <= 4:
            return ring in (0, 1, 3)
    return (x * 7 + y * 13 + x * y * (seat + 3)) % 11 < 5


def _behind_the_curtain(
    stage: BareStage, scene: TableScene, seed: int, name: str
) -> Iterator[tuple[str, Scene]]:
    """Show this moment with a key held, in a copy, so that the game goes on undisturbed."""
    now_us, session = stage.clock.at_us, scene.session
    twin, _ = table_of(stage, session.name, len(session.seats), seed, tuple(session.people))
    for _ in states(stage, twin, now_us):
        pass
    twin.gesture(HOLD)
    if twin.looking is not None:
        stage.clock.at_us += 10_000
        twin.pump()
        yield name, twin
    stage.clock.at_us = now_us
    stage.motion.forget()


def _looks(stage: BareStage, scene: TableScene, game: str, number: int) -> Iterator[tuple[str, Scene]]:
    """Show this moment paused, and as a photo finish."""
    last = scene.session.played.photographer.last
    if last is not None and last.over:
        show(scene)
    if isinstance(scene.mode, Photo):
        stage.clock.at_us += 2_000_000
        yield f"{game}-photo-{number:02d}", scene
        stage.clock.at_us -= 2_000_000
        scene.drop(scene.mode)
    if number == 3 and game == FIRST:
        codes = CodesScene(stage, scene.session, _pretended_code, scene)
        yield f"{game}-codes", codes
        codes.open = 0
        yield f"{game}-code", codes
    if number == 3:
        stage.motion.forget()  # nothing flies over a menu
        scene.pause()
        yield f"{game}-pause", scene
        assert isinstance(scene.mode, Menu)
        scene.push(UndoQuestion(scene))
        yield f"{game}-undo", scene
        scene.key("pause")
        scene.push(LeaveQuestion(scene, scene.session.people[0], scene.mode))
        yield f"{game}-goes", scene
        scene.key("pause")
        scene.key("pause")
        yield f"{game}-counting", scene
        scene.key("confirm")


def _ends(
    stage: BareStage, scene: TableScene, session: PosedSession, name: str
) -> Iterator[tuple[str, Scene]]:
    if session.over:
        stage.clock.at_us += FLIGHT_US  # the last card has landed
        scene.pump()
        yield f"{name}-over", scene
        yield f"{name}-result", ResultScene(stage, session.outcome())


def contact_sheet(out: Path, pictures: Sequence[Path]) -> Path:
    """Draw all pictures small, on one sheet."""
    rows = -(-len(pictures) // COLUMNS)
    sheet = pygame.Surface((COLUMNS * THUMB[0], rows * THUMB[1]))
    for index, path in enumerate(pictures):
        picture = pygame.transform.smoothscale(pygame.image.load(str(path)), THUMB)
        sheet.blit(picture, (index % COLUMNS * THUMB[0], index // COLUMNS * THUMB[1]))
    path = out / "sheet.png"
    pygame.image.save(sheet, str(path))
    return path
