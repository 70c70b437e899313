import ArgumentParser
import Foundation
public import UsecasesEngine
public import UsecasesLaboratory
import UsecasesStorage

struct WorldsCommand<App: TerminalApplication>: AsyncParsableCommand {
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json, html
    }

    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "worlds",
            abstract: Sentence(
                en: "Look for a world in which an invariant is broken.", ja: "不変条件が成り立たない世界を探す。"),
            usage: "\(App.product.name) worlds [<name> ...] [<options>]",
            discussion: Sentence(
                en: """
                    In a world, actors run the real use cases at the same time over adapters in memory; calls fail, and \
                    processes die. All worlds up to the bounds are explored, and with --for random ones beyond them. With only \
                    --seed, random ones are played. Exit status 1 if an invariant is broken.
                    """,
                ja: """
                    世界では、複数のアクターが実際のユースケースを、メモリ上のアダプタで同時に実行する。呼び出しは失敗し、プロセスはクラッシュする。\
                    指定した上限までの世界をすべて調べ、--forを付けるとそれを超える世界もランダムに調べる。--seedだけならランダムに調べる。\
                    不変条件が成り立たなければ終了ステータスは1。
                    """))
    }

    @Argument(
        help: ArgumentHelp(
            Sentence(
                en: "The use cases to run, such as \(Self.names.first ?? "Greet"); all of them if not given.",
                ja: "実行するユースケース。\(Self.names.first ?? "Greet")など。省略時はすべて。"),
            valueName: "name"),
        completion: .list(Self.names))
    var usecases: [String] = []

    @Option(
        help: ArgumentHelp(
            Sentence(
                en: "How many act at the same time; more than 2 only in random worlds.",
                ja: "同時に動くアクターの数。3以上はランダムな世界でだけ。")))
    var actors = 2

    @Option(help: ArgumentHelp(Sentence(en: "How many runs each of them has.", ja: "各アクターが行う実行の数。")))
    var runs = 1

    @Option(help: ArgumentHelp(Sentence(en: "How many calls may fail in a world.", ja: "ひとつの世界で失敗する呼び出しの最大数。")))
    var faults = 1

    @Option(help: ArgumentHelp(Sentence(en: "How many processes may die in a world.", ja: "ひとつの世界でクラッシュするプロセスの最大数。")))
    var crashes = 1

    @Option(
        help: ArgumentHelp(
            Sentence(
                en: "How often time may pass in a world while a process could go on.",
                ja: "ひとつの世界で、続けられるプロセスがあるのに時間が過ぎる最大回数。"),
            discussion: Sentence(
                en: "When all processes wait, time passes in any case.", ja: "すべてのプロセスが待っていれば、時間は必ず過ぎる。")))
    var passings = 0

    @Option(
        help: ArgumentHelp(
            Sentence(
                en: "How many runs may have come before on each device.", ja: "それ以前に各デバイスで行う実行の最大数。"),
            discussion: Sentence(
                en: "A single run has one more. Two runs with failures or crashes have one less.",
                ja: "実行がひとつだけのときはひとつ多く、失敗やクラッシュを伴う複数の実行ではひとつ少ない。")))
    var depth = 1

    @Option(
        help: ArgumentHelp(
            Sentence(
                en: "How often a run may be left that could go on.", ja: "続行できる実行から別の実行に切り替える最大回数。"),
            discussion: Sentence(en: "Any number if not given.", ja: "省略時は上限なし。")))
    var switches: Int?

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp(
            Sentence(en: "How long to search, such as 10m.", ja: "探す時間。10mなど。"),
            discussion: Sentence(
                en: "At most half of it for all worlds up to the bounds, and the rest for random ones beyond.",
                ja: "多くとも半分を上限までの世界すべてに、残りをそれを超えるランダムな世界に使う。"),
            valueName: "time"),
        transform: Self.duration)
    var time: Duration?

    @Option(
        help: ArgumentHelp(
            Sentence(en: "Random worlds; the same number yields the same ones.", ja: "世界をランダムに選ぶ。同じ数なら同じ世界になる。")))
    var seed: UInt64?

    @Option(
        help: ArgumentHelp(
            Sentence(en: "How many random worlds without --for.", ja: "--forを付けないときの、ランダムな世界の数。")))
    var worlds = 10_000

    @Flag(
        help: ArgumentHelp(
            Sentence(
                en: "Also explore the orders that no run can distinguish.", ja: "どの実行にも見分けられない順序の違いもすべて調べる。"),
            discussion: Sentence(
                en: "It takes far longer and finds the same.", ja: "はるかに時間がかかり、見つかるものは同じ。")))
    var everyOrder = false

    @Option(
        help: ArgumentHelp(
            Sentence(
                en: "Where to write the broken world, for `\(App.product.name) replay`.",
                ja: "不変条件が成り立たない世界を書き出すファイル。`\(App.product.name) replay`で再生できる。"),
            valueName: "file"),
        completion: .file())
    var save: String?

    @Option(
        help: ArgumentHelp(
            Sentence(
                en: "A folder of worlds: replays those in it first, and saves new broken ones there.",
                ja: "世界を保存するフォルダ。先にそこの世界を再生し、不変条件が新しく破れた世界をそこに保存する。"),
            valueName: "folder"),
        completion: .directory)
    var corpus: String?

    @Option(help: ArgumentHelp(Sentence(en: "The form of the output.", ja: "出力の形式。")))
    var format = Format.text

    @OptionGroup var language: LanguageOption<App>

    func validate() throws {
        let bounds = [
            ("--actors", actors, 1...8), ("--runs", runs, 1...8), ("--faults", faults, 0...4),
            ("--crashes", crashes, 0...4), ("--passings", passings, 0...4), ("--depth", depth, 0...4),
            ("--worlds", worlds, 1...100_000_000),
        ]
        for (name, value, range) in bounds + [("--switches", switches ?? 0, 0...100)] where !range.contains(value) {
            throw ValidationError(.outOfRange(of: name, range))
        }
        if switches != nil, seed != nil, time == nil { throw ValidationError(.switchesByChance) }
        for name in usecases where !Self.names.contains(name) {
            throw ValidationError(.noSuchUsecase(name, known: Self.names, similar: name.nearest(ofAnyCase: Self.names)))
        }
        if actors > 2, seed == nil, time == nil { throw ValidationError(.tooManyActors) }
        try save?.checkName(of: "--save")
        try corpus?.checkName(of: "--corpus")
    }

    func run() async throws {
        let language = try language.value
        let corpus = try corpus.map { folder in
            try Console.result(WorldCorpus(in: folder, of: App.self), in: language)
        }
        let search = TimedSearch<App>(
            bounds: bounds, time: time, seed: seed ?? (time == nil ? nil : .random(in: 0..<1_000_000_000)),
            worlds: time == nil ? worlds : .max, usecases: usecases, isReduced: !everyOrder)
        let note = ProgressNote(in: language)
        let (report, signal) = await Interruption.cancelling { await search.run(after: corpus?.broken ?? [], note) }
        await note.end()
        let shown = WorldsReport(report, bounds: bounds, corpus: corpus, of: App.self)
        try write(shown, in: language)
        if let corpus {
            for path in try Console.result(corpus.add(shown, after: search.elapsed(), of: App.self), in: language) {
                Console.note(Sentence(en: "Saved: \(path)", ja: "保存: \(path)").text(in: language))
            }
        }
        if let signal { throw ExitCode(128 + signal) }
        guard report.stuck.isEmpty, report.strayed.isEmpty else { throw ExitCode(ExitStatus.systemError.rawValue) }
        guard report.broken.isEmpty else { throw ExitCode(ExitStatus.differs.rawValue) }
        guard let reason = WorldsReport.reasonForNothing(report) else { return }
        Console.complain(reason.text(in: language))
        throw ExitCode(ExitStatus.wrongUsage.rawValue)
    }

    private var bounds: WorldSurvey.Bounds {
        var bounds = WorldSurvey.Bounds()
        bounds.actors = actors
        bounds.runs = runs
        bounds.faults = faults
        bounds.crashes = crashes
        bounds.passings = passings
        bounds.depth = depth
        bounds.switches = switches
        return bounds
    }

    private static func duration(_ text: String) throws -> Duration {
        guard let duration = Duration(written: text) else { throw ValidationError(.noDuration) }
        return duration
    }

    private static var names: [String] { App.plannedRuns.filter { $0.beginning == 1 }.map(\.usecase) }

    private func write(_ report: WorldsReport, in language: Language) throws {
        switch format {
        case .text: try Console.show(report.lines(in: language))
        case .json: try Console.write(report.json(in: language).jsonLine)
        case .html: try Console.write(report.page(in: language).text, terminator: "")
        }
        guard let save, let broken = report.stories.first?.broken else { return }
        try Console.result(App.save(WorldFile(broken), to: save), in: language)
    }
}

