import ArgumentParser
import CalearningApplication
package import CalearningDomain
import Foundation
package import UsecasesEngine
package import UsecasesTerminal

/// The work of an operator on one durable run.
protocol RunWork: OperatorWork where Subject == UUIDv7 {
    static func initial(key: UUIDv7) -> Step<Self>
}

extension RunWork {
    static func beginning(with key: UUIDv7) -> Step<Self> { initial(key: key) }
    static var exitStatuses: [ExitStatus: [Sentence]] { [.wrongUsage: [.noSuchRun]] }
}

extension UUIDv7: OperatedSubject {
    static let valueName = "key"
    static let help = Sentence(en: "The key of the run.", ja: "実行の鍵。")
    static let malformed = UsageError.malformed(
        Sentence(
            en: "The key of a run has 36 characters, as `\(Product.own.name) operate runs` lists it.",
            ja: "実行は`\(Product.own.name) operate runs`が示す36文字の鍵で指定してください。"))
}

extension ListRuns: ShownUsecase {
    static func show(_ scenario: Scenario<ListRuns>) -> Screen {
        switch scenario.goal {
        case .アプリは実行の一覧を表示(let page): .runs(page)
        }
    }
}

extension ShowRun: RunWork {
    static let abstract = Sentence(en: "Show a durable run.", ja: "再開できる実行を表示する。")

    static func show(_ scenario: Scenario<ShowRun>) -> Screen {
        switch scenario.goal {
        case .アプリは実行を表示(let run): .run(run)
        case .実行がない場合_アプリはないことを表示(let key): .missingRun(key)
        }
    }
}

extension CancelRun: RunWork, ConfirmedWork {
    static let abstract = Sentence(en: "Let a durable run go on no more.", ja: "再開できる実行をやめさせる。")
    static let discussion: Sentence? = Sentence(
        en: "What it has done stays done. A server that plays it stops at its next change.",
        ja: "すでにしたことは元に戻らない。実行を進めているサーバは、次に何かを変えるときに止まる。")
    static let exitStatuses: [ExitStatus: [Sentence]] = [
        .wrongUsage: [.noSuchRun, Sentence(en: "the run has ended already", ja: "その実行はもう終わっている")]
    ]

    static func question(_ key: UUIDv7) -> Sentence {
        Sentence(
            en: "Cancel the run \(key)? What it has done stays done, and it cannot go on again.",
            ja: "実行\(key)をやめさせますか? すでにしたことは元に戻らず、もう続けられません。")
    }

    static func show(_ scenario: Scenario<CancelRun>) -> Screen {
        switch scenario.goal {
        case .アプリはやめさせたことを表示(let key):
            .page("cancelled-run", Sentence(en: "The run \(key) was cancelled.", ja: "実行\(key)をやめさせました。"))
        case .実行がもう終わっている場合_アプリは何も変えずに実行を表示(let run):
            .run(
                run,
                despite: Sentence(en: "The run has ended already. Nothing was changed.", ja: "実行はもう終わっています。何も変えていません。"))
        case .実行がない場合_アプリはないことを表示(let key): .missingRun(key)
        }
    }
}

extension RetryRun: RunWork {
    static let abstract = Sentence(
        en: "Let a durable run that failed or rests go on now.", ja: "失敗したか休んでいる、再開できる実行を、今また進める。")
    static let discussion: Sentence? = Sentence(
        en: "It goes on after its last change. What it has done is not done again.",
        ja: "最後に変えたところから続き、すでにしたことは繰り返さない。")
    static let exitStatuses: [ExitStatus: [Sentence]] = [
        .wrongUsage: [
            .noSuchRun, Sentence(en: "the run has not failed and does not rest", ja: "その実行は失敗も休みもしていない"),
        ]
    ]

    static func show(_ scenario: Scenario<RetryRun>) -> Screen {
        switch scenario.goal {
        case .アプリはまた進むことを表示(let key):
            .page(
                "retried-run",
                Sentence(
                    en: "The run \(key) goes on as soon as a server takes it.", ja: "実行\(key)は、サーバが引き受けるとまた進みます。"))
        case .実行が失敗も休みもしていない場合_アプリは何も変えずに実行を表示(let run):
            .run(
                run,
                despite: Sentence(
                    en: "The run has not failed and does not rest. Nothing was changed.",
                    ja: "実行は失敗も休みもしていません。何も変えていません。"))
        case .実行がない場合_アプリはないことを表示(let key): .missingRun(key)
        }
    }
}

extension Sentence {
    fileprivate static let noSuchRun = Sentence(en: "the run does not exist", ja: "その実行はない")
}

