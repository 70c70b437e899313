import ArgumentParser
import UsecasesEngine
package import UsecasesLaboratory
import UsecasesStorage
import UsecasesSystem

struct AuditCommand<App: TerminalApplication>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "audit",
            abstract: Sentence(
                en: "Find recorded runs that took a path that the exploration does not know.",
                ja: "記録された実行から、想定外の経路をたどったものを見つける。"),
            usage: "\(App.product.name) audit <file> ... [<options>]",
            discussion: Sentence(
                en: """
                    Reads what --record wrote, logs of the service with traces, and reports of --format json, of any size. \
                    Exit status 1 if it finds such a run, 65 if it finds none but not everything could be judged.
                    """,
                ja: """
                    --recordの記録、トレースを含むサービスのログ、--format jsonのレポートを、大きさを問わず読む。\
                    想定外の経路があれば終了ステータスは1。なくても、判定できない実行があれば65。
                    """))
    }

    @Argument(
        help: ArgumentHelp(
            Sentence(
                en: "The recordings or logs; - is standard input.", ja: "記録またはログのファイル。-は標準入力。"),
            valueName: "file"),
        completion: .file())
    var files: [String]

    @OptionGroup var output: OutputOptions<App>

    func run() async throws {
        let (language, format) = (try output.language.value, try output.value)
        for file in files { try file.checkName(of: "<file>") }
        let report = await App.audit(files)
        switch format {
        // If no file could be read, only the errors are printed.
        case .text where report.files.allSatisfy { $0.error != nil } && report.audit.counts.runs == 0: break
        case .json: try Console.write(AuditJSON(report: report, language: language).jsonLine)
        case .text: try Console.show(AuditText(report.audit, in: language).lines)
        }
        for file in report.files {
            if let error = file.error { _ = Console.ending(with: error, in: language) }
            for flaw in file.flaws.sentences(of: file.path, isCut: file.error != nil) {
                Console.note(flaw.text(in: language))
            }
        }
        guard report.exitStatus == .success else { throw ExitCode(report.exitStatus.rawValue) }
    }
}

extension TerminalApplication {
    /// Returns the explored ways of all use cases, to judge runs.
    package static func knownWays() async -> [KnownWays] {
        var limits = Explorer.Limits()
        // An audit has no use for findings, so it need not look for randomness.
        limits.plays = 0
        let explorer = Explorer(limits: limits, form: { ValueForm(encoding: $0) }, dependencies: { .laboratory })
        let names = Set(keys.map(\.name))
        var ways: [KnownWays] = []
        for usecase in usecases { ways.append(KnownWays(await explorer.explore(usecase), names: names)) }
        return ways
    }

    /// Reads the files in order. `-` is standard input. A run may begin in one file and end in a different one.
    package static func audit(_ files: [String]) async -> AuditReport {
        var audit = Audit(await knownWays())
        var read: [AuditReport.File] = []
        for file in files { read.append(self.read(file, into: &audit)) }
        audit.end()
        return AuditReport(audit: audit, files: read)
    }

    private static func read(_ path: String, into audit: inout Audit) -> AuditReport.File {
        var flaws = ObservationFlaws()
        do throws(InputFile.Flaw) {
            var runs = try ObservedRuns(path)
            defer { flaws = runs.flaws }
            while let piece = try runs.next() {
                switch piece {
                case .events(let events): for event in events { audit.add(event) }
                case .loss: audit.loseAll()
                }
            }
        } catch {
            let wrapped = ErrorWrapper(error, of: path, content: .recording)
            audit.loseAll()
            return AuditReport.File(path: path, flaws: flaws, error: ErrorReport(wrapped))
        }
        return AuditReport.File(path: path, flaws: flaws, error: nil)
    }
}
