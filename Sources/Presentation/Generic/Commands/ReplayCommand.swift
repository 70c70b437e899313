import ArgumentParser
import Domain
import Foundation

struct ReplayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Play a recorded run again, offline and at once.",
        usage: "\(Product.name) replay <file> [<options>]",
        discussion: """
            The use case of this version is run on what came through its ports when it was recorded with --record. \
            Exit status 0 if it goes the same way, 1 if it does not. `\(Product.name) usecases NAME` shows which outcomes \
            each call can have.
            """)

    @Argument(help: "The recording.", completion: .file())
    var file: String

    @Option(parsing: .unconditional, help: ArgumentHelp("Stop after so many scenes.", valueName: "n"))
    var until: Int?

    @Option(
        name: .customLong("with"),
        help: ArgumentHelp(
            "Change one outcome, and see what would have happened; may be given several times.",
            discussion: "Such as Backend.publishUdid=ネットワーク接続不可, or DataStore.get(udid)=absent.",
            valueName: "port.operation=outcome"),
        transform: Self.change)
    var changes: [OutcomeChange] = []

    @Option(help: "What standard output is for; \(Product.variablePrefix)FORMAT, or text, if not given.")
    var format: Settings.Format?

    @Option(help: "The language of sentences; \(Product.variablePrefix)LANGUAGE, or that of the locale, if not given.")
    var language: Language?

    func validate() throws {
        if let until, until < 1 { throw ValidationError(.noScene) }
    }

    @MainActor func run() async throws {
        let given = GivenSettings<CommonSetting>(variables: ProcessInfo.processInfo.environment)
        let language = try language ?? given.language
        let format = try format ?? given.value(of: .format) ?? .text
        try file.checkName(of: "<file>")
        let runs: [ReplayedRun]
        do {
            runs = try await CompositionRoot.replay(file, until: until, changing: changes)
        } catch {
            throw Console.ending(with: ErrorReport(error), in: language)
        }
        for run in runs { try write(run, as: format, in: language) }
        if let status = runs.map(\.exitStatus).first(where: { $0 != .success }) { throw ExitCode(status.rawValue) }
    }

    private func write(_ run: ReplayedRun, as format: Settings.Format, in language: Language) throws {
        switch format {
        case .json: try Console.write(JSONReport(report: run.report, language: language).jsonLine)
        case .text: try Console.write(run.lines(in: language).joined(separator: "\n"))
        }
        for remark in run.remarks { Console.note(remark.sentence.text(in: language)) }
    }

    private static func change(_ text: String) throws -> OutcomeChange {
        // The outcome follows the last `=`: arguments of the call may contain others.
        guard let sign = text.lastIndex(of: "="), sign != text.startIndex, text.index(after: sign) != text.endIndex
        else {
            throw ValidationError(.malformedChange)
        }
        return OutcomeChange(call: String(text[..<sign]), outcome: String(text[text.index(after: sign)...]))
    }
}
