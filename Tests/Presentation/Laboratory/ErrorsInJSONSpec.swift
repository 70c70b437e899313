import CalearningApplication
import CalearningDomain
import Foundation
import Testing
import UsecasesStorage

@testable import CalearningPresentation
@testable import CalearningTestSupport
@testable import UsecasesEngine
@testable import UsecasesLaboratory
@testable import UsecasesTerminal
@testable import UsecasesTesting

/// The errors that JSON names by their Japanese names.
struct ErrorsInJSON {
    private static let known = ErrorWrapper.asciiNames.keys

    private(set) var names: Set<String> = []
    /// The errors of objects that do not have their ASCII names.
    private(set) var unnamed: [String] = []

    init(_ text: String) throws {
        read(try JSONSerialization.jsonObject(with: Data(text.utf8)))
    }

    private mutating func read(_ value: Any) {
        for element in value as? [Any] ?? [] { read(element) }
        guard let object = value as? [String: Any] else { return }
        for (key, member) in object where key != "case" {
            read(member)
            for text in [member as? String].compactMap(\.self) + (member as? [String] ?? []) {
                guard let name = Self.known.first(where: { text == $0 || text.hasSuffix("✗ \($0)") }) else { continue }
                names.insert(name)
                let errors = [object["error"]].compactMap(\.self) + (object["errors"] as? [Any] ?? [])
                let pair = ["case": name, "name": ErrorWrapper.asciiName(of: name)]
                if !errors.contains(where: { $0 as? [String: String] == pair }) { unnamed.append("\(key): \(text)") }
            }
        }
    }
}

@Suite struct 実験室のJSONのエラー {
    @Test(arguments: [Boot.self, ReadZen.self] as [any Usecase.Type])
    func 探索のエラーにはASCIIの名前もある(usecase: any Usecase.Type) async throws {
        let exploration = await Explorations.of(usecase)

        let errors = try ErrorsInJSON(ExplorationJSON(exploration, of: .own, in: .en).jsonLine)

        #expect(errors.names.contains("ネットワーク接続不可"))
        #expect(errors.unnamed == [])
    }

    @Test func 照合のエラーにはASCIIの名前もある() async throws {
        let explorer = Explorer(form: { ValueForm(encoding: $0) }, dependencies: { .laboratory })
        let ways = KnownWays(await explorer.explore(Boot.self), names: Set(CompositionRoot.keys.map(\.name)))
        let look = ways.usecase.scenes[0].name
        let call = PortCallName(port: "DataStore", operation: "get(_:)", arguments: ["udid"])
        let runs: [[ObservedEvent.What]] = [
            [.enter(scene: look, ordinal: nil), .call(call, .threw("未設定", fromJournal: false))],
            [.failure("実行を許可されていません", fromJournal: false)],
        ]
        var audit = Audit([ways])
        for (number, events) in runs.enumerated() {
            let run = UUIDv7(at: .example, random: (0, UInt64(number)))
            for event in [.begin(usecase: Boot.name, actor: "user", tellsCalls: true)] + events {
                audit.add(ObservedEvent(run, event))
            }
        }
        audit.end()

        let report = AuditReport(audit: audit, files: [])
        let errors = try ErrorsInJSON(AuditJSON(report: report, language: .en).jsonLine)

        #expect(audit.deviations.map(\.did) == [.threw("未設定"), .failure("実行を許可されていません")])
        #expect(errors.names.isSuperset(of: ["未設定", "実行を許可されていません", "読み込みに失敗", "ネットワーク接続不可"]))
        #expect(errors.unnamed == [])
    }

    @Test func カバレッジの行のエラーにはASCIIの名前もある() throws {
        let coverage = Coverage()
        let scenario = ScenarioName(scenes: ["始め"], failure: "中断")
        coverage.add(scenario, of: "Boot")

        let line = try coverage.lines(of: "仕様")
        let errors = try ErrorsInJSON(String(decoding: line, as: UTF8.self))

        #expect(errors.names == ["中断"])
        #expect(errors.unnamed == [])
    }

    @Test(arguments: ["中断", "interrupted"]) func カバレッジの行はどちらの名前でも読む(name: String) throws {
        let text = #"{"spec":"仕様","passed":true,"usecase":"Boot","scenes":["始め"],"failure":"\#(name)"}"#

        let line = try JSONDecoder().decode(Coverage.Line.self, from: Data(text.utf8))

        let scenario = ScenarioName(scenes: ["始め"], failure: "中断")
        #expect(line.walked == Coverage.Walked(usecase: "Boot", scenario: scenario))
    }
}

@Suite struct 失敗のある世界のファイル {
    private let search = WorldSearch(invariants: [NothingFails.self]) { CompositionRoot.surroundings(devices: $0) }

    /// The file of a world whose first call fails.
    private var text: String {
        get throws {
            let result = search.search(try plan((0, ["CompleteTutorial"]), faults: 1))
            return try WorldFile(try #require(result.broken.first)).jsonLine
        }
    }

    private func broken(by text: String) throws -> [String]? {
        let file = try JSONDecoder().decode(WorldFile.self, from: Data(text.utf8))
        let (plan, moves) = try file.played(by: Catalogue.usecases.flatMap { $0.plannedRuns })
        return search.broken(in: plan, by: moves)?.map(\.name)
    }

    @Test func エラーにはASCIIの名前もある() throws {
        let errors = try ErrorsInJSON(text)

        #expect(errors.names == ["読み込みに失敗"])
        #expect(errors.unnamed == [])
    }

    @Test(arguments: ["読み込みに失敗", "unreadable"]) func どちらの名前でもたどれる(name: String) throws {
        let text = try text.replacing(#""outcome":"読み込みに失敗""#, with: #""outcome":"\#(name)""#)

        #expect(text.contains(#""outcome":"\#(name)""#))
        try expect(broken(by: text), equals: [NothingFails.name])
    }

    @Test func エラーに名前がひとつだった頃のものもたどれる() throws {
        let text = try text.replacing(#/"error":\{[^}]*\},/#, with: "")

        #expect(!text.contains("unreadable"))
        try expect(broken(by: text), equals: [NothingFails.name])
    }
}
