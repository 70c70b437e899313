import CalearningDomain
import Foundation
import Synchronization
import Testing
import UsecasesTesting

@testable import CalearningApplication
@testable import CalearningPresentation
@testable import CalearningTestSupport
@testable import UsecasesEngine
@testable import UsecasesLaboratory
@testable import UsecasesTerminal

/// An invariant that records the final state of each world, and is never violated.
private enum FinalStates: Invariant {
    final class Notes: Sendable {
        let states = Mutex<Set<String>>([])
    }

    @TaskLocal static var notes: Notes?

    static let sentence = Sentence("すべての終わり")

    static func occasions(in history: History) -> [WorldRun] { history.runs }

    static func breach(on runs: [WorldRun], in history: History) async throws(ErrorWrapper) -> Sentence? {
        let state = await Secret.$numbering.withValue(SecretNumbers()) { () async -> Result<String, ErrorWrapper> in
            do throws(ErrorWrapper) {
                return .success(try await Self.text(of: history))
            } catch {
                return .failure(error)
            }
        }
        let shown = try state.get()
        _ = notes?.states.withLock { $0.insert(shown) }
        return nil
    }

    /// Describes the ending of each actor's runs and the stored values. Identifiers are numbered in this order, because
    /// they depend on which of two runs began first.
    private static func text(of history: History) async throws(ErrorWrapper) -> String {
        var lines: [String] = []
        for run in history.runs.sorted(by: { ($0.actor ?? -1, $0.beganAfter) < ($1.actor ?? -1, $1.beganAfter) }) {
            let scenes = run.scenes.map { "\($0.declared)" }
            lines.append("\(run.actor ?? -1) \(run.usecase) \(run.isRepetition) \(scenes) \(text(of: run.ending))")
        }
        for ports in history.devices {
            for key in DeviceMemory.keys.all {
                lines.append(try await key.stored(in: ports.dataStore).map { "\($0)" } ?? "no \(key.name)")
            }
            if let key = try await ports.dataStore.get(DeviceMemory.keys.installationKey) {
                let registered = try await history.server.deviceRegistry.registration(under: key)
                lines.append(registered.map { "\($0)" } ?? "not registered")
            }
        }
        let registry = history.server.accountRegistry
        var sessions: [String] = []
        if let account = try await registry.account(named: .example) {
            lines.append("\(account) \(account.passwordHash)")
            sessions = try await registry.sessions(of: account.account.id, at: history.server.clock.now).map { "\($0)" }
        }
        return numbered(lines.joined(separator: "\n"), and: sessions)
    }

    private static func text(of ending: WorldRun.Ending?) -> String {
        switch ending {
        case .goal(let goal): "\(goal.declared)"
        case .failure(let error): "✗ \(error.name)"
        case .died, nil: "†"
        }
    }

    /// Numbers the identifiers. The sessions are sorted, because they have no defined order.
    private static func numbered(_ text: String, and sessions: [String]) -> String {
        let identifier = #/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/#
        var known: [Substring: Int] = [:]
        for match in text.matches(of: identifier) where known[match.output] == nil {
            known[match.output] = known.count + 1
        }
        func name(_ match: Regex<Substring>.Match) -> String { known[match.output].map { "#\($0)" } ?? "#?" }
        let others = sessions.map { $0.replacing(identifier, with: name) }.sorted()
        return ([text.replacing(identifier, with: name)] + others).joined(separator: "\n")
    }
}

private struct Found: Equatable {
    var states: Set<String>
    var broken: Set<String>
    var orders: DistinctCount

    init(_ plan: WorldPlan, by search: WorldSearch) {
        let notes = FinalStates.Notes()
        let result = FinalStates.$notes.withValue(notes) { search.search(plan) }
        states = notes.states.withLock { $0 }
        broken = Set(result.broken.map(\.name))
        orders = result.count.orders
    }
}

/// The reduced search finds the same states and violations as the full search.
@Suite struct 省いてよい順序 {
    private func search(_ fault: PlantedFault) -> WorldSearch {
        fault.search(invariants: CompositionRoot.invariants + [FinalStates.self])
    }

    private func compare(_ plan: WorldPlan, _ fault: PlantedFault, _ comment: Comment) -> Found {
        let reduced = search(fault)
        var every = reduced
        every.isReduced = false
        every.isHasty = false

        let (found, all) = (Found(plan, by: reduced), Found(plan, by: every))

        #expect(found.broken == all.broken, comment)
        #expect(found.states.symmetricDifference(all.states).min() == nil, comment)
        return all
    }

