import ArgumentParser
import Foundation
public import UsecasesEngine
public import UsecasesLaboratory
public import UsecasesStorage
import UsecasesSystem

struct UsecasesCommand<App: TerminalApplication>: AsyncParsableCommand {
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json, html, mermaid, dot
    }

    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "usecases",
            abstract: Sentence(
                en: "List the use cases, or show every scenario that can happen in one.",
                ja: "ユースケースの一覧、またはひとつのユースケースで起こりうるすべてのシナリオを表示する。"),
            usage: "\(App.product.name) usecases [<name>] [<options>]",
            discussion: Sentence(
                en:
                    "Runs the real use case with every combination of outcomes of its ports. Changes nothing.",
                ja: "ポートが返しうる結果のあらゆる組み合わせで、実際のユースケースを実行する。何も変更しない。"))
    }

    @Argument(
        help: ArgumentHelp(
            Sentence(
                en: "The use case, such as \(Self.names[0]); all of them if not given.",
                ja: "\(Self.names[0])などのユースケース。省略時はすべて。")),
        completion: .list(Self.names))
    var name: String?

    @Option(
        help: ArgumentHelp(
            Sentence(
                en: "The form of the output: a list or a tree for people, a page, or a document in another language.",
                ja: "出力の形式。人が読む一覧やツリー、ページ、またはほかの言語による文書。")))
    var format = Format.text

    @Option(
        help: ArgumentHelp(
            Sentence(
                en: "Which scenarios the specs cover, for the page in HTML.", ja: "スペックが通ったシナリオの記録。HTMLのページに示す。"),
            discussion: Sentence(
                en: "JSON lines, each with spec, passed, usecase, scenes and failure.",
                ja: "1行ごとに、spec、passed、usecase、scenes、failureを持つJSON。"),
            valueName: "file"),
        completion: .file())
    var coverage: String?

    @Flag(
        help: ArgumentHelp(
            Sentence(
                en: "Say how long the use case and its scenarios wait at most, as they are configured.",
                ja: "今の設定での、ユースケースとそのシナリオの最長の待ち時間も示す。"),
            discussion: Sentence(
                en: "The page in HTML and a use case in JSON always say it.",
                ja: "HTMLのページと、ひとつのユースケースのJSONには、いつも含まれる。")))
    var times = false

    @Option(
        help: ArgumentHelp(
            Sentence(
                en: "Also draw this many values for each input and outcome with a generator, up to 10000.",
                ja: "生成器を持つ入力と結果のそれぞれについて、この数の値も引いて調べる。10000まで。"),
            valueName: "count"))
    var draws: Int?

    @Option(
        help: ArgumentHelp(
            Sentence(
                en: "The seed of the drawn values; a different one each time if not given.",
                ja: "値を引くシード。省略すると毎回変わる。")))
    var seed: UInt64?

    @OptionGroup var language: LanguageOption<App>

    func validate() throws {
        if let draws, !(1...10_000).contains(draws) { throw ValidationError(.drawsOutOfRange) }
        if seed != nil, draws == nil { throw ValidationError(.seedWithoutDraws) }
        if let name, !Self.names.contains(name) {
            throw ValidationError(.noSuchUsecase(name, known: Self.names, similar: name.nearest(ofAnyCase: Self.names)))
        }
        if name == nil, [.mermaid, .dot].contains(format) {
            throw ValidationError(.diagramOfAll)
        }
        if coverage != nil, format != .html {
            throw ValidationError(.coverageElsewhere)
        }
        if times, ![.html, .json].contains(format), format != .text || name == nil {
            throw ValidationError(.timesElsewhere)
        }
    }

    func run() async throws {
        let language = try language.value
        let coverage = try readCoverage()
        let usecases = App.usecases.filter { name == nil || name == $0.name }
        let draws = draws.map { Explorer.Draws(seed: seed ?? .random(in: 0...UInt64(UInt32.max)), count: $0) }
        var explorations: [Exploration] = []
        let note = ProgressNote(in: language)
        for (number, usecase) in usecases.enumerated() {
            note.tell(.exploring(usecase.name, number + 1, of: usecases.count))
            explorations.append(await App.explorer.explore(usecase, drawing: draws))
        }
        await note.end()
        if let draws { Console.complain(Sentence.drawn(draws).text(in: language)) }
        let times = try await times(of: explorations)
        if format == .html {
            try Console.write(
                HTMLPage(explorations, of: App.self, coverage: coverage, times: times, in: language).markup.text,
                terminator: "")
        } else if name != nil, let exploration = explorations.first {
            try write(exploration, times[exploration.usecase.name], in: language)
        } else {
            try write(explorations, times, in: language)
        }
        var problems: [String] = []
        for (usecase, exploration) in zip(usecases, explorations) {
            problems += (exploration.problems + [usecase.missingCommand(in: App.self)].compactMap(\.self)).map {
                "\(usecase.name): \($0.text(in: language))"
            }
        }
        for problem in problems { Console.complain(problem) }
        guard problems.isEmpty else { throw ExitCode(ExitStatus.systemError.rawValue) }
    }

    private func times(of explorations: [Exploration]) async throws -> [String: LongestTimes] {
        guard format == .json || format == .html || self.times else { return [:] }
        let dependencies = try App.configuredDependencies()
        var times: [String: LongestTimes] = [:]
        for exploration in explorations {
            times[exploration.usecase.name] = await LongestTimes(exploration, with: dependencies)
        }
        return times
    }

    private func readCoverage() throws -> ScenarioCoverage? {
        guard let coverage else { return nil }
        try coverage.checkName(of: "--coverage")
        return try Console.result(
            CoverageFile.coverage(in: coverage), in: .spoken)
    }

    private func write(_ exploration: Exploration, _ times: LongestTimes?, in language: Language) throws {
        switch format {
        case .text:
            try Console.show(UsecaseText(exploration, times: times, in: language).lines)
        case .json:
            try Console.write(ExplorationJSON(exploration, of: App.product, times: times, in: language).jsonLine)
        case .mermaid: try Console.write(Diagram.mermaid(graph(of: exploration, in: language)))
        case .dot: try Console.write(Diagram.dot(graph(of: exploration, in: language), name: exploration.usecase.name))
        case .html: break
        }
    }

    private func graph(of exploration: Exploration, in language: Language) -> SceneGraph {
        SceneGraph(exploration.localized(in: language))
    }

    private func write(
        _ explorations: [Exploration], _ times: [String: LongestTimes], in language: Language
    ) throws {
        switch format {
        case .text:
            try Console.show(
                UsecaseList(explorations, in: language).lines(
                    columns: Console.isOutputTerminal ? Console.columns(in: .process) : nil))
        case .json:
            try Console.write(
                explorations.map { ExplorationJSON($0, of: App.product, times: times[$0.usecase.name], in: language) }
                    .jsonLine)
        case .html, .mermaid, .dot: break
        }
    }

    private static var names: [String] { App.usecases.map { $0.name } }
}

