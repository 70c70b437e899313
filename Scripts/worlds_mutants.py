#!/usr/bin/env python3
"""Plants faults, one at a time, in a copy of the committed sources. Checks that `calearning worlds` finds each of them.

usage: worlds_mutants.py [NAME …]     all of them if none is named; --list lists them, and checks that each has its
place
"""
import json
import os
import sys
import time

from planted import Copy, chosen

COPY = Copy(".build-worlds")
# The time limit in seconds for the search through every order. The orders beyond it are not checked.
LIMIT = int(os.environ.get("LIMIT", 300))
# Faults with too many orders. They need two switches, and the searches with two switches are compared instead.
SWITCHED = {"sessions-survive-a-password", "sessions-do-not-end"}

APPLICATION = "Sources/Domain/Devices/Application.swift"
MEMBERSHIP = "Sources/Domain/Accounts/Membership.swift"
REGISTRAR = "Sources/Domain/Devices/Registrar.swift"
DEVICES = "Sources/Infrastructure/Devices/InMemoryDeviceRegistry.swift"
ACCOUNTS = "Sources/Infrastructure/Accounts/InMemoryAccountRegistry.swift"
ADMINISTRATION = "Sources/Infrastructure/Accounts/InMemoryAdministration.swift"
EMBEDDED = "Sources/Application/EmbeddedBackend.swift"
KEEPER = "Sources/Domain/Accounts/AccountKeeper.swift"
JOURNAL = "Libraries/Storage/Journals/JournalledRun.swift"
USECASES = "Sources/Application/Usecases"
OPEN_SESSION = f"{USECASES}/OpenSession.swift"
REPLACE_PASSWORD = f"{USECASES}/ReplacePassword.swift"

