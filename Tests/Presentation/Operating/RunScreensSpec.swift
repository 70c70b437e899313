import CalearningApplication
import CalearningDomain
import Foundation
import Testing
import UsecasesEngine
import UsecasesRuns
import UsecasesTesting

@testable import CalearningPresentation
@testable import CalearningTestSupport
@testable import UsecasesTerminal

private let key = UUIDv7(at: .example, random: (0, 0))
private let time = Timestamp.example + .seconds(90)

@MainActor
@Suite struct 再開できる実行の画面 {
    private static func run(
        _ state: DurableRun.State, of usecase: String = "LockAccount", at scene: String = "アプリはアカウントを止めてセッションを終わらせる"
    ) -> DurableRun {
        DurableRun(key: key, usecase: usecase, scene: scene, attempt: 2, state: state)
    }

    private func lines(_ screen: Screen, in language: Language = .en) -> [String] {
        screen.view.plainLines(in: language)
    }

    private nonisolated static let states: [(DurableRun.State, String, String)] = [
        (.waits(since: time), "It waits for a server since \(time.toTheSecond).", "\(time.toTheSecond)からサーバを待っています。"),
        (.rests(until: time, event: nil), "It rests until \(time.toTheSecond).", "\(time.toTheSecond)まで休んでいます。"),
        (
            .rests(until: time, event: "paid"), "It rests until \(time.toTheSecond), or until the event paid.",
            "\(time.toTheSecond)か、イベントpaidまで休んでいます。"
        ),
        (
            .plays(server: "host:1", leaseEnd: time),
            "The server host:1 plays it. If the server dies, another one goes on after \(time.toTheSecond).",
            "サーバhost:1が進めています。このサーバが落ちれば、\(time.toTheSecond)を過ぎてから別のサーバが続けます。"
        ),
        (.failed(reason: "no answer"), "It failed: no answer", "失敗しました: no answer"),
        (
            .ended(goal: #"{"アカウントがない場合_アプリはないことを表示":{"name":"ada"}}"#),
            "It ended: If the account does not exist, the application says so.", "終わりました: アカウントがない場合_アプリはないことを表示。"
        ),
        (.ended(goal: "not JSON"), "It ended.", "終わりました。"),
        (.cancelled, "It was cancelled.", "取りやめになりました。"),
    ]

    @Test(arguments: states)
    func 何をどこまでいつから何度試し_なぜ待つのかを告げる(state: DurableRun.State, english: String, japanese: String) {
        let begin = Timestamp.example.toTheSecond
        let title = "Lock an account"
        let scene = "Scene: The application locks the account and ends its sessions."

        let run = Self.run(state)
        let page = lines(.runs(RunPage(following: [run])))

        #expect(
            lines(.run(run)).prefix(5)
                == [title, "Key: \(key)", scene, "Begun at \(begin). Attempts: 2.", english])
        #expect(page == ["Runs", "\(key): \(title). \(scene) Begun at \(begin). Attempts: 2. \(english)"])
        #expect(
            lines(.run(run), in: .ja).prefix(5) == [
                "アカウントを止める", "鍵: \(key)", "シーン: アプリはアカウントを止めてセッションを終わらせる。",
                "始まり: \(begin)。試した回数: 2。", japanese,
            ])
    }

    @Test func 失敗した実行には次の一手を添える() {
        let failed = Self.run(.failed(reason: "no"))

        #expect(lines(.run(failed)).last?.hasSuffix(" operate retry-run \(key)") == true)
        #expect(lines(.run(Self.run(.cancelled))).last == "It was cancelled.")
    }

    @Test func 知らないユースケースは英語の名で_制御文字は無害にして見せる() {
        let run = Self.run(.failed(reason: "a\u{1B}[31m\nb"), of: "Other\u{7}", at: "何か\r")

        let shown = lines(.run(run)) + lines(.runs(RunPage(following: [run])))

        #expect(shown.first == "Other\u{FFFD}")
        #expect(shown.contains("Scene: 何か\u{FFFD}."))
        #expect(shown.contains("It failed: a\u{FFFD}[31m\u{FFFD}b"))
        #expect(!shown.joined().unicodeScalars.contains { $0.value < 0x20 })
    }

    @Test func 一覧は続きの求め方を告げ_なければないと告げる() {
        let runs = Array(repeating: Self.run(.cancelled), count: RunPage.size + 1)

        #expect(lines(.runs(RunPage(following: runs))).count == RunPage.size + 2)
        #expect(lines(.runs(RunPage(following: runs))).last == "More follow: --after=\(key)")
        #expect(lines(.runs(RunPage(following: []))) == ["No runs."])
    }

    private nonisolated static let beginnings: [(Behaviour, [AttemptEnding], String, Int32, String)] = [
        (Behaviour(ShowRun.initial(key: key)), [], "missing-run", 64, "The run \(key) does not exist."),
        (Behaviour(CancelRun.initial(key: key)), [], "missing-run", 64, "The run \(key) does not exist."),
        (Behaviour(RetryRun.initial(key: key)), [], "missing-run", 64, "The run \(key) does not exist."),
        (
            Behaviour(CancelRun.initial(key: key)), [.failure(reason: "no", pause: nil)], "cancelled-run", 0,
            "The run \(key) was cancelled."
        ),
        (
            Behaviour(CancelRun.initial(key: key)), [.goal(Data())], "unchanged-run", 64,
            "The run has ended already. Nothing was changed."
        ),
        (
            Behaviour(RetryRun.initial(key: key)), [.failure(reason: "no", pause: nil)], "retried-run", 0,
            "The run \(key) goes on as soon as a server takes it."
        ),
        (
            Behaviour(RetryRun.initial(key: key)), [.goal(Data())], "unchanged-run", 64,
            "The run has not failed and does not rest. Nothing was changed."
        ),
    ]

    @Test(arguments: beginnings)
    func できなければ六十四で_何も変えていないことと次の一手を告げる(
        behaviour: Behaviour, endings: [AttemptEnding], name: String, status: Int32, heading: String
    ) async throws {
        let queue = InMemoryRunQueue(clock: ManualClock())
        for ending in endings { try await queue.add(0, ending: ending) }
        let presenter = ScreenPresenter(dependencies: .operated(queue), actor: .operator)

        let report = await behaviour.perform(with: presenter)

        #expect(presenter.screen.name == name)
        #expect(report.exitStatus.rawValue == status)
        #expect(lines(presenter.screen).first == heading)
        if name == "missing-run" { #expect(lines(presenter.screen).last?.hasSuffix(" operate runs --all") == true) }
        if name == "unchanged-run" { #expect(lines(presenter.screen).contains("Key: \(key)")) }
    }
}
