"""One number for random games of every kind: the same in any process, however the rules were built."""

import hashlib
import json
from random import Random

from slamomatic.engine import GAMES, find
from slamomatic.engine.bots import straight
from slamomatic.engine.setup import Setup


def fingerprint() -> str:
    """A fingerprint of one random game of each kind, including the tiny one."""
    digest = hashlib.sha256()
    for name in (*GAMES, "rules.tiny_game:Tiny"):
        kind = find(name)
        game = kind(Setup(kind.SEATS[-1], 5))
        straight.play(game, Random(5), 1500)
        digest.update(json.dumps(game.to_json()).encode())
    return digest.hexdigest()
