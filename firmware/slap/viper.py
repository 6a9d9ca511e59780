"""Lets one source run twice: as viper on the unit, as plain Python on CPython.

On MicroPython the compiler knows the words of viper and `micropython.viper` by name. On CPython this file
stands in for them.
"""

try:
    import micropython
    from micropython import const

    ptr8 = ptr32 = uint = int
except ImportError:
    from array import array

    class micropython:
        """Stands in for the module: its decorator changes nothing."""

        @staticmethod
        def viper(function):
            return function

    def const(value: int) -> int:
        return value

    ptr8 = bytearray
    ptr32 = array

    def uint(value: int) -> int:
        return value & 0xFFFFFFFF
