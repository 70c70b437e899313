import ArgumentParser
import Foundation
import Usecases
import UsecasesLaboratory

struct LeftoversCommand<App: TerminalApplication>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "leftovers",
            abstract: Sentence(
                en: "Write what runs can leave behind, or resume what another version wrote.",
                ja: "実行の残しうるものを書き出す。または別のバージョンの書き出したものを引き継ぐ。"),
            usage: "\(App.product.name) leftovers <directory> [<options>]",
            discussion: Sentence(
                en: """
                    Writes the state directories that runs leave behind, ended or dying at any of their calls, and what this \
                    version does with them. --resume runs the same on those of another version: exit status 1 if anything \
                    goes differently.
                    """,
                ja: """
                    終わった実行や、いずれかの呼び出しで落ちた実行の残す状態ディレクトリと、このバージョンがそれをどう扱うかを書き出す。\
                    --resumeでは別のバージョンのものの上で同じことを行い、違いがあれば終了ステータスは1。
                    """))
    }

    @Argument(
        help: ArgumentHelp(
            Sentence(
                en: "Where they are; without --resume, a directory that does not exist yet.",
                ja: "その場所。--resumeがなければ、まだ存在しないディレクトリ。"),
            valueName: "directory"),
        completion: .directory)
    var directory: String

    @Flag(
        help: ArgumentHelp(
            Sentence(
                en: "Resume what is there, and tell what goes differently.", ja: "そこにあるものを引き継ぎ、違いを伝える。")))
    var resume = false

    @Option(
        help: ArgumentHelp(
            Sentence(en: "How many runs may have come before, 2 if not given.", ja: "それまでに行われていてよい実行の数。省略時は2。")))
    var depth: Int?

    @Option(help: .format(of: App.product))
    var format: Settings.Format?

    @Option(help: .language(of: App.product))
    var language: Language?

    func validate() throws {
        try directory.checkName(of: "<directory>")
        if let depth {
            guard !resume else { throw ValidationError(.depthOfResumed) }
            guard (0...4).contains(depth) else { throw ValidationError(.outOfRange(of: "--depth", 0...4)) }
        }
    }

    func run() async throws {
        let given = GivenSettings<CommonSetting>(product: App.product, variables: Environment.process.variables)
        let language = try language ?? given.language
        let format = try format ?? given.value(of: .format) ?? .text
        let note = ProgressNote(in: language)
        let progress: @Sendable (Int) -> Void = { count in
            note.tell(Sentence(en: "leftovers: \(count)", ja: "残りもの: \(count)"))
        }
        let (result, signal) = await Interruption.cancelling { [directory, resume, depth] in
            await Self.work(directory, isResumed: resume, depth: depth ?? 2, progress)
        }
        note.end()
        if let signal { throw ExitCode(128 + signal) }
        switch result {
        case .failure(let error): throw Console.ending(with: ErrorReport(error), in: language)
        case .success(.written(let count)):
            Console.note(Sentence(en: "leftovers: \(count)", ja: "残りもの: \(count)").text(in: language))
        case .success(.resumed(let report)):
            switch format {
            case .json: try Console.write(UpgradeJSON(report, in: language).jsonLine)
            case .text: try Console.write(report.lines(in: language).joined(separator: "\n"))
            }
            guard report.findings.findings.isEmpty else { throw ExitCode(ExitStatus.differs.rawValue) }
        }
    }

    private enum Outcome: Sendable {
        case written(Int)
        case resumed(UpgradeReport)
    }

    private static func work(
        _ directory: String, isResumed: Bool, depth: Int, _ progress: @Sendable (Int) -> Void
    ) async -> Result<Outcome, ErrorWrapper> {
        do throws(ErrorWrapper) {
            guard isResumed else {
                return .success(
                    .written(try await App.writeLeftovers(to: directory, depth: depth, progress: progress)))
            }
            let (version, findings) = try await App.resumeLeftovers(in: directory, progress: progress)
            return .success(.resumed(UpgradeReport(version: version, findings: findings)))
        } catch {
            return .failure(error)
        }
    }
}
