"""viper.py as the type checker is to see it."""

from collections.abc import Callable
from typing import Any, TypeVar

_F = TypeVar("_F", bound=Callable[..., Any])

class micropython:
    @staticmethod
    def viper(function: _F) -> _F: ...

def const(value: int) -> int: ...
def uint(value: int) -> int: ...

ptr8 = Any
ptr32 = Any
