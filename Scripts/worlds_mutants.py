#!/usr/bin/env python3
"""Plants faults, one at a time, in a copy of the committed sources, and checks that `calearning worlds` finds each of them.

usage: worlds_mutants.py [NAME …]     all of them if none is named; --list lists them
"""
import json
import os
import pathlib
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
COPY = ROOT / ".build-worlds"

APPLICATION = "Sources/Domain/Specific/Models/Application.swift"
MEMBERSHIP = "Sources/Domain/Specific/Models/Membership.swift"
REGISTRAR = "Sources/Domain/Specific/Services/Registrar.swift"
DEVICES = "Sources/Infrastructure/Specific/DeviceRegistries/InMemoryDeviceRegistry.swift"
ACCOUNTS = "Sources/Infrastructure/Specific/AccountRegistries/InMemoryAccountRegistry.swift"
EMBEDDED = "Sources/Application/Specific/Embedded/EmbeddedBackend.swift"
KEEPER = "Sources/Domain/Specific/Services/AccountKeeper.swift"
OPEN_SESSION = "Sources/Application/Specific/Usecases/OpenSession.swift"

# name, file, what is replaced, by what, the arguments of `worlds`, the promise that has to break
MUTANTS = [
    ("udid-saved-blindly", APPLICATION,
     "let stored = try await dependencies.dataStore.get(memory.udid, orSave: udid.rawValue)\n",
     "try await dependencies.dataStore.save(memory.udid.with(udid.rawValue))\n        let stored = udid.rawValue\n",
     "Boot Reset --runs 2 --faults 0 --crashes 0 --depth 0", "UdidStays"),
    ("key-saved-blindly", APPLICATION,
     "return try await dependencies.dataStore.get(memory.installationKey, orSave: candidate)",
     "try await dependencies.dataStore.save(memory.installationKey.with(candidate))\n        return candidate",
     "Boot --faults 0 --crashes 0 --depth 0", "OneKeyOneUdid"),
    ("journal-kept-by-reset", APPLICATION,
     "            try await dependencies.dataStore.delete(key)\n        }\n        try await dependencies.journal.discard()\n",
     "            try await dependencies.dataStore.delete(key)\n        }\n",
     "Boot Reset --faults 0 --depth 0", "UdidStays"),
    ("tutorial-not-recorded", APPLICATION,
     "try await dependencies.dataStore.save(memory.hasCompletedTutorial.with(true))",
     "try await dependencies.dataStore.save(memory.hasCompletedTutorial.with(false))",
     "CompleteTutorial Boot --actors 1 --faults 0 --crashes 0", "TutorialStaysCompleted"),
    ("tutorial-forgotten-by-login", MEMBERSHIP,
     "try await dependencies.dataStore.delete(memory.signUp)\n    }",
     "try await dependencies.dataStore.delete(memory.hasCompletedTutorial)\n    }",
     "CompleteTutorial SignUp --faults 0 --crashes 0", "TutorialStaysCompleted"),
    ("record-without-uniqueness", DEVICES,
     "        if let known = recorded[registration.key] { return known }\n", "",
     "Boot --faults 0 --crashes 0 --depth 0", "OneKeyOneUdid"),
    ("answered-without-record", REGISTRAR,
     "let recorded = try await registry.record(candidate)", "let recorded = candidate",
     "Boot --actors 1 --faults 0 --crashes 0 --depth 0", "AnswersAreKept"),
    ("answered-with-the-candidate", REGISTRAR,
     "? .issued(recorded.udid) : Self.outcome(of: recorded, for: kind)", "? .issued(recorded.udid) : .known(candidate.udid)",
     "Boot --faults 0 --crashes 0 --depth 0", "OneKeyOneUdid"),
    ("key-not-sent", EMBEDDED,
     "RegisterDevice.initial(kind: .terminal, key: installation)", "RegisterDevice.initial(kind: .terminal, key: nil)",
     "Boot --actors 1 --faults 0 --crashes 0 --depth 0", "OneKeyOneUdid"),
    ("any-password-will-do", OPEN_SESSION,
     "case .differs: .last(.パスワードが違う場合_サーバは拒否する)",
     "case .differs: .basic(.サーバはセッションを記録する(request: request, guess: guess, account: account))",
     "SignUp ChangePassword LogIn --actors 1 --runs 2 --faults 0 --crashes 0", "NoAccountWithoutItsPassword"),
    ("password-kept", ACCOUNTS, "        setPassword(new, of: id)\n", "", "SignUp ChangePassword LogIn --actors 1 --runs 2 --faults 0 --crashes 0",
     "NoAccountWithoutItsPassword"),
    ("sessions-survive-a-password", ACCOUNTS,
     "        removeSessions(of: id) { $0.session.id != session }\n", "",
     "SignUp LogIn ChangePassword RestoreSession --faults 0 --crashes 0 --runs 1", "EndedSessionsStayEnded"),
    ("sessions-do-not-end", ACCOUNTS,
     "removeSessions(of: account) { sessions.contains($0.session.id) }.filter",
     "storedSessions(of: account).filter { sessions.contains($0.session.id) }.filter",
     "SignUp LogOut LogIn EndSession RestoreSession --faults 0 --crashes 0",
     "EndedSessionsStayEnded"),
    ("session-cached-on-a-server", KEEPER,
     "        try await registry.session(under: try await hasher.digest(of: token), at: clock.now)\n    }",
     """        let digest = try await hasher.digest(of: token)
        if let known = Self.cache.withLock({ $0[digest] }) { return known }
        let found = try await registry.session(under: digest, at: clock.now)
        if let found { Self.cache.withLock { $0[digest] = found } }
        return found
    }

    private static let cache = Mutex<[TokenDigest: LoggedIn]>([:])""",
     "SignUp LogIn EndSession RestoreSession --depth 1 --runs 2 --faults 0 --crashes 0", "EndedSessionsStayEnded"),
]


