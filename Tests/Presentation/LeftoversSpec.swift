import Foundation
import Testing
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningDomain
@testable import CalearningPresentation
@testable import CalearningTestSupport
@testable import UsecasesEngine
@testable import UsecasesLaboratory
@testable import UsecasesSystem
@testable import UsecasesTerminal

/// The files that the released versions wrote, see `docs/contribute/check-an-upgrade.md`.
@Suite struct 公開したバージョンのファイル {
    /// Some use cases have changed since, so the replay names the differences. A resumed run repeats nothing.
    @Test(arguments: [("0.2.0", [1, 2, 3]), ("0.3.0", [2])])
    func 記録は再生でき_残した状態は引き継がれる(version: String, changed: [Int]) async throws {
        let directory = TemporaryDirectory()
        for (path, text) in try JSONObject(Repository.text(of: "Tests/Released/\(version).json")).members {
            let file = URL(filePath: directory.path + "/" + path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            try directory.write(try #require(text as? String), to: path)
        }

        let runs = try await CompositionRoot.replay(directory.path + "/recordings.jsonl")
        let (found, findings) = try await CompositionRoot.resumeLeftovers(in: directory.path + "/leftovers") { _ in }

        let statuses = (0..<4).map { changed.contains($0) ? ExitStatus.differs : .success }
        #expect(runs.map(\.exitStatus) == statuses)
        #expect(found == version)
        #expect(findings.runs == 6)
        for finding in findings.findings {
            #expect(finding.difference.plannedRun != "Boot")
            #expect(finding.failures + finding.repeated == [])
        }
    }
}

private enum Keys {
    static let name = Key<String>("name", example: ("stored", "前"))
    static let isDone = Key<Bool>("isDone", example: ("true", true))
    static let page = Key<String>("page", example: ("stored", "一"))
}

/// One version of a use case that stores two values, and then reads one of them.
private protocol Keeping: Usecase where Goals == KeepingGoals {
    static var first: Basics { get }
    static var second: Basics { get }
    static func keepFirst(in store: any DataStore) async throws(ErrorWrapper)
    static func keepSecond(in store: any DataStore) async throws(ErrorWrapper)
}

private enum KeepingBasics: SceneName {
    case アプリは名前を残す
    case アプリは完了を残す
}

private enum KeepingGoals: SceneName {
    case 残っている場合_アプリは終わる
}

extension Keeping {
    static var title: String { "値を残す" }
    static var actors: Set<Actor> { [.user] }
    static var beginnings: [Step<Self>] { [.basic(first)] }
    static var isDurable: Bool { true }

    static func keepFirst(in store: any DataStore) async throws(ErrorWrapper) {
        _ = try await store.get(Keys.name, orSave: "最初")
    }

    static func keepSecond(in store: any DataStore) async throws(ErrorWrapper) {
        try await store.save(Keys.isDone.with(true))
    }

    static func next(after scene: Step<Self>, with ports: Dependencies) async throws(ErrorWrapper) -> Scene<Self> {
        guard case .basic(second) = scene else {
            try await keepFirst(in: ports.dataStore)
            return .basic(second)
        }
        try await keepSecond(in: ports.dataStore)
        _ = try await ports.dataStore.get(Keys.name)
        return .last(.残っている場合_アプリは終わる)
    }
}

extension Keeping where Basics == KeepingBasics {
    static var first: Basics { .アプリは名前を残す }
    static var second: Basics { .アプリは完了を残す }
}

private enum Old {
    enum Keep: Keeping { typealias Basics = KeepingBasics }
}

/// The same behaviour in a different implementation.
private enum Refactored {
    enum Keep: Keeping {
        typealias Basics = KeepingBasics

        static func keepFirst(in store: any DataStore) async throws(ErrorWrapper) {
            let key = Keys.name
            func keep(_ text: String) async throws(ErrorWrapper) { _ = try await store.get(key, orSave: text) }
            try await keep(["最", "初"].joined())
        }
    }
}

private enum WithRenamedFirstScene {
    enum Keep: Keeping {
        enum Basics: SceneName {
            case アプリは名前を記録する
            case アプリは完了を残す
        }
        static var first: Basics { .アプリは名前を記録する }
        static var second: Basics { .アプリは完了を残す }
    }
}

private enum WithRenamedSecondScene {
    enum Keep: Keeping {
        enum Basics: SceneName {
            case アプリは名前を残す
            case アプリは完了を記録する
        }
        static var first: Basics { .アプリは名前を残す }
        static var second: Basics { .アプリは完了を記録する }
    }
}

private enum WithCallMore {
    enum Keep: Keeping {
        typealias Basics = KeepingBasics

        static func keepFirst(in store: any DataStore) async throws(ErrorWrapper) {
            _ = try await store.get(Keys.page)
            _ = try await store.get(Keys.name, orSave: "最初")
        }
    }
}

private enum WithCallLess {
    enum Keep: Keeping {
        typealias Basics = KeepingBasics

        static func keepSecond(in store: any DataStore) async throws(ErrorWrapper) {}
    }
}

private enum InOtherOrder {
    enum Keep: Keeping {
        typealias Basics = KeepingBasics

        static func keepFirst(in store: any DataStore) async throws(ErrorWrapper) {
            try await store.save(Keys.isDone.with(true))
        }

        static func keepSecond(in store: any DataStore) async throws(ErrorWrapper) {
            _ = try await store.get(Keys.name, orSave: "最初")
        }
    }
}

private enum WithOtherType {
    enum Keep: Keeping {
        typealias Basics = KeepingBasics

        static func keepFirst(in store: any DataStore) async throws(ErrorWrapper) {
            _ = try await store.get(
                Key<Bool>("name", example: ("stored", true)), orSave: true)
        }
    }
}

/// Returns the report of the second version about all possible leftovers of the first.
private func report<N: Keeping>(of new: N.Type) async throws -> LeftoversReport {
    let directory = TemporaryDirectory()
    let path = directory.path + "/leftovers"
    let count = try await CompositionRoot.writeLeftovers(to: path, of: Old.Keep.plannedRuns, depth: 1) { _ in }
    #expect(count > 3)
    let (version, findings) = try await CompositionRoot.resumeLeftovers(in: path, with: N.plannedRuns) { _ in }
    #expect(version == Product.own.version)
    #expect(findings.runs == count)
    return LeftoversReport(version: version, findings: findings)
}

private func findings<N: Keeping>(of new: N.Type) async throws -> [LeftoverFindings.Finding] {
    try await report(of: new).findings.findings
}

@Suite struct 別のバージョンの残したものを引き継ぐ場合 {
    @Test func 書き方だけが違えば何も見つからない() async throws {
        try await expect(findings(of: Refactored.Keep.self), equals: [])
    }

    @Test func 最初のシーンの名前が変わればそのシーンで見つかり_二度行われることもわかる() async throws {
        let findings = try await findings(of: WithRenamedFirstScene.Keep.self)

        let finding = try #require(findings.first)
        #expect(findings.count == 1)
        #expect(finding.difference.old?.name == "アプリは名前を残す")
        #expect(finding.difference.new?.name == "アプリは名前を記録する")
        #expect(finding.repeated.map { $0.prefix { $0 != "(" } } == ["DataStore.get", "DataStore.save"])
        #expect(finding.failures == [])
    }

    @Test func 途中のシーンの名前が変わればそのシーンで見つかり_二度行われることはない() async throws {
        let findings = try await findings(of: WithRenamedSecondScene.Keep.self)

        let finding = try #require(findings.first)
        #expect(findings.count == 1)
        #expect(finding.difference.scene?.name == "アプリは名前を残す")
        #expect(finding.difference.old?.name == "アプリは完了を残す")
        #expect(finding.difference.new?.name == "アプリは完了を記録する")
        #expect(finding.repeated == [])
    }

    @Test func 呼び出しが増えても減ってもその呼び出しで見つかる() async throws {
        let more = try await findings(of: WithCallMore.Keep.self)
        let less = try await findings(of: WithCallLess.Keep.self)

        #expect(more.contains { $0.difference.new?.name == "DataStore.get(page)" })
        #expect(more.allSatisfy { $0.difference.scene?.name == "アプリは名前を残す" })
        #expect(less.contains { $0.difference.old?.name == "DataStore.save(isDone: true)" })
        #expect(less.allSatisfy { $0.difference.scene?.name == "アプリは完了を残す" })
    }

    @Test func 順序が変われば二度行われるものとともに見つかり_報告はそれだけを言う() async throws {
        let report = try await report(of: InOtherOrder.Keep.self)

        let findings = report.findings.findings
        #expect(findings.contains { $0.difference.new?.name == "DataStore.save(isDone: true)" })
        let repeated = Set(findings.flatMap(\.repeated))
        #expect(repeated == ["DataStore.get(name, orSave: 最初)", "DataStore.save(isDone: true)"])
        let text = report.lines(in: .en).joined(separator: "\n")
        #expect(text.contains("done twice: DataStore") && !text.contains("no goal is reached"))
    }

    @Test func 型が変わればゴールに達しないことが見つかり_JSONのエラーにはASCIIの名前もある() async throws {
        let report = try await report(of: WithOtherType.Keep.self)

        let errors = try ErrorsInJSON(LeftoversJSON(report: report, language: .en).jsonLine)
        #expect(
            report.findings.findings.contains {
                $0.failures == ["内容が壊れています"] && $0.difference.scene?.name == "アプリは名前を残す"
            })
        #expect(report.lines(in: .en).contains { $0.contains("no goal is reached any more: damaged") })
        #expect(errors.names.contains("内容が壊れています"))
        #expect(errors.unnamed == [])
    }

    @Test func ユースケースがなくなればそう見つかる() async throws {
        let directory = TemporaryDirectory()
        let path = directory.path + "/leftovers"
        _ = try await CompositionRoot.writeLeftovers(to: path, of: Old.Keep.plannedRuns, depth: 0) { _ in }

        let (_, findings) = try await CompositionRoot.resumeLeftovers(in: path, with: []) { _ in }

        #expect(findings.findings.map(\.difference.plannedRun) == ["Keep"])
        #expect(findings.findings.map(\.difference.new) == [nil])
    }
}

@Suite struct 残りものの一覧 {
    /// Returns the error for the leftovers of one use case after a change of their list.
    private func error(changing change: (String) -> String) async throws -> ErrorWrapper? {
        let directory = TemporaryDirectory()
        let path = directory.path + "/leftovers"
        _ = try await CompositionRoot.writeLeftovers(to: path, of: Old.Keep.plannedRuns, depth: 0) { _ in }
        let list = URL(fileURLWithPath: path + "/leftovers.jsonl")
        try Data(change(String(decoding: Data(contentsOf: list), as: UTF8.self)).utf8).write(to: list)
        do throws(ErrorWrapper) {
            _ = try await CompositionRoot.resumeLeftovers(in: path, with: Old.Keep.plannedRuns) { _ in }
            return nil
        } catch {
            return error
        }
    }

