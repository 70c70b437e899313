"""Hostile code for a use case."""

import time

EXERCISE = 3
FILE = "Sources/Application/ReturnBook.swift"
SCENE = "case .basic(.アプリは延滞の記録がないかを調べる):\n"
# The code of the scene, and the expected text of the judgement. A run has 20 seconds, and each case has two runs.
CASES = {
    "a loop without end": ("while dependencies.clock.uptime >= .zero {}", "timedOut"),
    "output without end": ('while dependencies.clock.uptime >= .zero { print("again and again") }', "tooMuchOutput"),
    "a crash": ("let nobody: ReaderName? = nil\n            _ = nobody!.rawValue", "crashed"),
    "scenes without end": ("return .basic(.アプリは延滞の記録がないかを調べる)", "finding"),
    "what does not compile": ("this is no Swift", "error: "),
}
LIMIT = 60


def try_hostile_code(folder):
    """Returns the faults as sentences."""
    exercise = folder.exercises[EXERCISE - 1]
    folder.lay("solution")
    path = folder.path / FILE
    solution = path.read_text()
    for name, (code, expected) in CASES.items():
        path.write_text(solution.replace(SCENE, SCENE + "            " + code + "\n"))
        start = time.monotonic()
        judgement = folder.check(exercise, "en")
        seconds = time.monotonic() - start
        print(f"  {name}: {seconds:.0f} s", flush=True)
        if judgement.status != 1 or expected not in judgement.message:
            yield f"{name} is judged as {judgement}"
        if seconds > LIMIT:
            yield f"{name} takes {seconds:.0f} seconds"
    path.write_text(solution)
