"""What the optional compiled build has to be told about a class; without it this changes nothing."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr as mypyc_attr
else:

    def mypyc_attr(**_):
        """Games from other packages, never compiled, may still be subclasses of a compiled class."""
        return lambda subject: subject
