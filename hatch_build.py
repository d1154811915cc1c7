"""The build hook: adds the browser client to the package and, on request, compiles the library."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from pathspec import GitIgnoreSpec

COMPILE = os.environ.get("SHEEPFOLD_COMPILE") == "1"
"""Set by `make compile`; without it the package is pure Python."""
CLIENT_SOURCES = ("index.html", "package.json", "package-lock.json", "vite.config.ts", "src", "public")


class CustomBuildHook(BuildHookInterface[Any]):
    def dependencies(self) -> list[str]:
        if not COMPILE:
            return []
        # mypyc reads the types of everything the compiled modules import.
        extras = self.metadata.core.optional_dependencies
        return ["mypy[mypyc]", "setuptools", *self.metadata.core.dependencies, *extras["server"], *extras["postgres"]]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        if not COMPILE:  # compiling must not require npm
            build_client(Path(self.root))
        elif self.target_name == "wheel":
            compile_library(modules(self.config["include"], self.config["exclude"]))
            build_data["pure_python"] = False
            build_data["infer_tag"] = True
            build_data["artifacts"] += ["*.so", "*.pyd"]

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the compiled files, which would shadow the sources."""
        if COMPILE:
            for file in [*Path("src").rglob("*.so"), *Path("src").rglob("*.pyd")]:
                file.unlink()


def build_client(root: Path) -> None:
    """Build the browser client if its sources are here and newer than the last build.

    Without npm the package has no client: the library does not need it, and `sheepfold serve` says that it is missing.
    """
    sources, built = root / "web", root / "src" / "sheepfold" / "web" / "index.html"
    npm = shutil.which("npm")
    if npm is None or not sources.is_dir() or (built.exists() and newest(sources) <= built.stat().st_mtime):
        return
    if not (sources / "node_modules").is_dir():
        run_npm(npm, sources, "install", "--omit=dev", "--no-save", "--no-audit", "--no-fund", "--loglevel=error")
    run_npm(npm, sources, "run", "--silent", "build")


def newest(folder: Path) -> float:
    """The time of the last change to the sources of the browser client."""
    files = [file for name in CLIENT_SOURCES for file in [folder / name, *(folder / name).rglob("*")]]
    return max(file.stat().st_mtime for file in files if file.is_file())


def run_npm(npm: str, folder: Path, *arguments: str) -> None:
    done = subprocess.run([npm, *arguments], cwd=folder, check=False)  # noqa: S603
    if done.returncode:
        raise SystemExit(
            f"Building the browser client failed at `npm {' '.join(arguments)}`. "
            "Set HATCH_BUILD_NO_HOOKS=true to install without it."
        )


def modules(include: list[str], exclude: list[str]) -> list[str]:
    """The files to compile."""
    included, excluded = GitIgnoreSpec.from_lines(include), GitIgnoreSpec.from_lines(exclude)
    files = sorted(file.as_posix() for file in Path("src").rglob("*.py"))
    return [file for file in files if included.match_file(file) and not excluded.match_file(file)]


def compile_library(files: list[str]) -> None:
    """Compile with mypyc, next to the sources. Each group is a separate C file, so that they compile in parallel."""
    # Only installed when compiling.
    from mypyc.build import mypycify  # noqa: PLC0415
    from setuptools import Distribution  # noqa: PLC0415
    from setuptools.command.build_ext import build_ext  # noqa: PLC0415

    groups: dict[str, list[str]] = {}
    for file in files:
        groups.setdefault(group_of(Path(file)), []).append(file)
    with TemporaryDirectory() as folder:
        extensions = mypycify(
            ["--config-file=", f"--cache-dir={folder}/mypy", *files],
            separate=[(members, name) for name, members in groups.items()],
            opt_level="3",
            debug_level="0",
            target_dir=folder,
        )
        for extension in extensions:
            members = groups.get(extension.name.removesuffix("__mypyc"), [])
            for source in extension.sources if members else []:
                add_docstrings(Path(source), docstrings(members))
        # Largest first, so that the slowest one does not start last.
        extensions.sort(key=lambda extension: -sum(Path(source).stat().st_size for source in extension.sources))
        command = build_ext(Distribution({"name": "sheepfold", "package_dir": {"": "src"}, "ext_modules": extensions}))
        command.inplace = True
        command.parallel = os.cpu_count()
        command.build_lib = command.build_temp = folder
        command.ensure_finalized()
        command.run()


def group_of(file: Path) -> str:
    """A game is grouped with its bot, everything else by folder. Calls within a group are the fastest."""
    package = file.parent.relative_to("src")
    game = package.name if package.parent.name == "games" else file.stem
    if Path("src/sheepfold/games", game).is_dir():
        return f"sheepfold.games.{game}"
    return "sheepfold.server" if "server" in package.parts else "sheepfold.core"


def docstrings(files: list[str]) -> dict[str, str]:
    """The docstrings of a group: modules by Python name, the rest by C name, for which mypyc shortens module paths."""
    found: dict[str, str] = {}
    for file in files:
        tree = ast.parse(Path(file).read_text(encoding="utf-8"))
        module = Path(file).with_suffix("").parts[1:]
        found[".".join(module)] = ast.get_docstring(tree) or ""
        for node in tree.body:
            for path in [[node], *([node, member] for member in getattr(node, "body", []))]:
                names = [part.name for part in path if isinstance(part, (ast.ClassDef, ast.FunctionDef))]
                if len(names) == len(path) and (text := ast.get_docstring(path[-1])):
                    found |= {"___".join([*module[start:], *names]): text for start in range(len(module))}
    return found


def add_docstrings(source: Path, texts: dict[str, str]) -> None:
    """Restore the docstrings that mypyc drops: after the signatures of functions and classes, and in modules."""
    # NULL if a default value cannot be written in C, such as another constant.
    signature = r'PyDoc_STR\((?:NULL|"(?:[^"\\]|\\.)*")'
    places = (
        rf'(?P<before>\(PyCFunction\)CPyPy_(?P<name>\w+),[^"{{}}]*{signature})',
        rf"(?P<before>CPyType_(?P<name>\w+)_template_ = \{{[^}}]*?{signature})",
        r'(?P<before>PyModuleDef_HEAD_INIT,\s*"(?P<name>[\w.]+)",\s*)NULL',
    )

    def complete(found: re.Match[str]) -> str:
        text = texts.get(found["name"], "")
        before = found["before"].removesuffix("NULL")
        return f"{before} {json.dumps(text, ensure_ascii=False)}" if text else found[0]

    code = source.read_text(encoding="utf-8")
    for place in places:
        code = re.sub(place, complete, code)
    source.write_text(code, encoding="utf-8")
