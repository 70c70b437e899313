import CalearningApplication
import CalearningDomain
import Foundation
import Testing
import UsecasesEngine
import UsecasesLaboratory
import UsecasesStorage
import UsecasesSystem
import UsecasesTerminal
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningPresentation
@testable import CalearningTestSupport

/// Lines of recordings, logs and reports, as they are written to files.
private enum Written {
    static let run = "01a205e3-35b6-7352-afa7-a6a7ee04cc01"
    static let first = "アプリはサーバで発行したUDIDが保存されていないかを調べる"
    static let obtains = "UDIDがない場合_アプリはUDIDを取得する"
    static let second = "アプリはユーザがチュートリアルを完了した記録がないかを調べる"
    static let tutorial = "チュートリアル完了の記録がない場合_アプリはチュートリアル画面を表示"
    static let login = "チュートリアル完了の記録がある場合_アプリはログイン画面を表示"

    static func begin(_ usecase: String = Boot.name, actor: String = "user", version: Int = 1, run: String = run)
        -> String
    {
        #"{"begin":{"actor":"\#(actor)","course":"basic","run":"\#(run)","scene":{},"usecase":"\#(usecase)","version":\#(version)}}"#
    }

    static func enter(_ scene: String, run: String = run) -> String {
        #"{"enter":{"course":"basic","name":"\#(scene)","run":"\#(run)","scene":{}}}"#
    }

