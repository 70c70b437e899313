"""Plants faults in a copy of the committed sources, to see whether a check finds them."""

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# A file, the replaced text, and the new text.
Change = tuple[str, str, str]


class Copy:
    """The sources of the newest commit in a separate folder. It keeps its build for the next time."""

    def __init__(self, folder: str, *options: str):
        """Creates the copy. `options` are options of `swift build`."""
        self.folder = ROOT / folder
        self.options = options

    def refresh(self) -> None:
        if not self.folder.exists():
            subprocess.run(["git", "clone", "--quiet", str(ROOT), str(self.folder)], check=True)
        subprocess.run(["git", "fetch", "--quiet", "origin"], cwd=self.folder, check=True)
        head = subprocess.run(
            ["git", "rev-parse", "HEAD"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()
        subprocess.run(["git", "checkout", "--quiet", "--force", head], cwd=self.folder, check=True)

    def run(self, *command: str, **options) -> subprocess.CompletedProcess[str]:
        return subprocess.run(command, cwd=self.folder, capture_output=True, text=True, **options)

    def build(self) -> Path:
        """Returns the program."""
        command = [os.environ.get("SWIFT", "swift"), "build", "--product", "calearning", *self.options]
        result = self.run(*command)
        if result.returncode != 0:
            sys.exit(result.stdout[-3000:] + result.stderr[-3000:])
        return Path(self.run(*command, "--show-bin-path").stdout.strip()) / "calearning"

    @contextlib.contextmanager
    def planted(self, name: str, changes: Iterable[Change]) -> Iterator[None]:
        changed = placed(name, changes, self.folder)
        sources = {file: (self.folder / file).read_text(encoding="utf-8") for file in changed}
        try:
            for file, text in changed.items():
                (self.folder / file).write_text(text, encoding="utf-8")
            yield
        finally:
            for file, text in sources.items():
                (self.folder / file).write_text(text, encoding="utf-8")


def placed(name: str, changes: Iterable[Change], root: Path) -> dict[str, str]:
    """Returns the changed sources, by their files. Each change must have exactly one place."""
    texts: dict[str, str] = {}
    for file, old, new in changes:
        text = texts.get(file) or (root / file).read_text(encoding="utf-8")
        if text.count(old) != 1:
            sys.exit(f"{name}: the place of this fault is there {text.count(old)} times, and not once. Fix the list.")
        texts[file] = text.replace(old, new)
    return texts


def chosen(names: list[str], known: dict[str, Iterable[Change]]) -> list[str]:
    """Returns the named faults, or all of them, after checking that each has its place. `--list` lists them."""
    for name, changes in known.items():
        placed(name, changes, ROOT)
    if names == ["--list"]:
        print("\n".join(known))
        sys.exit()
    if unknown := set(names) - set(known):
        sys.exit(f"There is no fault {', '.join(sorted(unknown))}; --list lists them.")
    return [name for name in known if not names or name in names]
