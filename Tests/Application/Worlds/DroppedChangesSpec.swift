import CalearningDomain
import Synchronization
import Testing
import UsecasesTesting

@testable import CalearningApplication
@testable import CalearningPresentation
@testable import CalearningTestSupport
@testable import UsecasesEngine
@testable import UsecasesLaboratory
@testable import UsecasesTerminal

private struct Change: Hashable, CustomStringConvertible {
    let usecase: String
    let operation: String
    /// The key of the value in the data store that is saved or deleted, or an empty text.
    private let key: String
    private let isDeletion: Bool

    init<Value>(of usecase: String, _ operation: PortOperation<Value>) {
        let subject = if case .named(let name) = operation.subject { " of \(name)" } else { "" }
        // The first argument is the key, or the key and its value.
        let first = operation.arguments.first?.prefix { $0 != ":" } ?? ""
        key = operation.port == "DataStore" ? String(first) : ""
        isDeletion = operation.name.hasPrefix("delete(")
        self.usecase = usecase
        self.operation = "\(operation.port).\(operation.name)\(subject)"
    }

    /// Whether the change deletes a value that none of the changes saves.
    func isOfNothing(among changes: Set<Change>) -> Bool {
        !key.isEmpty && isDeletion && !changes.contains { $0.key == key && !$0.isDeletion }
    }

    var description: String { "\(usecase): \(operation)" }
}

/// The ports whose changes are performed by runs on the server's side.
private let ofServer = ["Backend", "AccountBackend"]

/// A tap that answers one kind of change as if it had happened, and drops it. It records all kinds that it sees.
private final class Dropping: Tap {
    let dropped: Change?
    let seen = Mutex<Set<Change>>([])

    init(_ dropped: Change? = nil) { self.dropped = dropped }

    func begin(_ run: RunDescription, at scene: TappedScene) -> any RunTap { Run(usecase: run.usecase, dropping: self) }

    private struct Run: RunTap {
        let usecase: String
        let dropping: Dropping

        func answer<Value>(
            _ operation: PortOperation<Value>, performing: @escaping @Sendable () async throws(ErrorWrapper) -> Value
        ) async throws(ErrorWrapper) -> Value {
            guard operation.changes, !ofServer.contains(operation.port) else {
                return try await performing()
            }
            let change = Change(of: usecase, operation)
            _ = dropping.seen.withLock { $0.insert(change) }
            guard change == dropping.dropped, let outcome = operation.outcomes.first else {
                return try await performing()
            }
            return try outcome.result.get()
        }
    }
}

/// Each use case that changes something has an invariant that detects a missing change.
@Suite struct 消えた変更に気づく約束 {
    private struct Setting {
        var before: [(Int, [String])] = []
        let parts: [(Int, [String])]
        var crashes = 0

        func plan() throws -> WorldPlan {
            try WorldPlan(
                prologue: before.map { WorldPlan.Part(device: $0.0, plannedRuns: try $0.1.map(plannedRun)) },
                parts: parts.map { WorldPlan.Part(device: $0.0, plannedRuns: try $0.1.map(plannedRun)) },
                crashes: crashes)
        }
    }

    private static let settings: [Setting] = [
        Setting(parts: [(0, ["Boot"])]),
        Setting(parts: [(0, ["ReadTutorial/2"])]),
        Setting(parts: [(0, ["CompleteTutorial", "Boot"])]),
        Setting(before: [(0, ["CompleteTutorial", "ReadTutorial/2", "SignUp/1"])], parts: [(0, ["Reset"])]),
        Setting(parts: [(0, ["SignUp/1", "LogOut"])]),
        Setting(parts: [(0, ["SignUp/1", "LogOut", "LogIn", "RestoreSession"])]),
        Setting(parts: [(0, ["SignUp/1", "Reset", "LogIn"])]),
        Setting(parts: [(0, ["SignUp/1"])], crashes: 1),
        Setting(parts: [(0, ["SignUp/1", "LogIn"])], crashes: 1),
        Setting(parts: [(0, ["SignUp/1", "Reset"])], crashes: 1),
        Setting(before: [(0, ["SignUp/1"])], parts: [(0, ["SignUp/1", "ChangePassword/1"])], crashes: 1),
        Setting(before: [(0, ["SignUp/1"])], parts: [(1, ["SignUp/1"])]),
        Setting(before: [(0, ["SignUp/1"])], parts: [(0, ["ChangePassword/1", "RestoreSession"])]),
        Setting(before: [(0, ["SignUp/1"]), (1, ["LogIn"])], parts: [(0, ["EndSession/2"]), (1, ["RestoreSession"])]),
        Setting(before: [(0, ["SignUp/1"])], parts: [(0, ["DeleteAccount", "PlayRuns"])]),
        Setting(before: [(1, ["SignUp/1"])], parts: [(1, ["DeleteAccount"])]),
        Setting(before: [(0, ["SignUp/1"])], parts: [(0, ["NameDevice"])]),
        operated("SignUp/1", by: "LockAccount"), operated("SignUp/1", "LockAccount", by: "UnlockAccount"),
        operated("SignUp/1", by: "EndAccountSessions"), operated("SignUp/1", by: "DiscardAccount"),
        operated("SignUp/1", by: "AllowRecovery"),
        operated("SignUp/1", "ChangePassword/1", "LogIn", by: "ForgetGuesses"),
        loggedOut(and: "RestoreSession"), loggedOut(and: "ShowSessions"), loggedOut(and: "EndSession/2"),
        loggedOut(and: "NameDevice"), loggedOut(and: "ChangePassword/1"), loggedOut(and: "ExportAccount"),
        loggedOut(and: "DeleteAccount"),
        // The largest setting is tried last.
        Setting(parts: [(0, ["Boot"]), (0, ["Reset"])], crashes: 1),
    ]

