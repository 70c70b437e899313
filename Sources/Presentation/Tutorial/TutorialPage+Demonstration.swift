import CalearningApplication
import CalearningDomain
import UsecasesEngine
import UsecasesLaboratory
import UsecasesTerminal

extension TutorialPage {
    /// The demonstration of the page. It runs the real use cases with separate dependencies, created on demand.
    var demonstration: Demonstration {
        Demonstration("tutorial \(self)") { stage in
            switch self {
            case .scenes: await stage.showScenes()
            case .alternative: await stage.startTwice()
            case .failure: await stage.failToConnect()
            case .scenarios: await stage.explore()
            case .backends: await stage.swapBackends()
            case .recording: await stage.replay()
            case .onward: await stage.complete()
            }
        }
    }
}

extension Demonstration.Stage {
    @MainActor fileprivate func showScenes() async {
        let report = await run(Boot.initial, in: CompositionRoot.world())
        say(
            Sentence(
                en: """
                    These \(report.scenes.count) scenes are the scenario of the run. Each line is written when its scene is \
                    entered; the clock of the sandbox stands still. `\(Product.own.name) boot --trace` shows the same on your \
                    device.
                    """,
                ja: """
                    通った\(report.scenes.count)つのシーンが、この実行のシナリオです。どの行も、そのシーンに入ったときに書かれます\
                    (サンドボックスの時計は止まっています)。お使いのデバイスでは`\(Product.own.name) boot --trace`で見られます。
                    """))
    }

    @MainActor fileprivate func startTwice() async {
        let world = CompositionRoot.world()
        tell(Line(Sentence(en: "The first start:", ja: "最初の起動:").text(in: language), style: .prose))
        let first = await run(Boot.initial, in: world)
        say(Sentence(en: "The second start:", ja: "二度目の起動:"))
        let second = await run(Boot.initial, in: world)
        say(
            Sentence(
                en: """
                    \(first.scenes.count) scenes, then \(second.scenes.count), because the data store of the sandbox has kept \
                    the UDID \(second.udid). The code of Boot is the same, and the scenario is another one.
                    """,
                ja: """
                    シーンは\(first.scenes.count)つから\(second.scenes.count)つになりました。サンドボックスのデータストアに、UDID \(second.udid) \
                    が残っていたからです。Bootのコードは同じでも、シナリオは変わります。
                    """))
    }

    @MainActor fileprivate func failToConnect() async {
        await run(Boot.initial, in: CompositionRoot.world(with: .unreachable))
        say(
            Sentence(
                en: """
                    The run ended in the scene that asked for the UDID. An error keeps what was asked and what caused it, \
                    down to the last cause (←), and says what to do.
                    """,
                ja: """
                    実行は、UDIDを取得しようとしたシーンで終わりました。エラーには、リクエストの内容と、もとの原因(←)までが残り、\
                    どうすればよいかも示されます。
                    """))
    }

    @MainActor fileprivate func explore() async {
        let exploration = await CompositionRoot.explorer.explore(Boot.self)
        tell(UsecaseText(exploration, in: language).lines)
        say(
            Sentence(
                en: """
                    From each call of a port branch the answers that it can give. ◎ is a goal, ✗ an error, and … stands for what \
                    is above. The specification is generated from such trees, and each scenario is covered by a spec. \
                    `\(Product.own.name) usecases` lists all use cases, `\(Product.own.name) usecases Boot` shows this tree.
                    """,
                ja: """
                    ポートの呼び出しから、ありうる結果が枝分かれします。◎はゴール、✗はエラーで、…の続きは上と同じです。\
                    仕様書はこうしたツリーから生成され、どのシナリオにもスペックがあります。\
                    `\(Product.own.name) usecases`でユースケースの一覧を、`\(Product.own.name) usecases Boot`でこのツリーを見られます。
                    """))
    }

    @MainActor fileprivate func swapBackends() async {
        let backends: [(CompositionRoot.DemonstratedBackend, Sentence)] = [
            (.embedded, Sentence(en: "1. The service runs in this process:", ja: "1. このプロセスの中で動くサービス:")),
            (.stub, Sentence(en: "2. A stub answers in place of a service:", ja: "2. サービスの代わりに答えるスタブ:")),
            (.refusing, Sentence(en: "3. A service refuses:", ja: "3. リクエストを拒否するサービス:")),
        ]
        for (number, (backend, sentence)) in backends.enumerated() {
            if number > 0 { tell(Line()) }
            tell(Line(sentence.text(in: language), style: .prose))
            let report = await run(Boot.initial, in: CompositionRoot.world(with: backend))
            if case .goal = report.ending { tell(["UDID: \(report.udid)"]) }
        }
        say(
            Sentence(
                en: "On your device, `--backend` chooses the backend, and `--store` where data is kept.",
                ja: "お使いのデバイスでは、`--backend`でバックエンドを、`--store`でデータの保存先を選べます。"))
    }