enum Replayable {
    case recording(Recording)
    case world(WorldFile)
}

extension TerminalApplication {
    /// Returns devices without a server by default, with only a data store and a journal.
    public static func surroundings(devices: Int) -> Surroundings { Surroundings(devices: devices) }

    /// Returns a device without a server by default. It stores its files in a folder, as an installed program does.
    public static func installation(
        in directory: String, randomSource: any RandomSource, seenBy tap: LeftoverTap
    ) -> Dependencies {
        let clock = StoppedClock()
        return tap.watching(
            Dependencies(clock: clock, randomSource: randomSource) {
                $0.dataStore.adapter = FileDataStore(
                    directory: directory, product: product.name, keys: keys, clock: clock)
                $0.journal.adapter = FileJournal(directory: directory, clock: clock)
            })
    }
}

extension Surroundings {
    /// Creates devices without a server. Each has its data store and its journal in memory. `provide` adds the adapters
    /// of other ports to the ports of each run. An adapter that keeps data must be created before, so that it is the same
    /// in all runs.
    public init(devices: Int, provide: @escaping @Sendable (inout Dependencies) -> Void = { _ in }) {
        self.init(
            server: Dependencies(clock: StoppedClock(), randomSource: CountingRandomSource()),
            devices: (0..<devices).map { _ in
                let store = InMemoryDataStore()
                let journal = InMemoryJournal()
                return { _ in
                    Dependencies(clock: StoppedClock(), randomSource: CountingRandomSource()) {
                        $0.dataStore.adapter = store
                        $0.journal.adapter = journal
                        provide(&$0)
                    }
                }
            })
    }
}

