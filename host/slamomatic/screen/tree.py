"""The window as a screen reader finds it: its words and buttons as a tree, through AT-SPI on Linux.

What is in the tree is what the scene would say aloud, so no hidden card is in it. The tree is made only once
a screen reader asks for it. On Windows and macOS there is none yet: there the table speaks by itself.
"""

from __future__ import annotations

import queue
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from slamomatic.kit.easel import Box, Easel, Target
from slamomatic.speech.voice import has_desktop_bus

if TYPE_CHECKING:
    from slamomatic.screen.scene import Scene

ROOT = 0


@dataclass(frozen=True, slots=True)
class Item:
    """One node of the tree: words, or a button if `press` is given."""

    name: str  # the same thing has the same name in the next picture
    words: str
    box: Box
    press: Callable[[], None] | None = None
    come: Callable[[], None] | None = None  # moves the cursor there


def items_of(scene: Scene, picture: Easel) -> tuple[Sequence[Item], str]:
    """Return the nodes of a scene, and the name of the one with the focus."""
    heard = scene.aloud(picture)
    whole = picture.frame.box
    items = [Item(f"words/{n}", line.words, whole) for n, line in enumerate(heard.stands)]
    buttons = list(_buttons(scene, picture))
    if heard.at and not any(button.words == heard.at for button in buttons):
        # A choice of the game, which Enter makes.
        return [*items, Item("choice", heard.at, whole, lambda: scene.key("confirm")), *buttons], "choice"
    at = min(scene.cursor, len(buttons) - 1)
    return [*items, *buttons], buttons[at].name if buttons else ""


def _buttons(scene: Scene, picture: Easel) -> Iterator[Item]:
    for number, (target, words) in enumerate(scene.open_buttons(picture)):

        def press(target: Target = target) -> None:
            scene.wish(target.wish)

        def come(number: int = number) -> None:
            scene.cursor = number

        yield Item(target.name or f"target/{number}", words, target.box, press, come)


class WindowTree:
    """Hands the tree of the scene that is shown to whoever asks for it, and takes their wishes."""

    def __init__(self, kit: Any, title: str) -> None:
        """`kit`: the module accesskit."""
        self._kit, self._title = kit, title
        self._shown: tuple[Sequence[Item], str] = (), ""
        self._numbers: dict[str, int] = {}  # the number of each node, by its name
        self._asked: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._active = False
        self._adapter = kit.unix.Adapter(self._activate, self._asked.put, self._deactivate)

    def show(self, scene: Scene, picture: Easel) -> None:
        """Bring the tree up to date with the picture that is shown."""
        if not self._active:
            return
        shown = items_of(scene, picture)
        if _told(shown) != _told(self._shown):
            self._shown = shown
            self._adapter.update_if_active(self._update)

    def focus(self, on: bool) -> None:
        """Note whether the window has the focus of the desktop."""
        self._adapter.update_window_focus_state(on)

    def take_wishes(self) -> list[Callable[[], None]]:
        """Return what a screen reader has asked for since the last call: presses, and moves of the cursor."""
        wishes: list[Callable[[], None]] = []
        while not self._asked.empty():
            request = self._asked.get()
            item = next((i for i in self._shown[0] if self._numbers.get(i.name) == request.target), None)
            press = request.action == self._kit.Action.CLICK
            wish = None if item is None else item.press if press else item.come
            if wish is not None:
                wishes.append(wish)
        return wishes

    def _activate(self) -> Any:
        """Return an empty tree, which the next frame fills: another thread asks for a screen reader."""
        self._active, self._shown = True, ((), "")
        return self._update()

    def _deactivate(self) -> None:
        self._active = False

    def _update(self) -> Any:
        kit, (items, focus) = self._kit, self._shown
        root = kit.Node(kit.Role.WINDOW)
        root.set_label(self._title)
        nodes = []
        for item in items:
            node = kit.Node(kit.Role.LABEL if item.press is None else kit.Role.BUTTON)
            box = item.box
            node.set_bounds(kit.Rect(float(box.x), float(box.y), float(box.right), float(box.bottom)))
            if item.press is None:
                node.set_value(item.words)
                node.set_live(kit.Live.POLITE)
            else:
                node.set_label(item.words)
                node.add_action(kit.Action.CLICK)
            if item.come is not None:
                node.add_action(kit.Action.FOCUS)
            nodes.append((self._numbers.setdefault(item.name, len(self._numbers) + 1), node))
        root.set_children([number for number, _ in nodes])
        update = kit.TreeUpdate(self._numbers.get(focus, ROOT))
        update.tree = kit.Tree(ROOT)
        update.nodes.append((ROOT, root))
        update.nodes.extend(nodes)
        return update


def _told(shown: tuple[Sequence[Item], str]) -> object:
    """Return what a screen reader can tell of these items."""
    items, focus = shown
    return [(item.name, item.words, item.box) for item in items], focus


def tree_of_window(title: str) -> WindowTree | None:
    """Return the tree of this window; None where accesskit is not installed, or nobody has tried it."""
    if not sys.platform.startswith("linux") or not has_desktop_bus():
        return None
    try:
        import accesskit
    except ImportError:
        return None
    return WindowTree(accesskit, title)