    @Test func 手を加えなければ読める() async throws {
        #expect(try await error { $0 } == nil)
    }

    @Test(
        arguments: [
            { _ in "" }, { _ in #"{"version":1}"# + "\n" }, { _ in "leftovers\n" }, { String($0.dropLast(20)) },
            { $0.replacing(#""folder":"1""#, with: #""folder":"../../etc""#) },
        ] as [@Sendable (String) -> String])
    func 別のものや途中で切れたものやよその場所を指すものは壊れていると伝える(
        change: @Sendable (String) -> String
    ) async throws {
        try await expect(error(changing: change)?.name, equals: "内容が壊れています")
    }

    @Test func 新しい形なら新しいバージョンのものと伝える() async throws {
        let error = try await error { $0.replacing("{\"leftovers\":1", with: "{\"leftovers\":2") }

        #expect(error?.name == "内容が壊れています")
        #expect(error?.hindrance == .newerVersion)
    }

    @Test func 何かがすでにある場所には書かない() async throws {
        let directory = TemporaryDirectory()

        await #expect(throws: ErrorWrapper.self) {
            try await CompositionRoot.writeLeftovers(
                to: directory.path, of: Old.Keep.plannedRuns, depth: 0, progress: { _ in })
        }
        try expect(FileManager.default.contentsOfDirectory(atPath: directory.path), equals: [])
    }
}
