"""Start a worker that runs the library interpreted, although compiled modules are next to the sources.

This is run as a file: importing it as a module would already import the compiled library.
"""

import runpy
import sys
from importlib.machinery import (
    EXTENSION_SUFFIXES,
    SOURCE_SUFFIXES,
    ExtensionFileLoader,
    FileFinder,
    SourceFileLoader,
)

sys.path.pop(0)
sys.path_hooks.insert(
    0, FileFinder.path_hook((SourceFileLoader, SOURCE_SUFFIXES), (ExtensionFileLoader, EXTENSION_SUFFIXES))
)
sys.path_importer_cache.clear()
runpy.run_module("sheepfold.bench.worker", run_name="__main__", alter_sys=True)