# The name, the changes (a file, the replaced text, the new text), the arguments of `worlds`, the invariant that must
# break, and the maximum number of steps
MUTANTS = [
    ("udid-saved-blindly", [(APPLICATION,
     "let stored = try await dependencies.dataStore.get(memory.udid, orSave: udid.rawValue)\n",
     "try await dependencies.dataStore.save(memory.udid.with(udid.rawValue))\n        let stored = udid.rawValue\n")],
     "Boot Reset --runs 2 --switches 1 --faults 0 --crashes 0 --depth 0", "UDIDStays", 60),
    ("key-saved-blindly", [(APPLICATION,
     "return try await dependencies.dataStore.get(memory.installationKey, orSave: candidate)",
     "try await dependencies.dataStore.save(memory.installationKey.with(candidate))\n        return candidate")],
     "Boot --faults 0 --crashes 0 --depth 0", "OneKeyOneUDID", 40),
    ("journal-kept-by-reset", [(APPLICATION,
     "            try await dependencies.dataStore.delete(key)\n        }\n        try await dependencies.journal.discard()\n",
     "            try await dependencies.dataStore.delete(key)\n        }\n")],
     "Boot Reset --faults 0 --depth 0", "UDIDStays", 40),
    ("tutorial-not-recorded", [(APPLICATION,
     "try await dependencies.dataStore.save(memory.hasCompletedTutorial.with(true))",
     "try await dependencies.dataStore.save(memory.hasCompletedTutorial.with(false))")],
     "CompleteTutorial Boot --actors 1 --faults 0 --crashes 0", "TutorialStaysCompleted", 10),
    ("tutorial-forgotten-by-login", [(MEMBERSHIP,
     "memory.session.with(opened.token), deleting: memory.signUp)\n",
     "memory.session.with(opened.token), deleting: memory.signUp)\n"
     "        try await dependencies.dataStore.delete(memory.hasCompletedTutorial)\n")],
     "CompleteTutorial SignUp --faults 0 --crashes 0", "TutorialStaysCompleted", 40),
    ("record-without-uniqueness", [(DEVICES,
     "        if let known = recorded[registration.key] { return known }\n", "")],
     "Boot --faults 0 --crashes 0 --depth 0", "OneKeyOneUDID", 40),
    ("answered-without-record", [(REGISTRAR,
     "let recorded = try await registry.record(candidate)", "let recorded = candidate")],
     "Boot --actors 1 --faults 0 --crashes 0 --depth 0", "AnswersAreKept", 20),
    ("answered-with-the-candidate", [(REGISTRAR,
     "? .known(recorded.udid) : .keyReused", "? .known(candidate.udid) : .keyReused")],
     "Boot --faults 0 --crashes 0 --depth 0", "OneKeyOneUDID", 40),
    ("key-not-sent", [(EMBEDDED,
     "RegisterDevice.initial(kind: .terminal, key: installation)", "RegisterDevice.initial(kind: .terminal, key: nil)")],
     "Boot --actors 1 --faults 0 --crashes 0 --depth 0", "OneKeyOneUDID", 20),
    ("any-password-will-do", [(OPEN_SESSION,
     "case .differs: .last(.パスワードが違う場合_サーバは拒否する)",
     "case .differs: .basic(.サーバはセッションを記録する(request: request, guess: guess, account: account))")],
     "SignUp ChangePassword LogIn --actors 1 --runs 2 --faults 0 --crashes 0", "NoAccountWithoutItsPassword", 50),
    ("password-kept", [(ACCOUNTS, "        setPassword(new, of: id)\n", "")], "SignUp ChangePassword LogIn --actors 1 --runs 2 --faults 0 --crashes 0",
     "NoAccountWithoutItsPassword", 50),
    ("sessions-survive-a-password", [(ACCOUNTS,
     "        let former = removeSessions(of: id) { _ in true }\n", "        let former = storedSessions(of: id)\n")],
     "SignUp LogIn ChangePassword RestoreSession --faults 0 --crashes 0 --runs 1", "EndedSessionsStayEnded", 40),
    ("sessions-do-not-end", [(ACCOUNTS,
     "removeSessions(of: account) { sessions.contains($0.session.id) }.filter",
     "storedSessions(of: account).filter { sessions.contains($0.session.id) }.filter")],
     "SignUp LogOut LogIn EndSession RestoreSession --faults 0 --crashes 0",
     "EndedSessionsStayEnded", 40),
    ("session-cached-on-a-server", [(ACCOUNTS,
     """    package func session(under digest: TokenDigest, at now: Timestamp) -> LoggedIn? {
        guard let stored""",
     """    package func session(under digest: TokenDigest, at now: Timestamp) -> LoggedIn? {
        if let known = cache[digest] { return known }
        cache[digest] = found(under: digest, at: now)
        return cache[digest]
    }

    private var cache: [TokenDigest: LoggedIn] = [:]

    private func found(under digest: TokenDigest, at now: Timestamp) -> LoggedIn? {
        guard let stored""")],
     "SignUp LogOut RestoreSession --actors 1 --runs 3 --faults 0", "EndedSessionsStayEnded", 60),
    ("account-before-its-session", [
        (KEEPER,
         "        return (try await registry.record(account, under: request.key, beginning: session), opened)\n",
         """        let record = try await registry.record(account, under: request.key, beginning: session)
        if record == .recorded {
            let guess = Guess(name: account.account.name, network: "")
            _ = try await registry.begin(session, of: account, rehashed: nil, forgetting: guess)
        }
        return (record, opened)
"""),
        (ACCOUNTS,
         "        if let key { idsOfKeys[key] = account.account.id }\n        add(session)\n",
         "        if let key { idsOfKeys[key] = account.account.id }\n")],
     "SignUp --actors 1 --faults 0 --depth 0", "AccountsComeWithASession", 30),
    ("name-reserved-before-hashing", [
        (KEEPER,
         """        let hash = try await hasher.hash(password)
        return StoredAccount(
            account: Account(id: UUIDv7(clock: clock, randomSource: randomSource), name: name), passwordHash: hash)
""",
         """        let account = Account(id: UUIDv7(clock: clock, randomSource: randomSource), name: name)
        let reserved = StoredAccount(account: account, passwordHash: PasswordHash(""))
        let device = UDID(UUIDv7(clock: clock, randomSource: randomSource))
        let (session, _) = try await newSession(of: account, on: device, named: nil)
        _ = try await registry.record(reserved, under: nil, beginning: session)
        return StoredAccount(account: account, passwordHash: try await hasher.hash(password))
"""),
        (ACCOUNTS,
         "        guard ids[account.account.name] == nil else { return .nameTaken }\n",
         "        guard [nil, account.account.id].contains(ids[account.account.name]) else { return .nameTaken }\n")],
     "SignUp --actors 1 --faults 0 --depth 0", "NamesAreTakenByOthers", 50),
    ("key-of-an-account-not-kept", [
        (MEMBERSHIP,
         "        return try await dependencies.dataStore.change(memory.signUp) { stored in\n"
         "            if let stored, stored.name == name { return stored }\n",
         "        return try await dependencies.dataStore.change(memory.signUp) { stored in\n")],
     "SignUp --actors 1 --faults 0 --depth 0", "NamesAreTakenByOthers", 50),
    ("journal-from-before-its-last-change", [
        (JOURNAL, "let calls = Array(old.calls[...last])", "let calls = Array(old.calls[..<last])")],
     "Boot --actors 1 --faults 0 --depth 0", "RecordedChangesHappenOnce", 25),
    ("login-overlapping-a-change", [(ACCOUNTS,
     "        guard hasPassword(of: account) else { return false }\n", "")],
     "SignUp LogIn ChangePassword --faults 0 --crashes 0 --switches 2", "SessionsEndWithTheirPassword", 60),
    ("login-not-recorded", [(ACCOUNTS,
     "        add(session.keepingName(among: others))\n", "")],
     "SignUp LogOut LogIn --actors 1 --faults 0 --crashes 0", "LoginsLast", 40),
    ("name-not-recorded", [(ACCOUNTS,
     "        add(StoredSession(session: found.session.named(device), account: account, digest: found.digest))\n",
     "        _ = found\n")],
     "SignUp NameDevice --actors 1 --faults 0 --crashes 0", "AnswersAreKept", 30),
    ("token-not-saved", [(MEMBERSHIP,
     "dataStore.save(memory.session.with(opened.token), deleting: memory.signUp)", "dataStore.delete(memory.signUp)")],
     "SignUp --actors 1 --faults 0 --crashes 0 --depth 0", "LoginsLast", 30),
    ("token-kept-by-logout", [(MEMBERSHIP,
     "        try await dependencies.dataStore.delete(memory.session.with(token))\n", "")],
     "SignUp LogOut --actors 1 --faults 0 --crashes 0", "LogoutsLeaveNothing", 30),
    ("sign-up-kept-by-login", [(MEMBERSHIP,
     "memory.session.with(opened.token), deleting: memory.signUp)", "memory.session.with(opened.token))")],
     "SignUp --actors 1 --faults 0 --crashes 0 --depth 0", "FinishedSignUpsAreForgotten", 30),
    ("another-page-saved", [(APPLICATION,
     "memory.tutorialPage.with(page)", "memory.tutorialPage.with(.first)")],
     "ReadTutorial --actors 1 --faults 0 --crashes 0 --depth 0", "TutorialPageIsKept", 10),
    ("udid-kept-by-reset", [(APPLICATION,
     "for key in memory.forgottenByReset {", "for key in memory.forgottenByReset.dropLast() {")],
     "Boot Reset --actors 1 --faults 0 --crashes 0", "ResetForgetsEverything", 25),
    # From here on, the worlds have the default bounds.
    ("logout-forgets-first", [(f"{USECASES}/LogOut.swift",
     "            do throws(ErrorWrapper) {\n", "            try await membership.forget(token)\n            do throws(ErrorWrapper) {\n")],
     "SignUp LogOut", "LogoutsLeaveNothing", 30),
    ("key-forgotten-before-the-session", [(MEMBERSHIP,
     "        if case .opened = answer { return answer }\n", "")],
     "SignUp", "NamesAreTakenByOthers", 50),
    ("another-token-forgotten", [(MEMBERSHIP, "dataStore.delete(memory.session.with(token))", "dataStore.delete(memory.session)")],
     "SignUp LogOut LogIn", "LoginsLast", 50),
    ("digest-of-another-token", [(KEEPER, "hasher.digest(of: token.secret))\n        let opened",
     "hasher.digest(of: SessionToken(randomSource: randomSource).secret))\n        let opened")],
     "SignUp RestoreSession", "LoginsLast", 30),
    ("password-compared-after-the-change", [
        (REPLACE_PASSWORD,
         """            let guess = guess(request, loggedIn)
            return try await keeper.compare(request.change.old, with: account, after: guess) == .differs
                ? .last(.今のパスワードが違う場合_サーバは拒否する(account: loggedIn.account))
                : .basic(.サーバはパスワードを置き換えセッションを新しい一つにする(request: request, loggedIn: loggedIn, account: account))
""",
         """            return .basic(.サーバはパスワードを置き換えセッションを新しい一つにする(request: request, loggedIn: loggedIn, account: account))
"""),
        (REPLACE_PASSWORD,
         "            return .last(opened.map {",
         """            let comparison = try await keeper.compare(
                request.change.old, with: account, after: guess(request, loggedIn))
            guard comparison != .differs else { return .last(.今のパスワードが違う場合_サーバは拒否する(account: loggedIn.account)) }
            return .last(opened.map {""")],
     "SignUp ChangePassword", "LoginsLast", 40),
    ("new-key-after-a-failure", [(APPLICATION,
     "        return try await dependencies.backend.publishUDID(for: key)\n",
     """        do throws(ErrorWrapper) {
            return try await dependencies.backend.publishUDID(for: key)
        } catch {
            let new = InstallationKey(clock: dependencies.clock, randomSource: dependencies.randomSource)
            try await dependencies.dataStore.save(memory.installationKey.with(new))
            return try await dependencies.backend.publishUDID(for: new)
        }
""")],
     "Boot", "OneKeyOneUDID", 40),
    ("outage-taken-for-an-end", [(f"{USECASES}/RestoreSession.swift",
     "if let loggedIn = try await membership", "if let loggedIn = try? await membership")],
     "SignUp RestoreSession", "LoginsLast", 40),
    ("login-to-a-locked-account", [(ACCOUNTS, " && stored?.isLocked == false", "")],
     "SignUp LogIn LockAccount --faults 0 --crashes 0 --switches 2", "LocksLast", 60),
    ("sessions-survive-a-lock", [(ADMINISTRATION, "        if isLocked { removeSessions(of: id) { _ in true } }\n", "")],
     "SignUp LockAccount --actors 1 --faults 0 --crashes 0", "LocksLast", 40),
    ("recovery-code-kept", [(ACCOUNTS, "passwordHash: hash) }\n        codes[id] = nil\n", "passwordHash: hash) }\n")],
     "SignUp AllowRecovery --actors 1 --faults 0 --crashes 0", "IssuedCodesWorkOnce", 40),
    ("session-of-another-device", [(KEEPER, "on: loggedIn.session.udid,", "on: UDID(loggedIn.session.id),")],
     "SignUp ChangePassword", "AnswersAreKept", 40),
]


