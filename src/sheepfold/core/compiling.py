"""What concerns compiled and interpreted runs of the same source.

`mypyc_attr(allow_interpreted_subclasses=True)` says which compiled classes ordinary Python may extend. mypyc knows the
decorator by its origin; at run time it does nothing, so the library needs no extra package for it.
"""

from importlib import import_module
from typing import TYPE_CHECKING

__all__ = ["is_compiled", "mypyc_attr"]

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr
else:

    def mypyc_attr(**_settings):
        """Leave the class as it is."""
        return lambda decorated: decorated


def is_compiled() -> bool:
    """Whether this installation runs the compiled library."""
    return not str(import_module("sheepfold.core.playout").__file__).endswith(".py")
