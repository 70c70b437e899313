"""The copy of the working tree in which mutants are built and run, or the tree itself."""

import fcntl
import os
import re
import resource
import shutil
import signal
import subprocess
import time
from pathlib import Path

from .report import Verdict
from .source import Mutant

BUILD_SECONDS = 1800
# Of all specs together, and without the end of one.
SPECS_SECONDS = 60
SPEC_SECONDS = 30
PAGE_SECONDS = 30
MEMORY = 8 << 30
"""For a mutant that goes round and collects what it passes."""


class Unsound(Exception):
    """Mutants cannot be judged under these conditions."""


class Workshop:
    def __init__(self, root: Path, folder: Path) -> None:
        self.root = root
        self.folder = folder
        self.swift = os.environ.get("SWIFT", "swift")
        self.specs = 0

    def __enter__(self) -> "Workshop":
        self.folder.mkdir(exist_ok=True)
        (self.folder / ".build").mkdir(exist_ok=True)
        self.lock = (self.folder / ".build/mutants.lock").open("w")
        try:
            fcntl.flock(self.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Unsound(f"{self.folder} is in use by another run.") from None
        if self.folder != self.root:
            self._copy()
        return self

    def __exit__(self, *_: object) -> None:
        self.lock.close()

    def check_unchanged(self) -> str:
        """Builds the unchanged code, with which its specs and pages must agree. Returns a summary."""
        print("Building the code as it is…", flush=True)
        built, output = self._build()
        if not built:
            raise Unsound(f"the code does not compile as it is:\n{output[-3000:]}")
        outcome, output, self.specs = self._run_specs()
        if outcome != "passed" or self.specs == 0:
            raise Unsound(f"the specs of the use cases do not pass as they are ({outcome}):\n{output[-3000:]}")
        unrun = [suite for suite in self._suites() if suite not in output]
        if unrun:
            raise Unsound(f"suites of specs were not run: {', '.join(unrun)}.")
        self.page_names = self._page_names()
        stale = self._changed_pages()
        if stale:
            raise Unsound(f"pages are stale as they are: {', '.join(stale)}: `make specification`.")
        return f"{self.specs} specs pass, and {len(self.page_names)} pages are what the use cases do."

    def judge(self, mutant: Mutant) -> Verdict:
        start = time.monotonic()
        file = self.folder / mutant.source.path
        file.write_text(mutant.text, encoding="utf-8")
        try:
            compiled, _ = self._build()
            specs = self._outcome_of_specs() if compiled else "not run"
            pages = self._changed_pages() if compiled else ()
        finally:
            file.write_text(mutant.source.text, encoding="utf-8")
        return Verdict(compiled, specs, pages, time.monotonic() - start)

    def _copy(self) -> None:
        """Copies the files that git tracks or would track, as they are in the working tree, and the resolved versions of packages.

        Unchanged files keep their date.
        """
        listing = subprocess.run(
            ["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=self.root, check=True, capture_output=True)
        listed = [*os.fsdecode(listing.stdout).split("\0"), "Package.resolved"]
        names = {name for name in listed if name and (self.root / name).is_file()}
        for folder, folders, files in os.walk(self.folder):
            if Path(folder) == self.folder:
                folders[:] = [name for name in folders if name != ".build"]
            for file in (Path(folder) / name for name in files):
                if str(file.relative_to(self.folder)) not in names | {"Package.resolved"}:
                    file.unlink()
        for name in sorted(names):
            source, copy = self.root / name, self.folder / name
            if not copy.is_file() or copy.read_bytes() != source.read_bytes():
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(source, copy)

    def _build(self) -> tuple[bool, str]:
        status, output = self._run([self.swift, "build", "--build-tests"], BUILD_SECONDS)
        if status is None:
            raise Unsound(f"the build took longer than {BUILD_SECONDS} s.")
        return status == 0, output

    def _run_specs(self) -> tuple[str, str, int]:
        """Returns the outcome, the output, and the number of specs."""
        watch = ["env", f"SPEC_SECONDS={SPEC_SECONDS}", "python3", "Scripts/watch_specs.py"]
        command = [*watch, self.swift, "test", "--skip-build", "--filter", self._filter()]
        status, output = self._run(command, SPECS_SECONDS, memory=MEMORY)
        end = re.search(r"Test run with (\d+) tests?\b.* (passed|failed)", output)
        count = int(end[1]) if end else 0
        if status is None:
            return f"no end in {SPECS_SECONDS} s", output, count
        if hanging := re.findall(r"^✘ Over time: .*?: (.+)$", output, re.MULTILINE):
            return f"no end of {hanging[0]}", output, count
        if status == 0 and end and end[2] == "passed":
            if count < self.specs:
                raise Unsound(f"{count} specs ran instead of {self.specs}.")
            return "passed", output, count
        failed = len(re.findall(r"✘ Test (?!run |case ).+? failed after", output))
        return f"{failed} failed" if end else "crashed", output, count

    def _outcome_of_specs(self) -> str:
        """A crash counts only if it happens twice, because a single one may be a fault of the test runner."""
        outcome = self._run_specs()[0]
        return self._run_specs()[0] if outcome == "crashed" else outcome

    def _filter(self) -> str:
        return rf"^CalearningTests\.`?({'|'.join(map(re.escape, self._suites()))})`?/"

    def _suites(self) -> list[str]:
        """The names of all suites in Tests/CalearningTests/Usecases."""
        pattern = re.compile(r"^(?:@MainActor )?@Suite(?:\(.*\))? struct `?([^`{]+?)`? \{", re.MULTILINE)
        files = sorted((self.folder / "Tests/CalearningTests/Usecases").rglob("*.swift"))
        suites = [suite for file in files for suite in pattern.findall(file.read_text("utf-8"))]
        if not suites:
            raise Unsound("there are no specs of use cases.")
        return suites

    def _page_names(self) -> list[str | None]:
        """The use cases of the catalogue; `None` stands for the index."""
        status, output = self._calearning([])
        names = [line.split()[0] for line in output.splitlines()[1:] if line.strip()]
        if status != 0 or not names:
            raise Unsound(f"`calearning usecases` does not list the use cases:\n{output}")
        return [None, *names]

    def _changed_pages(self) -> tuple[str, ...]:
        changed: list[str] = []
        for name in self.page_names:
            status, page = self._calearning([*([name] if name else []), "--format", "markdown", "--language", "ja"])
            file = self.folder / "docs/usecases" / f"{name or 'README'}.md"
            if status is None:
                changed.append(f"{file.name} (no end in {PAGE_SECONDS} s)")
            elif not file.is_file() or page.encode() != file.read_bytes():
                changed.append(file.name)
        return tuple(changed)

    def _calearning(self, arguments: list[str]) -> tuple[int | None, str]:
        program = self.folder / ".build/debug/calearning"
        return self._run([str(program), "usecases", *arguments], PAGE_SECONDS, MEMORY, errors=subprocess.DEVNULL)

    def _run(
        self, command: list[str], seconds: float, memory: int | None = None, errors: int = subprocess.STDOUT
    ) -> tuple[int | None, str]:
        """Returns the exit status, or `None` if the command had to be ended, and the output. No process that it started is left."""
        def limit() -> None:
            # Python ignores SIGINT if it was started in the background, and so would the processes that it starts.
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            if memory:
                resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))

        process = subprocess.Popen(
            command, cwd=self.folder, stdout=subprocess.PIPE, stderr=errors, text=True, encoding="utf-8",
            errors="replace", start_new_session=True, preexec_fn=limit)
        try:
            output, _ = process.communicate(timeout=seconds)
            return process.returncode, output
        except subprocess.TimeoutExpired:
            end_group(process)
            return None, ""
        except BaseException:
            end_group(process)
            raise


def end_group(process: subprocess.Popen[str]) -> None:
    """Scripts/watch_specs.py ends the specs, which are in a process group of their own, if it is interrupted, but not if it is killed."""
    for number in (signal.SIGINT, signal.SIGKILL):
        try:
            os.killpg(process.pid, number)
            process.wait(timeout=15)
        except (ProcessLookupError, subprocess.TimeoutExpired):
            pass