def worlds(program, arguments):
    """Returns the invariants that `worlds` found broken, with the number of steps, and the duration in seconds."""
    began = time.monotonic()
    result = COPY.run(str(program), "worlds", "--format", "json", *arguments.split())
    if result.returncode not in (0, 1):
        sys.exit(f"worlds {arguments}: status {result.returncode}\n{result.stderr[-2000:]}")
    report = json.loads(result.stdout)
    broken = {invariant["name"]: len(invariant["steps"]) for invariant in report["promises"] if invariant.get("breach") is not None}
    return broken, report["worlds"], time.monotonic() - began


def main():
    names = chosen(sys.argv[1:], {mutant[0]: mutant[1] for mutant in MUTANTS})
    mutants = [mutant for mutant in MUTANTS if mutant[0] in names]
    COPY.refresh()
    program = COPY.build()
    missed = []
    print(f"{'fault':30} {'invariant':28} {'steps':>5} {'worlds':>8} {'of all':>8} {'seconds':>8}")
    # Several faults have the same arguments.
    for arguments in dict.fromkeys(mutant[2] for mutant in mutants):
        sound, count, seconds = worlds(program, arguments)
        if sound:
            sys.exit(f"Without a fault, {', '.join(sound)} is broken by worlds {arguments}.")
        print(f"{arguments[:59]:59} {'':>5} {count:>8} {'':>8} {seconds:>8.1f}", flush=True)
    for name, changes, arguments, invariant, limit in mutants:
        with COPY.planted(name, changes):
            program = COPY.build()
            broken, count, seconds = worlds(program, arguments)
            # The verdict must not depend on orders that are omitted because they cannot differ.
            everything, total, taken = worlds(
                program, f"{arguments} --every-order --seconds {LIMIT}{' --switches 2' if name in SWITCHED else ''}")
        steps = broken.get(invariant, "–")
        isCut = taken >= LIMIT
        print(f"{name:30} {invariant if invariant in broken else 'NOT FOUND':28} {steps:>5} {count:>8} "
              f"{('>' if isCut else '') + str(total):>8} {seconds:>8.1f}", flush=True)
        if invariant not in broken:
            missed.append(name)
        elif steps > limit:
            missed.append(f"{name} (in more than {limit} steps)")
        if not isCut and set(everything) != set(broken):
            missed.append(f"{name} (with every order: {', '.join(everything) or 'nothing'})")
    if missed:
        sys.exit(f"Not found: {', '.join(missed)}.")


main()