extension TerminalApplication {
    /// Writes the world to a file. Throws `unwritable` if the file exists or cannot be written.
    static func save(_ world: WorldFile, to path: String) throws(ErrorWrapper) {
        let text: String
        do {
            text = try world.jsonLine
        } catch {
            throw .system(error: .dataStore(.unwritable(location: path, content: .recording)), causedBy: error)
        }
        let file = RecordingFile(path)
        try file.write(Data((text + "\n").utf8))
        try file.flush()
    }

    /// Returns the content of the file. Throws the errors of ``replay(_:until:changing:)``.
    static func replayable(in path: String) throws(ErrorWrapper) -> Replayable {
        let content = try RecordingFile.content(of: path)
        // The members of a written world are in alphabetical order.
        guard content.starts(with: Data(#"{"actors":"#.utf8)) else {
            return .recording(try RecordingFile.recording(content, from: path))
        }
        do {
            return .world(try JSONDecoder().decode(WorldFile.self, from: content))
        } catch {
            throw damaged(path, error)
        }
    }

    /// Replays a world. Returns the stories of the invariants that it still violates, or `nil` if the world is no
    /// longer possible.
    static func play(_ world: WorldFile, from path: String) throws(ErrorWrapper) -> [WorldStory]? {
        try broken(in: world, from: path)?.map { WorldStory($0, of: usecases) }
    }

    /// Replays a world. Returns the worlds that violate an invariant, or `nil` if the world is no longer possible.
    static func broken(in world: WorldFile, from path: String) throws(ErrorWrapper) -> [BrokenWorld]? {
        let plan: WorldPlan
        let moves: [Move]
        do {
            (plan, moves) = try world.played(by: plannedRuns)
        } catch {
            throw damaged(path, error)
        }
        return worlds.broken(in: plan, by: moves)
    }
}