    /// Returns a setting in which the session of device 1 has ended without the device's knowledge.
    private static func loggedOut(and plannedRun: String) -> Setting {
        Setting(
            before: [(0, ["SignUp/1"]), (1, ["LogIn"]), (0, ["ChangePassword/1"])], parts: [(1, [plannedRun])])
    }

    /// Returns a setting with a change of an account by an operator after these runs.
    private static func operated(_ before: String..., by plannedRun: String) -> Setting {
        Setting(before: [(0, before)], parts: [(0, [plannedRun])])
    }

    private func search(_ tap: Dropping) -> WorldSearch {
        WorldSearch(invariants: CompositionRoot.invariants) { count in
            var surroundings = CompositionRoot.surroundings(devices: count)
            surroundings.server.taps = [tap]
            surroundings.devices = surroundings.devices.map { make in
                { server in
                    var device = make(server)
                    device.taps = [tap]
                    return device
                }
            }
            return surroundings
        }
    }

    /// Returns the names of the broken invariants, after telling the story of each.
    private func broken(in setting: Setting, with tap: Dropping) throws -> [String] {
        let search = search(tap)
        return search.search(try setting.plan(), atMost: 3_000).broken.map { world in
            #expect(!WorldStory(search.explained(world), of: Catalogue.usecases).lines(in: .en).isEmpty)
            return world.name
        }
    }

    /// Changes that no invariant covers, because a world has neither the time nor the many tries. The contract of the
    /// registry covers them.
    private static let ofTheContract = [
        "AccountRegistry.admit(_:at:)", "AccountRegistry.takeBack(_:)", "AccountRegistry.session(under:at:)",
    ]

    /// The use cases that change something, but not in a world, with the reasons. Their own behaviour specs check
    /// their changes.
    private static let outsideOfWorlds = [
        "BackUpDatabase": database, "MigrateDatabase": database,
        "CancelRun": queue, "RetryRun": queue,
        "UpdateSecondFactor": factor, "TurnOnSecondFactor": factor, "EnterCode": factor, "ContinueSession": factor,
        "ChangeSecondFactor": factor, "ConfirmSecondFactor": factor, "RemoveSecondFactor": factor,
        "SweepDatabase": "no time passes in these worlds beyond the end of a session",
        "ResetPassword": "no user of a world knows the random code of the operator",
    ]
    private static let factor = "the contract of the registry and worlds of their own check second factors"
    private static let database = "the registries of a world have no database"
    private static let queue = "an operator of a world has no queue of durable runs"

    /// The use cases that change something on any path, by the exploration of all use cases. Their names are either
    /// among the changes of ``settings`` or in ``outsideOfWorlds``.
    private static func changing() async -> Set<String> {
        let explorations = await Explorations.all(in: CompositionRoot.self)
        return Set(explorations.filter { $0.ways.contains(where: changes) }.map(\.usecase.name))
    }

    private static func changes(_ way: Way) -> Bool {
        way.changes.contains { index in
            guard case .call(let call, _) = way.events[index], !ofServer.contains(call.port) else { return false }
            return !ofTheContract.contains("\(call.port).\(call.operation)")
        }
    }

    @Test func どの変更も_なされなければいずれかの約束が破れる() async throws {
        var changes: Set<Change> = []
        var settings: [Change: [Setting]] = [:]
        for setting in Self.settings {
            let watching = Dropping()
            let found = try broken(in: setting, with: watching)
            #expect(found == [], "\(setting)")
            let seen = watching.seen.withLock { $0 }
            for change in seen
            where !Self.ofTheContract.contains(change.operation) && !change.isOfNothing(among: seen) {
                changes.insert(change)
                settings[change, default: []].append(setting)
            }
        }

        var unnoticed: [String] = []
        for change in changes {
            let isNoticed = try settings[change, default: []].contains { setting in
                try !broken(in: setting, with: Dropping(change)).isEmpty
            }
            if !isNoticed { unnoticed.append("\(change)") }
        }

        #expect(unnoticed.sorted() == [])
        let (seen, outside) = (Set(changes.map(\.usecase)), Set(Self.outsideOfWorlds.keys))
        await expect(Self.changing(), equals: seen.union(outside))
        #expect(seen.isDisjoint(with: outside))
        #expect(changes.count == 51)
    }

    @Test func 世界にいないユースケースは名指しされる() async {
        let survey = WorldSurvey(
            Catalogue.usecases.flatMap { $0.plannedRuns }, search: CompositionRoot.worlds, bounds: .init())

        var report = WorldSurvey.Report()
        _ = survey.playable(&report)
        let left = Set(report.leftOut)
        #expect(left.isSuperset(of: ["ReadZen", "BackUpDatabase"]))
        await expect(left.isDisjoint(with: Self.changing().subtracting(Self.outsideOfWorlds.keys)), equals: true)
    }
}