extension Screen {
    fileprivate static func missingRun(_ key: UUIDv7) -> Screen {
        .page(
            "missing-run", Sentence(en: "The run \(key) does not exist.", ja: "実行\(key)はありません。"),
            [
                Sentence(
                    en: "List all runs: \(Product.own.name) operate runs --all",
                    ja: "すべての実行の一覧: \(Product.own.name) operate runs --all")
            ], exitStatus: .wrongUsage)
    }

    /// Returns the screen with one run. If a command could not change it, `objection` says why.
    package static func run(_ run: DurableRun, despite objection: Sentence? = nil) -> Screen {
        let advice: Sentence? =
            if case .failed = run.state, objection == nil {
                Sentence(
                    en: "Let it go on when the cause is gone: \(Product.own.name) operate retry-run \(run.key)",
                    ja: "原因がなくなれば、また進められます: \(Product.own.name) operate retry-run \(run.key)")
            } else {
                nil
            }
        return .page(
            objection == nil ? "run" : "unchanged-run", objection ?? run.title,
            (objection == nil ? [] : [run.title]) + [Sentence(en: "Key: \(run.key)", ja: "鍵: \(run.key)")] + run.facts
                + [advice].compactMap(\.self), exitStatus: objection == nil ? .success : .wrongUsage)
    }

    /// Returns the screen with a page of runs.
    package static func runs(_ page: RunPage) -> Screen {
        let more = page.runs.last.flatMap { last in
            page.hasMore
                ? Sentence(en: "More follow: --after=\(last.key)", ja: "続きがあります: --after=\(last.key)") : nil
        }
        return .page(
            "runs",
            page.runs.isEmpty ? Sentence(en: "No runs.", ja: "実行はありません。") : Sentence(en: "Runs", ja: "実行"),
            page.runs.map { run in
                let title = Sentence(
                    en: "\(run.key): \(run.title.text(in: .en)).", ja: "\(run.key): \(run.title.text(in: .ja))。")
                return run.facts.reduce(title) { $0.followed(by: $1) }
            } + [more].compactMap(\.self))
    }
}

extension DurableRun {
    private var known: (any Usecase.Type)? { CompositionRoot.usecases.first { $0.name == usecase } }

    /// The title of the use case, or its name if this program does not know it.
    fileprivate var title: Sentence { known.map { $0.sentence($0.title) } ?? Sentence(usecase) }

    /// The scene, the beginning, the attempt and the state.
    fileprivate var facts: [Sentence] {
        let scene = sentence(self.scene)
        return [
            Sentence(en: "Scene: \(scene.text(in: .en)).", ja: "シーン: \(scene.text(in: .ja))。"),
            Sentence(
                en: "Begun at \(key.time.toTheSecond). Attempts: \(attempt).",
                ja: "始まり: \(key.time.toTheSecond)。試した回数: \(attempt)。"),
            activity,
        ]
    }

    /// What the run does, or why it does not go on.
    private var activity: Sentence {
        switch state {
        case .waits(let time):
            Sentence(en: "It waits for a server since \(time.toTheSecond).", ja: "\(time.toTheSecond)からサーバを待っています。")
        case .rests(let time, nil):
            Sentence(en: "It rests until \(time.toTheSecond).", ja: "\(time.toTheSecond)まで休んでいます。")
        case .rests(let time, let event?):
            Sentence(
                en: "It rests until \(time.toTheSecond), or until the event \(event).",
                ja: "\(time.toTheSecond)か、イベント\(event)まで休んでいます。")
        case .plays(let server, let end):
            Sentence(
                en: "The server \(server) plays it. If the server dies, another one goes on after \(end.toTheSecond).",
                ja: "サーバ\(server)が進めています。このサーバが落ちれば、\(end.toTheSecond)を過ぎてから別のサーバが続けます。")
        case .failed(let reason): Sentence(en: "It failed: \(reason)", ja: "失敗しました: \(reason)")
        case .ended(let goal):
            if let goal = Self.name(ofGoal: goal).map(sentence) {
                Sentence(en: "It ended: \(goal.text(in: .en)).", ja: "終わりました: \(goal.text(in: .ja))。")
            } else {
                Sentence(en: "It ended.", ja: "終わりました。")
            }
        case .cancelled: Sentence(en: "It was cancelled.", ja: "取りやめになりました。")
        }
    }

    private func sentence(_ scene: String) -> Sentence { known?.sentence(scene) ?? Sentence(scene) }

    /// Returns the name of the goal with this JSON, or `nil` without one.
    private static func name(ofGoal json: String) -> String? {
        (try? JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])?.keys.first
    }
}
