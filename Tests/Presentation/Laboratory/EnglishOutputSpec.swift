import CalearningDomain
import Foundation
import Testing
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningApplication
@testable import CalearningPresentation
@testable import CalearningTestSupport
@testable import UsecasesEngine
@testable import UsecasesLaboratory
@testable import UsecasesTerminal

extension String {
    fileprivate var japaneseLines: [Substring] {
        split(separator: "\n").filter { line in
            line.unicodeScalars.contains {
                (0x3000...0x30FF).contains($0.value) || (0x4E00...0x9FFF).contains($0.value)
                    || (0xFF00...0xFFEF).contains($0.value)
            }
        }
    }

    /// Returns the text without these names. The longest names are removed first.
    fileprivate func leavingOut(_ names: Set<String>) -> String {
        names.sorted { ($1.count, $0) < ($0.count, $1) }.reduce(self) { $0.replacing($1, with: "") }
    }
}

enum NothingFails: Invariant {
    static let sentence = Sentence(en: "Nothing fails", ja: "何も失敗しない")

    static func occasions(in history: History) -> [WorldRun] {
        history.runs.filter { if case .failure = $0.ending { true } else { false } }
    }

    static func breach(on runs: [WorldRun], in history: History) -> Sentence? {
        Sentence(en: "A run failed.", ja: "実行が失敗した。")
    }
}

@Suite struct 英語の出力に日本語はない {
    @Test(arguments: Catalogue.usecases)
    func ユースケース(usecase: any Usecase.Type) async throws {
        let exploration = await Explorations.of(usecase)
        let graph = SceneGraph(exploration.localized(in: .en))
        let times = await LongestTimes(exploration, with: .fixture())

        #expect(UsecaseText(exploration, times: times, in: .en).lines.joined(separator: "\n").japaneseLines == [])
        #expect(UsecaseList([exploration], in: .en).lines(columns: nil).joined(separator: "\n").japaneseLines == [])
        #expect(Diagram.mermaid(graph).japaneseLines == [])
        #expect(Diagram.dot(graph, name: exploration.usecase.name).japaneseLines == [])
        var names = Set(exploration.usecase.scenes.map(\.name) + [exploration.usecase.title])
        for way in exploration.ways {
            if case .failure(let error) = way.ending { names.insert(error) }
            for case .call(_, let outcome) in way.events { names.insert(outcome) }
        }
        let json = try ExplorationJSON(exploration, of: .own, times: times, in: .en).jsonLine
        #expect(json.leavingOut(names).japaneseLines == [])
    }

    @Test func ユースケースの問題() async throws {
        let usecase = await Explorations.of(Boot.self).usecase
        let scenes = usecase.scenes.map(\.name)
        let findings: [Finding] = [
            .unreached(usecase.scenes[0]), .endless(scenes), .repeating(scenes, changing: ["attempt: 1, 2, 3"]),
            .swallowed("DataStore.save(_:)", goal: scenes[0]), .undetermined(after: scenes[0]),
            .distinguishable(scenes),
            .tooMany(7),
        ]

        for finding in findings { #expect(finding.sentence(about: usecase).text(in: .en).japaneseLines == []) }
    }

    @Test func 世界() throws {
        var plans = [
            try plan((0, ["Boot"]), (0, ["Boot"])), try plan((0, ["SignUp/1", "LogOut"])),
            try plan((0, ["SignUp/1", "ChangePassword/1", "LogIn"])), try plan((0, ["Boot"]), crashes: 1),
            try plan((0, ["SignUp/1", "LogIn"]), faults: 1),
        ]
        plans.append(try plan((0, ["CompleteTutorial"]), faults: 1))
        var report = WorldSurvey.Report()
        for fault in PlantedFault.allCases {
            let search = fault.search(invariants: CompositionRoot.invariants + [NothingFails.self])
            for plan in plans { report.broken.add(search.search(plan, atMost: 100).broken.map(search.explained)) }
        }
        let shown = WorldsReport(report, bounds: .init(), of: CompositionRoot.self)

        #expect(report.broken.count >= 8, "\(report.broken.map(\.name))")
        #expect(shown.lines(in: .en).joined(separator: "\n").japaneseLines == [])
        #expect(shown.page(in: .en).text.japaneseLines == [])
        for promise in try JSONValue(Data(shown.json(in: .en).jsonLine.utf8))["promises"]?.array ?? [] {
            let events = (promise["steps"]?.array ?? []).compactMap { $0["text"] }
            let texts = [promise["sentence"], promise["breach"]].compactMap(\.self) + events
            for text in texts + (promise["before"]?.array ?? []) { #expect(text.string?.japaneseLines == []) }
        }
        let text = shown.lines(in: .en).joined(separator: "\n")
        #expect(text.split(separator: "\n").filter { $0.contains(Secret.redacted) } == [])
        #expect(text.contains("password 2"))
        #expect(text.contains("token 1"))
        #expect(text.contains("key 1"))
        #expect(!text.contains(Password.example.reveal()))
    }

    @Test func 監査() async throws {
        let known = await CompositionRoot.knownWays()
        var audit = Audit(known)
        for (number, ways) in known.enumerated() {
            let run = UUIDv7(at: .example, random: (0, UInt64(number)))
            audit.add(ObservedEvent(run, .begin(usecase: ways.usecase.name, actor: nil, tellsCalls: false)))
            audit.add(ObservedEvent(run, .enter(scene: "nowhere", ordinal: nil)))
        }
        audit.end()
        let report = AuditReport(
            audit: audit,
            files: [
                AuditReport.File(
                    path: "a.jsonl", flaws: ObservationFlaws(),
                    error: ErrorReport(.system(error: .dataStore(.unreadable(location: "a.jsonl", content: nil)))))
            ])

        #expect(AuditText(audit, in: .en).lines.joined(separator: "\n").japaneseLines == [])
        let json = try JSONValue(Data(AuditJSON(report: report, language: .en).jsonLine.utf8))
        let (deviations, files) = (json["deviations"]?.array ?? [], json["files"]?.array ?? [])
        let sentences = deviations.compactMap { $0["sentence"] } + files.flatMap { $0["flaws"]?.array ?? [] }
        for sentence in sentences { #expect(sentence.string?.japaneseLines == []) }
        #expect(deviations.count > 0 && files.count > 0)
        for ways in known {
            let usecase = ways.usecase
            for scenario in ways.scenarios {
                let shown = scenario.localized(in: .en, of: usecase)
                #expect((shown.scenes + [shown.failure ?? ""]).joined().japaneseLines == [])
                var acts = scenario.scenes.flatMap { [Deviation.Act.enter($0), .goal($0)] }
                if let failure = scenario.failure { acts += [.failure(failure), .threw(failure)] }
                for act in acts {
                    let deviation = Deviation(
                        run: UUIDv7(at: .example, random: (0, 0)), usecase: usecase.name, scene: 1,
                        after: scenario.scenes.first, lastCall: nil, did: act, known: [act])
                    #expect(deviation.sentence(of: usecase).text(in: .en).japaneseLines == [])
                    #expect(act.knownPhrase(of: usecase).text(in: .en).japaneseLines == [])
                }
            }
        }
    }
}