extension TerminalApplication {
    /// An explorer of isolated runs. Each run has its own ports.
    public static var explorer: Explorer { Explorer { .laboratory } }

    /// Replays the runs of a recording. See ``/UsecasesStorage/Replay``.
    ///
    /// Throws an ``/UsecasesEngine/ErrorWrapper`` if the file cannot be read, is not a recording, or contains an unknown use
    /// case.
    @MainActor
    public static func replay(
        _ file: String, until: Int? = nil, changing changes: [OutcomeChange] = []
    ) async throws(ErrorWrapper) -> [ReplayedRun] {
        try await replay(RecordingFile.read(file), from: file, until: until, changing: changes)
    }

    /// Replays a recording that has been read. `file` is its name in errors.
    @MainActor
    public static func replay(
        _ recording: Recording, from file: String, until: Int? = nil, changing changes: [OutcomeChange] = []
    ) async throws(ErrorWrapper) -> [ReplayedRun] {
        var replayed: [ReplayedRun] = []
        for recorded in recording.runs {
            guard let usecase = usecases.first(where: { $0.name == recorded.usecase }) else {
                throw damaged(file, NoSuchUsecase(name: recorded.usecase))
            }
            let replay = Replay(recorded, until: until, changing: changes)
            do {
                let report = try await run(usecase, of: recorded, through: replay)
                let remarks = replay.remarks
                replayed.append(
                    ReplayedRun(
                        report: report, remarks: remarks, isAsRecorded: remarks.isEmpty && changes.isEmpty))
            } catch {
                throw damaged(file, error)
            }
        }
        return replayed
    }

    /// Runs the use case with the recorded outcomes. Throws a `DecodingError` if the use case begins differently from
    /// the recording.
    @MainActor
    private static func run<U: Usecase>(
        _ usecase: U.Type, of recorded: RecordedRun, through replay: Replay
    ) async throws -> Report {
        let scene = try JSONDecoder().decode(Step<U>.self, from: recorded.beginning)
        var dependencies = Dependencies.laboratory
        dependencies.taps = [replay]
        let presenter = ScreenPresenter(
            dependencies: dependencies, splash: .zero, actor: recorded.actor, run: recorded.run)
        return await presenter.dispatch(scene)
    }

    /// Returns the error for a recording in this file that cannot be replayed, with its cause.
    public static func damaged(_ file: String, _ cause: any Error) -> ErrorWrapper {
        .system(
            error: .dataStore(.damaged(location: file, content: .recording)),
            causedBy: cause is DecodingError ? UnreadableJSON(cause) : cause)
    }
}

extension Sentence {
    fileprivate static func exploring(_ usecase: String, _ number: Int, of count: Int) -> Sentence {
        Sentence(
            en: "Exploring \(usecase), use case \(number) of \(count)…", ja: "\(usecase)を調べています(\(count)件中\(number)件目)…"
        )
    }
}

private struct NoSuchUsecase: Error, CustomStringConvertible {
    let name: String

    var description: String { "this version has no use case \(name)" }
}

extension TerminalApplication {
    /// Explores the use cases of the actor, or all of them. Returns their page, without times and coverage.
    package static func usecasePage(of actor: Actor? = nil, top: Markup, in language: Language) async -> String {
        var explorations: [Exploration] = []
        for usecase in usecases where actor.map(usecase.actors.contains) ?? true {
            explorations.append(await explorer.explore(usecase))
        }
        return HTMLPage(explorations, of: self, top: top, in: language).markup.text
    }
}