    static func get(_ key: String, _ returned: String) -> String {
        call("DataStore", "get(_:)", [key], #"{"returned":\#(returned)}"#)
    }

    static func call(
        _ port: String, _ operation: String, _ arguments: [String], _ outcome: String, redacted: Bool = false
    ) -> String {
        let list = arguments.map { "\"\($0)\"" }.joined(separator: ",")
        return
            #"{"call":{"arguments":[\#(list)],"operation":"\#(operation)","ordinal":1,"outcome":\#(outcome),"port":"\#(port)","run":"\#(run)"},"changes":false,"redacted":\#(redacted)}"#
    }

    static func threw(_ error: String, args: String = "{}") -> String {
        #"{"threw":\#(self.error(error, args: args))}"#
    }

    static func error(_ error: String, args: String = "{}") -> String {
        #"{"args":\#(args),"causedBy":[],"system":\#(error)}"#
    }

    static let unprovided = #"{"dependency":{"_0":{"未設定":{"port":"DataStore"}}}}"#
    static let interrupted = #"{"task":{"_0":{"中断":{}}}}"#
    static func unwritable(_ place: String) -> String { #"{"dataStore":{"_0":{"書き込みに失敗":{"location":"\#(place)"}}}}"# }

    static func end(_ goal: String, run: String = run) -> String {
        #"{"end":{"goal":"\#(goal)","run":"\#(run)","scene":{}}}"#
    }

    static func fail(_ error: String) -> String { #"{"end":{"error":\#(error),"run":"\#(run)"}}"# }

    static let obtaining = [
        call(
            "DataStore", "get(_:orSave:)", ["installationKey", "[redacted]"], #"{"returned":"[redacted]"}"#,
            redacted: true),
        call("Backend", "publishUdid(for:)", ["[redacted]"], #"{"returned":"\#(run)"}"#),
        call("DataStore", "get(_:orSave:)", ["udid", run], #"{"returned":"\#(run)"}"#),
    ]

    static let boot =
        [begin(), enter(first), get("udid", "null"), enter(obtains)] + obtaining
        + [enter(second), get("hasCompletedTutorial", "null"), end(tutorial)]

    static func span(
        _ scene: String, _ ordinal: Int, course: String = "basic", failure: String? = nil, run: String? = run
    ) -> String {
        let failed = failure.map { #","failure":"\#($0)""# } ?? ""
        let of = run.map { #","run":"\#($0)","ordinal":\#(ordinal)"# } ?? ""
        return
            #"{"time":"2026-11-20T12:00:00.000Z","level":"info","message":"span","logger":"service","attributes":{"course":"\#(course)","usecase":"Boot"\#(of)\#(failed)},"span":"\#(scene)"}"#
    }

    static func report(_ scenes: [String], goal: String? = nil, error: String? = nil) -> String {
        let list = (scenes.map { ("basic", $0) } + (goal.map { [("goal", $0)] } ?? []))
            .map { #"{"course":"\#($0)","name":"\#($1)"}"# }.joined(separator: ",")
        let ending =
            goal.map { #""goal":"\#($0)""# } ?? #""error":{"case":"\#(error ?? "")","args":{}}"#
        return #"{"run":"\#(run)","usecase":"Boot","scenes":[\#(list)],\#(ending)}"#
    }
}

private let known = Task { await CompositionRoot.knownWays() }

private func auditedFile(
    _ text: String, limits: Audit.Limits = Audit.Limits()
) async throws -> (Audit, ObservationFlaws) {
    let directory = TemporaryDirectory()
    defer { withExtendedLifetime(directory) {} }
    try directory.write(text, to: "runs.jsonl")
    var audit = Audit(await known.value, limits: limits)
    var runs = try ObservedRuns(directory.path + "/runs.jsonl")
    while let piece = try runs.next() {
        switch piece {
        case .events(let events): for event in events { audit.add(event) }
        case .loss: audit.loseAll()
        }
    }
    audit.end()
    return (audit, runs.flaws)
}

private func audited(_ lines: [String], limits: Audit.Limits = Audit.Limits()) async throws -> Audit {
    try await auditedFile(lines.map { $0 + "\n" }.joined(), limits: limits).0
}

@Suite struct 記録された実行の照合 {
    @Suite struct 知られた道をたどった場合 {
        @Test(arguments: Catalogue.usecases)
        func 探索したすべての道筋が知られている(usecase: any Usecase.Type) async throws {
            func record<U: Usecase>(_ usecase: U.Type) async throws -> (Data, ways: Int) {
                var (data, ways) = (Data(), 0)
                await U.forEachWay { scene, outcomes in
                    let lines = RecordingLines()
                    var dependencies = Dependencies.fixture()
                    dependencies.taps = [outcomes, lines.tap]
                    let actor = U.actors.min { $0.rawValue < $1.rawValue } ?? .user
                    _ = try? await U.interact(from: scene, as: actor, with: dependencies)
                    data += lines.data
                    ways += 1
                }
                return (data, ways)
            }
            let (data, ways) = try await record(usecase)

            let (audit, flaws) = try await auditedFile(String(decoding: data, as: UTF8.self))

            #expect(audit.deviations == [])
            #expect(audit.counts.runs == ways)
            let own = try #require(audit.ways.firstIndex { $0.usecase.name == usecase.name })
            #expect(audit.happened[own].allSatisfy { $0 > 0 })
            #expect(audit.counts.known == ways)
            #expect(flaws.isForeign == false)
        }

        @Test func 途中で中断された実行と終わりのない実行は知られた道のうちに数える() async throws {
            let cut = Array(Written.boot.prefix(4))

            try await expect(audited(cut).counts.unended, equals: 1)
            let interrupted = try await audited(cut + [Written.fail(Written.error(Written.interrupted))])
            #expect(interrupted.counts.interrupted == 1)
            let within =
                cut + [
                    Written.call(
                        "DataStore", "get(_:orSave:)", ["installationKey", ""], Written.threw(Written.interrupted)),
                    Written.fail(Written.error(Written.interrupted)),
                ]
            try await expect(audited(within).counts.interrupted, equals: 1)
        }

        @Test func ジャーナルの失敗はどこでも起こりうる() async throws {
            let place = "/state/journal/Boot-1.jsonl"
            let args = #"{"file":"\#(place)"}"#
            let error = Written.unwritable(place)
            let lines =
                Written.boot.prefix(8) + [
                    Written.call("DataStore", "get(_:)", ["hasCompletedTutorial"], Written.threw(error, args: args)),
                    Written.fail(Written.error(error, args: args)),
                ]

            try await expect(audited(Array(lines)).counts.withoutJournal, equals: 1)
            try await expect(
                audited(lines.map { $0.replacing("journal", with: "else") }).counts.deviated, equals: 1)
        }

        @Test func シーンだけのログとレポートは起こったシナリオを数える() async throws {
            let scenes = [Written.first, Written.obtains, Written.second]
            let log =
                scenes.enumerated().map { Written.span($1, $0 + 1) } + [
                    Written.span(Written.tutorial, 4, course: "goal")
                ]
            let failed = [Written.span(Written.first, 1), Written.span(Written.obtains, 2, failure: "ネットワーク接続不可")]
            let reports = [
                Written.report(scenes, goal: Written.tutorial),
                Written.report([Written.first], error: "内容が壊れています"),
            ]

            let audit = try await audited(log + failed + reports)

            #expect(audit.counts.known == 4)
            let boot = try #require(audit.ways.firstIndex { $0.usecase.name == "Boot" })
            let happened = zip(audit.ways[boot].scenarios, audit.happened[boot]).filter { $1 > 0 }
            #expect(
                Set(happened.map(\.0)) == [
                    ScenarioName(scenes: scenes + [Written.tutorial], failure: nil),
                    ScenarioName(scenes: Array(scenes.prefix(2)), failure: "ネットワーク接続不可"),
                    ScenarioName(scenes: Array(scenes.prefix(1)), failure: "内容が壊れています"),
                ])
            #expect(happened.map(\.1).sorted() == [1, 1, 2])
        }
    }

    @Suite struct 知らない道をたどった場合 {
        private func deviation(_ lines: [String]) async throws -> Deviation {
            let audit = try await audited(lines)
            #expect(audit.counts.deviated == 1)
            #expect(audit.counts.known == 0)
            #expect(audit.happened.allSatisfy { $0.allSatisfy { $0 == 0 } })
            return try #require(audit.deviations.first)
        }

        @Test func 飛ばしたシーンとその前のシーンを告げる() async throws {
            let skipping = [0, 1, 2, 7, 8, 9].map { Written.boot[$0] }

            let deviation = try await deviation(skipping)

            #expect("\(deviation.run)" == Written.run)
            #expect(deviation.usecase == "Boot")
            #expect(deviation.scene == 1)
            #expect(deviation.after == Written.first)
            #expect(deviation.lastCall == "DataStore.get(udid)")
            #expect(deviation.did == .enter(Written.second))
            #expect(deviation.known == [.enter(Written.obtains)])
        }

        @Test func シーンだけのログでも飛ばしたシーンを告げる() async throws {
            let log = [Written.span(Written.first, 1), Written.span(Written.tutorial, 2, course: "goal")]

            let deviation = try await deviation(log)

            #expect(deviation.after == Written.first)
            #expect(deviation.did == .goal(Written.tutorial))
            #expect(deviation.known.contains(.enter(Written.second)))
        }

        @Test func 呼び出しの結果と合わないゴールも知らない道である() async throws {
            let deviation = try await deviation(Array(Written.boot.dropLast()) + [Written.end(Written.login)])

            #expect(deviation.did == .goal(Written.login))
            #expect(deviation.known == [.goal(Written.tutorial)])
        }

        @Test(arguments: [("DataStore", "get(_:)", "hasCompletedTutorial"), ("Backend", "publishUdid(for:)", "udid")])
        func 余分な呼び出しや別のキーの呼び出しも知らない道である(port: String, operation: String, key: String) async throws {
            var lines = Written.boot
            lines.insert(Written.call(port, operation, [key], #"{"returned":null}"#), at: 3)

            let deviation = try await deviation(lines)

            #expect(deviation.scene == 1)
            #expect(
                deviation.did
                    == .call("\(port).\(operation.prefix { $0 != "(" })(\(key == "udid" ? "for: " : "")\(key))"))
        }

        @Test func 探索の知らない結果も知らない道である() async throws {
            let lines =
                Written.boot.prefix(2) + [
                    Written.call("DataStore", "get(_:)", ["udid"], Written.threw(Written.unprovided)),
                    Written.fail(Written.error(Written.unprovided)),
                ]

            let deviation = try await deviation(Array(lines))

            #expect(deviation.did == .threw("未設定"))
            #expect(deviation.known.contains(.threw("読み込みに失敗")))
        }

        @Test func 許可されないアクターの実行がシーンに入ったら知らない道である() async throws {
            let refusal = #"{"authorization":{"_0":{"実行を許可されていません":{"actor":"application","usecase":"ReadZen"}}}}"#
            let refused = #"{"end":{"error":{"args":{},"causedBy":[],"service":\#(refusal)},"run":"\#(Written.run)"}}"#
            let begin = Written.begin("ReadZen", actor: "application")

            try await expect(audited([begin, refused]).counts.refused, equals: 1)
            try await expect(deviation([Written.begin("ReadZen"), refused]).did, equals: .failure("実行を許可されていません"))
        }

        @Test func 次の実行は改めて判定する() async throws {
            let audit = try await audited([0, 1, 2, 7, 8, 9].map { Written.boot[$0] } + Written.boot)

            #expect(audit.counts.deviated == 1)
            #expect(audit.counts.known == 1)
        }
    }

    @Suite struct すべては読めない場合 {
        private var whole: String { Written.boot.map { $0 + "\n" }.joined() }

        @Test func 途中で切れたファイルはそれまでを判定しそう告げる() async throws {
            let half = whole.utf8.count / 2

            let (audit, flaws) = try await auditedFile(
                whole + String(decoding: whole.utf8.prefix(half), as: UTF8.self))

            #expect(flaws.isTruncated)
            #expect(audit.counts.known == 1)
            #expect(audit.counts.incomplete == 1)
            #expect(audit.counts.deviated == 0)
        }

        @Test func 改行だけがない最後の行は読める() async throws {
            let (audit, flaws) = try await auditedFile(String(whole.dropLast()))

            #expect(!flaws.isTruncated)
            #expect(audit.counts.known == 1)
        }

        @Test(arguments: [
            "", "\n", "not JSON\n", "{}\n", "[1]\n", #"{"level":"info","msg":"x"}"# + "\n", "\u{0}\u{1}\n",
        ])
        func 別のプログラムのファイルはそう告げる(text: String) async throws {
            let (audit, flaws) = try await auditedFile(text)

            #expect(flaws.isForeign)
            #expect(audit.counts.runs == 0)
        }

        @Test(arguments: ["x", #"{"enter":{"run":5}}"#, #"{"call":{}}"#, #"{"begin":null}"#, "\u{FF}"])
        func 壊れた行は何行目かを告げ途中だった実行だけを判定しない(line: String) async throws {
            let lines = Array(Written.boot.prefix(3)) + [line] + Array(Written.boot.dropFirst(3))

            let (audit, flaws) = try await auditedFile(lines.map { $0 + "\n" }.joined() + whole)

            #expect(flaws.unreadable.first == 4)
            #expect(flaws.unreadable.count == 1)
            #expect(audit.counts.incomplete == 1)
            #expect(audit.counts.known == 1)
        }

        @Test func 知らないユースケースと知らない形式を告げる() async throws {
            let lines = [
                Written.begin("Unknown"), Written.enter("挨拶する"), Written.end("挨拶した"), Written.begin(version: 2),
            ]

            let (audit, flaws) = try await auditedFile(lines.map { $0 + "\n" }.joined())

            #expect(audit.unknownUsecases == ["Unknown": 1])
            #expect(flaws.otherVersion.first == 4)
            #expect(audit.counts.deviated == 0)
        }

        @Test func ログから落ちた行のある実行は判定しない() async throws {
            let gap = [Written.span(Written.first, 1), Written.span(Written.second, 3)]
            let tail = [Written.span(Written.second, 2), Written.span(Written.tutorial, 3, course: "goal")]

            try await expect(audited(gap).counts.incomplete, equals: 1)
            try await expect(audited(tail).counts.incomplete, equals: 1)
        }

        @Test func 実行を書かない版のシーンはそう告げる() async throws {
            let (audit, flaws) = try await auditedFile(Written.span(Written.first, 1, run: nil) + "\n")

            #expect(flaws.anonymous.count == 1)
            #expect(audit.counts.runs == 0)
        }
    }

    @Suite struct 限度を超える場合 {
        @Test func 長すぎる行は持たずに飛ばす() async throws {
            let long = #"{"enter":{"name":""# + String(repeating: "x", count: ObservedRuns.lineLimit) + #""}}"#

            let (audit, flaws) = try await auditedFile(
                [Written.begin(), long].map { $0 + "\n" }.joined() + Written.boot.map { $0 + "\n" }.joined())

            #expect(flaws.tooLong.first == 2)
            #expect(audit.counts.incomplete == 1)
            #expect(audit.counts.known == 1)
        }

        @Test(arguments: [ObservedRuns.depthLimit, 1_000_000])
        func 深すぎる行は解釈せずに飛ばす(depth: Int) async throws {
            let value = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
            let lines = [Written.begin(), Written.get("udid", value)] + Written.boot

            let (audit, flaws) = try await auditedFile(lines.map { $0 + "\n" }.joined())

            #expect(flaws.tooDeep.first == 2)
            #expect(audit.counts.known == 1)
        }

        @Test func 同時に進む実行と知らない道と知らない名前には持つ数の限りがある() async throws {
            var limits = Audit.Limits()
            (limits.openRuns, limits.deviations, limits.unknownUsecases) = (2, 2, 2)
            let runs = (1...5).map { "01a205e3-35b6-7352-afa7-a6a7ee04cc0\($0)" }

            let open = try await audited(runs.map { Written.begin(run: $0) }, limits: limits)
            let wrong = try await audited(
                runs.flatMap { [Written.begin(run: $0), Written.enter("x", run: $0), Written.end("y", run: $0)] },
                limits: limits)
            let unknown = try await audited(
                runs.map { Written.begin("Greet\($0)", run: $0) }, limits: limits)

            #expect((open.counts.unended, open.counts.incomplete) == (2, 3))
            #expect((wrong.counts.deviated, wrong.deviations.count) == (5, 2))
            #expect((unknown.unknownUsecases.count, unknown.furtherUnknown) == (2, 3))
        }

        @Test func 外から来た名前は短くして持つ() async throws {
            let name = String(repeating: "長", count: 100_000)

            let audit = try await audited([Written.begin(), Written.enter(name), Written.begin(name)])

            #expect(audit.deviations.first?.did == .enter(String(repeating: "長", count: 200) + "…"))
            #expect(audit.unknownUsecases.keys.first?.count == 201)
        }
    }
}
