"""Checks every exercise of the course with the program that judges them.

usage: PYTHONPATH=Scripts python3 -m course PROGRAM FOLDER     SHORT=1 in the environment leaves out what takes long

An exercise fails in its given form, and its solution passes. Each planted mistake fails, and gets its own message.
Both languages give the same judgement. The judgement reports code that hangs, crashes or does not build. Then a
session in a terminal runs through the course in each language. FOLDER keeps the built files, to shorten the next
run.
"""

import os
import signal
import sys
import time
from pathlib import Path

from course.folder import CourseFolder
from course.hostile import try_hostile_code
from course.session import try_session

short = bool(os.environ.get("SHORT"))
failures = []


def check(holds, sentence):
    if not holds:
        failures.append(sentence)
        print("! " + sentence, flush=True)


def judge(folder, exercise, languages):
    """Returns the program's judgement of the exercise, which must be equal in all of these languages."""
    judgements = [folder.check(exercise, language) for language in languages]
    first = judgements[0]
    for other in judgements[1:]:
        check(other == first, f"{exercise.name}: the languages judge differently: {first} {other}")
    return first


def judge_all(folder, state, languages):
    """The judgements of all exercises in this state."""
    start = time.monotonic()
    folder.lay(state)
    judgements = {exercise.name: judge(folder, exercise, languages) for exercise in folder.exercises}
    print(f"  {state if isinstance(state, str) else f'mistake {state}'}: {time.monotonic() - start:.0f} s", flush=True)
    return judgements


def main():
    # An interrupted run still closes the terminal.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    start = time.monotonic()
    folder = CourseFolder(Path(sys.argv[1]), Path(sys.argv[2]).resolve())
    folder.make()
    both = ["en", "ja"]
    rest = ["en"] if short else both
    given = judge_all(folder, "given", both)
    told = {}
    for exercise in folder.exercises:
        judgement = given[exercise.name]
        check(judgement.is_not_passed, f"{exercise.name}: it is passed as it is given")
        told[exercise.name] = [judgement.message]
        check(len(exercise.mistakes) >= 3, f"{exercise.name}: it has only {len(exercise.mistakes)} planted mistakes")
    numbers = range(1, max(len(exercise.mistakes) for exercise in folder.exercises) + 1)
    for number in [1] if short else numbers:
        judgements = judge_all(folder, number, rest)
        for exercise in folder.exercises:
            if number > len(exercise.mistakes):
                continue
            judgement = judgements[exercise.name]
            check(judgement.is_not_passed, f"{exercise.name}: it is passed with mistake {number}")
            check(
                judgement.message not in told[exercise.name],
                f"{exercise.name}: mistake {number} has the message of another state: {judgement.message}")
            told[exercise.name].append(judgement.message)
    for name, judgement in judge_all(folder, "solution", rest).items():
        check(judgement.is_passed, f"{name}: its solution is not passed: {judgement}")
    if not short:
        for sentence in try_hostile_code(folder):
            check(False, sentence)
    for language in ["en"] if short else both:
        for sentence in try_session(folder, language):
            check(False, f"{language}: {sentence}")
    print(f"{len(folder.exercises)} exercises in {time.monotonic() - start:.0f} s: {len(failures)} failures")
    sys.exit(1 if failures else 0)


main()