    @MainActor fileprivate func replay() async {
        let outcome = ErrorWrapper.names(of: "ネットワーク接続不可").text(in: language)
        let change = OutcomeChange(call: "Backend.publishUdid", outcome: outcome)
        do {
            let recording = try await CompositionRoot.recording(in: CompositionRoot.world()) { world in
                tell(Line(Sentence(en: "A run is recorded:", ja: "実行を記録します:").text(in: language), style: .prose))
                await run(Boot.initial, in: world)
            }
            say(Sentence(en: "Replayed:", ja: "再生すると:"))
            try await tell(CompositionRoot.replay(recording, from: "recording"))
            say(
                Sentence(
                    en: "Replayed with \(change.call)=\(change.outcome):",
                    ja: "\(change.call)=\(change.outcome)に変えて再生すると:"))
            try await tell(CompositionRoot.replay(recording, from: "recording", changing: [change]))
        } catch {
            // The recording is empty because the user has left the page.
            return
        }
        say(
            Sentence(
                en: """
                    On your device, `\(Product.own.name) boot --record run.jsonl` records, and `\(Product.own.name) replay run.jsonl` \
                    replays, with `--with` for the change.
                    """,
                ja: """
                    お使いのデバイスでは、`\(Product.own.name) boot --record run.jsonl`で記録し、`\(Product.own.name) replay run.jsonl`で再生します。\
                    結果を変えるには`--with`を付けます。
                    """))
    }

    @MainActor fileprivate func complete() async {
        let world = CompositionRoot.world()
        await run(CompleteTutorial.initial, in: world)
        tell(Line())
        await run(Boot.initial, in: world)
        say(
            Sentence(
                en: """
                    `\(Product.own.name) usecases` lists every use case. With `--format html` it writes the whole specification. \
                    `usecase learn` is a course: exercises of your own, judged scenario by scenario. \
                    `\(Product.own.name) --help` lists everything else.
                    """,
                ja: """
                    `\(Product.own.name) usecases`でユースケースを一覧でき、`--format html`を付けると仕様書の全体を書き出します。\
                    `usecase learn`は、シナリオごとに判定される演習の講座です。ほかのコマンドは`\(Product.own.name) --help`で分かります。
                    """))
    }

    private func tell(_ runs: [ReplayedRun]) {
        for run in runs {
            tell(run.lines(in: language))
            tell(run.remarks.map { $0.sentence.text(in: language) })
        }
    }
}

extension Report {
    fileprivate var udid: String { values["udid"].map { "\($0)" } ?? "" }
}

extension Demonstration.Stage {
    /// Prints the sentence after an empty line.
    func say(_ sentence: Sentence) {
        tell(Line())
        tell(Line(sentence.text(in: language), style: .prose))
    }

    func tell(_ lines: [String], style: Line.Style = .plain) {
        for line in lines { tell(Line(line, style: style)) }
    }

    /// Runs the use case with the dependencies and prints each scene when it begins. Without a goal, prints the error
    /// and the exit status of the program.
    @MainActor @discardableResult
    func run<U: Usecase>(_ scene: Step<U>, in world: Dependencies) async -> Report {
        var world = world
        world.taps.append(PacingTap(pause: pause))
        let trace = Trace(clock: world.clock, language: language) { tell($0) }
        let report = await ScreenPresenter(dependencies: world, splash: .zero, onScene: trace.onScene).dispatch(scene)
        if case .failure(let error) = report.ending {
            let lines = Page.error(error).note(of: Product.own.name, in: language).split(separator: "\n")
            for (row, line) in lines.enumerated() { tell(Line(String(line), style: row == 0 ? .alarm : .plain)) }
            tell(Line(error.exitStatus.sentence.text(in: language)))
        }
        return report
    }
}

extension ExitStatus {
    fileprivate var sentence: Sentence {
        func localized(in language: Language) -> String { meaning.map { ": \($0.text(in: language))" } ?? "" }
        return Sentence(
            en: "Exit status \(rawValue)\(localized(in: .en)).", ja: "終了ステータス\(rawValue)\(localized(in: .ja))。")
    }
}
