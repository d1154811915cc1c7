"""Support for running the same source compiled and interpreted.

`mypyc_attr(allow_interpreted_subclasses=True)` marks compiled classes that ordinary Python may extend. mypyc recognises
the decorator by its origin. At run time it does nothing, so the library needs no extra package for it.
"""

from importlib import import_module
from typing import TYPE_CHECKING

__all__ = ["is_compiled", "mypyc_attr"]

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr
else:

    def mypyc_attr(**_settings):
        """Return the class unchanged."""
        return lambda decorated: decorated


def is_compiled() -> bool:
    """Check whether this is the compiled library."""
    return not str(import_module("sheepfold.core.playout").__file__).endswith(".py")