def planted(text, old, new, name):
    """The text with the fault, which must have exactly one place."""
    if text.count(old) != 1:
        sys.exit(f"{name}: the place of this fault is there {text.count(old)} times, and not once. Mend the list.")
    text = text.replace(old, new)
    return "import Synchronization\n" + text if "Mutex<" in new else text


def run(*command, **options):
    return subprocess.run(command, cwd=COPY, capture_output=True, text=True, **options)


def build():
    result = run(os.environ.get("SWIFT", "swift"), "build", "--product", "calearning")
    if result.returncode != 0:
        sys.exit(result.stdout[-3000:] + result.stderr[-3000:])


def worlds(arguments):
    """The promises that `worlds` found broken, with the number of steps, and the seconds that it took."""
    began = time.monotonic()
    result = run(".build/debug/calearning", "worlds", "--format", "json", *arguments.split())
    if result.returncode not in (0, 1):
        sys.exit(f"worlds {arguments}: status {result.returncode}\n{result.stderr[-2000:]}")
    report = json.loads(result.stdout)
    broken = {promise["name"]: len(promise["steps"]) for promise in report["promises"] if not promise["isKept"]}
    return broken, report["worlds"], time.monotonic() - began


def main():
    names = sys.argv[1:]
    if names == ["--list"]:
        print("\n".join(mutant[0] for mutant in MUTANTS))
        return
    unknown = set(names) - {mutant[0] for mutant in MUTANTS}
    if unknown:
        sys.exit(f"There is no fault {', '.join(sorted(unknown))}; --list lists them.")
    if not COPY.exists():
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(COPY)], check=True)
    subprocess.run(["git", "fetch", "--quiet", "origin"], cwd=COPY, check=True)
    head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()
    subprocess.run(["git", "checkout", "--quiet", "--force", head], cwd=COPY, check=True)
    chosen = [mutant for mutant in MUTANTS if not names or mutant[0] in names]
    build()
    missed = []
    print(f"{'fault':30} {'promise':28} {'steps':>5} {'worlds':>7} {'seconds':>8}")
    for name, _, _, _, arguments, _ in chosen:
        sound, _, _ = worlds(arguments)
        if sound:
            sys.exit(f"{name}: without the fault, {', '.join(sound)} is broken by worlds {arguments}.")
    for name, file, old, new, arguments, promise in chosen:
        path = COPY / file
        sources = path.read_text(encoding="utf-8")
        path.write_text(planted(sources, old, new, name), encoding="utf-8")
        try:
            build()
            broken, count, seconds = worlds(arguments)
        finally:
            path.write_text(sources, encoding="utf-8")
        if promise not in broken:
            missed.append(name)
        steps = broken.get(promise, "–")
        print(f"{name:30} {promise if promise in broken else 'NOT FOUND':28} {steps:>5} {count:>7} {seconds:>8.1f}", flush=True)
    if missed:
        sys.exit(f"Not found: {', '.join(missed)}.")


main()
