"""KiCad's file format: nested lists. Read and written here, with quoted strings kept apart from words."""

from __future__ import annotations

import re
import uuid
from typing import Any

Node = list[Any]  # a word (str), a quoted Text, or another Node


class Text(str):
    """A string that the file writes in quotes."""


_TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)"|([()])|([^\s()"]+)')


def parse(source: str) -> Node:
    """Return the one expression in a file of KiCad as nested lists; a quoted string becomes a Text."""
    stack: list[Node] = [[]]
    for match in _TOKEN.finditer(source):
        text, bracket, word = match.groups()
        if bracket == "(":
            stack.append([])
        elif bracket == ")":
            done = stack.pop()
            stack[-1].append(done)
        elif word is not None:
            stack[-1].append(word)
        else:
            stack[-1].append(Text(text.replace('\\"', '"').replace("\\\\", "\\")))
    result = stack[0][0]
    assert isinstance(result, list)
    return result


def _atom(item: Any) -> str:
    if isinstance(item, Text):
        return '"' + item.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
    if isinstance(item, float):
        return f"{item:.4f}".rstrip("0").rstrip(".")
    return str(item)


def dump(node: Node, depth: int = 0) -> str:
    """Indented as KiCad does it: atoms on the first line, lists below."""
    pad = "\t" * depth
    head: list[str] = []
    body: list[str] = []
    for item in node:
        if isinstance(item, list):
            body.append(dump(item, depth + 1))
        elif body:
            body.append("\t" * (depth + 1) + _atom(item))
        else:
            head.append(_atom(item))
    if not body:
        return f"{pad}({' '.join(head)})"
    return f"{pad}({' '.join(head)}\n" + "\n".join(body) + f"\n{pad})"


def children(node: Node, name: str) -> list[Node]:
    return [item for item in node if isinstance(item, list) and item and item[0] == name]


def child(node: Node, name: str) -> Node:
    return children(node, name)[0]


_SPACE = uuid.UUID("6b1f0d4e-5c1a-4f57-9a53-5b1a4f6c2a77")


def steady_uuid(name: str) -> Text:
    """The same name always has the same id, so that a new run changes nothing but what was changed."""
    return Text(str(uuid.uuid5(_SPACE, name)))
