import ArgumentParser
import Foundation
public import UsecasesEngine
import UsecasesLaboratory

struct ReplayCommand<App: TerminalApplication>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "replay",
            abstract: Sentence(
                en: "Play a recorded run again, offline and immediately.", ja: "記録した実行を、オフラインでただちに再生する。"),
            usage: "\(App.product.name) replay <file> [<options>]",
            discussion: Sentence(
                en: """
                    The use case of this version is run on what came through its ports when it was recorded with --record. \
                    Exit status 0 if it takes the same path, 1 if it does not. `\(App.product.name) usecases NAME` shows which \
                    outcomes each call can have.
                    """,
                ja: """
                    --record の記録にあるポートの結果を使って、このバージョンのユースケースを実行する。\
                    同じ経路をたどれば終了ステータスは0、そうでなければ1。各呼び出しの結果になりうるものは\
                    `\(App.product.name) usecases NAME`で調べられる。
                    """))
    }

    @Argument(help: ArgumentHelp(Sentence(en: "The recording.", ja: "記録のファイル。")), completion: .file())
    var file: String

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(Sentence(en: "Stop after so many scenes.", ja: "指定した数のシーンで止める。"), valueName: "n"))
    var until: Int?

    @Option(
        name: .customLong("with"),
        help: ArgumentHelp(
            Sentence(
                en: "Change one outcome, and see what would have happened; may be given several times.",
                ja: "結果をひとつ変えて、どうなっていたかを見る。何度でも指定できる。"),
            discussion: Sentence(
                en: "Such as \(App.changeExample).", ja: "\(App.changeExample)など。"),
            valueName: "port.operation=outcome"),
        transform: Self.change)
    var changes: [OutcomeChange] = []

    @OptionGroup var output: OutputOptions<App>

    func validate() throws {
        if let until, until < 1 { throw ValidationError(.noScene) }
    }

    @MainActor func run() async throws {
        let (language, format) = (try output.language.value, try output.value)
        try file.checkName(of: "<file>")
        switch try Console.result(App.replayable(in: file), in: language) {
        case .world(let world): try play(world, in: language)
        case .recording(let recording):
            let runs: [ReplayedRun]
            do {
                runs = try await App.replay(recording, from: file, until: until, changing: changes)
            } catch {
                throw Console.ending(with: ErrorReport(error), in: language)
            }
            for run in runs { try write(run, as: format, in: language) }
            if let status = runs.map(\.exitStatus).first(where: { $0 != .success }) { throw ExitCode(status.rawValue) }
        }
    }

    private func play(_ world: WorldFile, in language: Language) throws {
        guard let stories = try Console.result(App.play(world, from: file), in: language) else {
            Console.complain(Sentence.impossibleWorld.text(in: language))
            throw ExitCode(ExitStatus.differs.rawValue)
        }
        guard !stories.isEmpty else { return try Console.show([Sentence.keptPromises.text(in: language)]) }
        for story in stories { try Console.show(story.lines(in: language)) }
        throw ExitCode(ExitStatus.differs.rawValue)
    }

    private func write(_ run: ReplayedRun, as format: Settings.Format, in language: Language) throws {
        switch format {
        case .json: try Console.write(JSONReport(report: run.report, language: language).jsonLine)
        case .text: try Console.show(run.lines(in: language))
        }
        for remark in run.remarks { Console.note(remark.sentence.text(in: language)) }
    }

    private static func change(_ text: String) throws -> OutcomeChange {
        // The outcome follows the last `=`, because arguments of the call may contain others.
        guard let sign = text.lastIndex(of: "="), sign != text.startIndex, text.index(after: sign) != text.endIndex
        else {
            throw ValidationError(.malformedChange(example: App.changeExample))
        }
        return OutcomeChange(call: String(text[..<sign]), outcome: String(text[text.index(after: sign)...]))
    }
}

extension Sentence {
    fileprivate static let impossibleWorld = Sentence(
        en: "This world cannot happen in this version: the use cases make other calls now.",
        ja: "この世界は、このバージョンでは起こりえません。ユースケースの呼び出しが変わっています。")
    fileprivate static let keptPromises = Sentence(
        en: "✓ In this world, all invariants are kept.", ja: "✓ この世界では、すべての不変条件が成り立つ。")
}