    private static let small: [(before: [(Int, [String])], parts: [(Int, [String])])] = [
        ([(0, ["Boot"])], [(0, ["Boot"]), (0, ["Boot"])]),
        ([], [(0, ["CompleteTutorial"]), (0, ["Reset"])]),
        ([(0, ["Boot"])], [(0, ["CompleteTutorial"]), (0, ["Boot"])]),
        ([], [(0, ["ReadTutorial/2"]), (1, ["ReadTutorial/2"])]),
        ([(0, ["SignUp/1"])], [(0, ["RestoreSession"]), (0, ["CompleteTutorial"])]),
        // The calls of an operator and of the server's side use the same accounts.
        ([(0, ["SignUp/1"]), (1, ["Boot"])], [(0, ["LockAccount"]), (1, ["LogIn"])]),
    ]

    @Test(arguments: small.indices)
    func 何も省かないときと同じ終わりと同じ破れが見つかる(index: Int) throws {
        let (before, parts) = Self.small[index]
        // With a mishap, the worlds of an operator and a login are too many to leave nothing out.
        let isLong = before.count > 1
        for (faults, crashes) in isLong ? [(0, 0)] : [(0, 0), (0, 1), (1, 0)] {
            let plan = try WorldPlan(
                prologue: before.map { try part($0.0, $0.1) }, parts: parts.map { try part($0.0, $0.1) },
                faults: faults, crashes: crashes)
            let all = compare(plan, .none, "\(parts), faults: \(faults), crashes: \(crashes)")

            #expect(all.broken == [])
            #expect(!all.states.isEmpty)
        }
    }

    private static let faulty: [(PlantedFault, parts: [(Int, [String])], crashes: Int, broken: String)] = [
        (.nothingRecorded, [(0, ["Boot"]), (0, ["CompleteTutorial"])], 0, "AnswersAreKept"),
        (.journalNotFound, [(0, ["Boot"])], 1, "RecordedChangesHappenOnce"),
        (.accountsWithoutSession, [(0, ["SignUp/1"])], 1, "AccountsComeWithASession"),
        (.sessionsNeverEnd, [(0, ["SignUp/1", "LogOut"]), (1, ["ReadTutorial/2"])], 0, "EndedSessionsStayEnded"),
        (.passwordKept, [(0, ["SignUp/1", "ChangePassword/1", "LogIn"])], 0, "NoAccountWithoutItsPassword"),
        (.anyPasswordWillDo, [(0, ["SignUp/1", "ChangePassword/1", "LogIn"])], 0, "NoAccountWithoutItsPassword"),
        (.loginsNotRecorded, [(0, ["SignUp/1", "LogOut", "LogIn"])], 0, "LoginsLast"),
    ]

    @Test(arguments: faulty.indices)
    func 何も省かないときに見つかる間違いは省いても見つかる(index: Int) throws {
        let (fault, parts, crashes, broken) = Self.faulty[index]
        let plan = try WorldPlan(parts: parts.map { try part($0.0, $0.1) }, crashes: crashes)
        let all = compare(plan, fault, "\(fault)")

        #expect(all.broken.contains(broken), "\(fault)")
    }

    private static let switched:
        [(PlantedFault, before: [(Int, [String])], parts: [(Int, [String])], broken: String?)] = [
            (.none, [], [(0, ["Boot"]), (0, ["Boot"])], nil),
            (.none, [], [(0, ["Boot"]), (0, ["CompleteTutorial", "Reset"])], nil),
            (.savedBlindly, [], [(0, ["Boot"]), (0, ["Boot"])], "OneKeyOneUDID"),
            (.keysNotUnique, [], [(0, ["Boot"]), (0, ["Boot"])], "OneKeyOneUDID"),
            (
                .passwordChangeNotNoticed, [(0, ["SignUp/1"]), (1, ["Boot"])],
                [(0, ["ChangePassword/1"]), (1, ["LogIn"])],
                "SessionsEndWithTheirPassword"
            ),
        ]

    // With a bound on switches, the switches before a point and the actor that continued last are part of the past. Without
    // them, a world with a switch left would be treated like a world without one.
    @Test(arguments: switched.indices, 1...2)
    func 切り替えに限りがあっても同じものが見つかる(index: Int, switches: Int) throws {
        let (fault, before, parts, broken) = Self.switched[index]
        let plan = try WorldPlan(
            prologue: before.map { try part($0.0, $0.1) }, parts: parts.map { try part($0.0, $0.1) })
        var reduced = search(fault)
        reduced.switches = switches
        var every = reduced
        every.isReduced = false

        let (found, all) = (Found(plan, by: reduced), Found(plan, by: every))

        #expect(found.broken == all.broken, "\(parts)")
        #expect(found.states.symmetricDifference(all.states).min() == nil, "\(parts)")
        #expect(found.orders == all.orders, "\(parts)")
        if let broken, switches == 2 { #expect(all.broken.contains(broken), "\(fault)") }
    }

    private func part(_ device: Int, _ names: [String]) throws -> WorldPlan.Part {
        WorldPlan.Part(device: device, plannedRuns: try names.map(plannedRun))
    }
}