/// The result of replaying a recorded run.
public struct ReplayedRun: Sendable {
    /// The report of the replay.
    public let report: Report
    /// The differences from the recording, and the places where it ended or lacked an outcome.
    public let remarks: [ReplayRemark]
    /// Whether the replay covers the whole recorded run without a change.
    package let isAsRecorded: Bool

    /// The exit status of the first remark that is a failure, or otherwise `success`.
    public var exitStatus: ExitStatus {
        for remark in remarks {
            switch remark {
            case .differs, .mistyped: return .differs
            case .noSuchOutcome, .neverCalled: return .wrongUsage
            case .stopped, .cutOff, .assumed: break
            }
        }
        return .success
    }

    /// Returns the scenes of the run, and its ending.
    public func lines(in language: Language) -> [String] {
        let heading =
            [
                "\(report.title.text(in: language)) (\(report.usecase))", report.actor.word.text(in: language),
                "\(report.startedAt)",
            ].joined(separator: language.text(en: ", ", ja: "、"))
        let widest = Course.allCases.map { $0.word.text(in: language).columns }.max() ?? 0
        let scenes = report.scenes.map { scene in
            let course = scene.course.word.text(in: language)
            let padding = String(repeating: " ", count: widest + 1 - course.columns)
            return
                "  \(course)\(padding)\(SceneText(scene.course, scene.declared).named(scene.sentence.text(in: language)))"
        }
        var lines = [heading] + scenes
        if case .failure(let error) = report.ending, !isStopped {
            lines.append(
                "  ✗ \(ErrorWrapper.names(of: error.name).text(in: language)): \(error.message.text(in: language))"
            )
        }
        if isAsRecorded { lines.append(Self.asRecorded.text(in: language)) }
        return lines
    }

    private static let asRecorded = Sentence(en: "It went as it was recorded.", ja: "記録のとおりでした。")

    /// Whether the replay caused the ending, and not the recording.
    private var isStopped: Bool {
        remarks.contains { remark in
            switch remark {
            case .differs, .mistyped, .stopped, .cutOff, .noSuchOutcome: true
            case .assumed, .neverCalled: false
            }
        }
    }
}

extension ReplayRemark {
    /// The remark as a sentence for the user.
    public var sentence: Sentence {
        switch self {
        case .differs(let scene, let recorded, let now):
            Sentence(
                en: "From scene \(scene) on it differs: recorded is “\(recorded)”, and now comes “\(now)”.",
                ja: "シーン\(scene)から異なります。記録では「\(recorded)」、このバージョンでは「\(now)」です。")
        case .mistyped(let scene, let call, let reason):
            Sentence(
                en: "From scene \(scene) on it differs: the recorded outcome of \(call) is of another type: \(reason)",
                ja: "シーン\(scene)から異なります。記録にある\(call)の結果は、このバージョンとは型が違います: \(reason)")
        case .stopped(let scene):
            Sentence(en: "Stopped after scene \(scene).", ja: "シーン\(scene)で止めました。")
        case .cutOff:
            Sentence(
                en: "The recording ends here: the run was killed.", ja: "記録はここで終わっています。実行が強制終了されました。")
        case .assumed(let call, let outcome):
            Sentence(
                en: """
                    Nothing was recorded for \(call): “\(ErrorWrapper.asciiName(of: outcome))” was taken.
                    """,
                ja: "\(call)の記録がないため、結果を「\(outcome)」としました。")
        case .noSuchOutcome(let call, let outcomes):
            Sentence(
                en: """
                    \(call) cannot have this outcome. Its outcomes are: \
                    \(outcomes.map(ErrorWrapper.asciiName(of:)).joined(separator: ", ")).
                    """,
                ja: "\(call)はその結果になりえません。次のいずれかを指定してください: \(outcomes.joined(separator: ", "))")
        case .neverCalled(let call, let calls):
            Sentence(
                en: "\(call) was never called in this run. Its calls were: \(calls.joined(separator: ", ")).",
                ja: "\(call)は呼び出されませんでした。呼び出されたのは次のとおりです: \(calls.joined(separator: "、"))")
        }
    }
}
