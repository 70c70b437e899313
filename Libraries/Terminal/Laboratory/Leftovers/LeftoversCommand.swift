import ArgumentParser
import Foundation
import UsecasesEngine
import UsecasesLaboratory
import UsecasesStorage

struct LeftoversCommand<App: TerminalApplication>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "leftovers",
            abstract: Sentence(
                en: "Write what runs can leave behind, or resume what another version wrote.",
                ja: "実行やクラッシュが残す状態をすべて書き出す。または、別のバージョンが書き出したものを引き継ぐ。"),
            usage: "\(App.product.name) leftovers <directory> [<options>]",
            discussion: Sentence(
                en: """
                    Writes the state directories that runs leave behind, ended or dying at any of their calls, and what this \
                    version does with them. --resume runs the same on those of another version: exit status 1 if anything \
                    goes differently.
                    """,
                ja: """
                    終わった実行や、いずれかの呼び出しでクラッシュした実行が残す状態ディレクトリと、このバージョンがそれをどう扱うかを書き出す。\
                    --resumeでは、別のバージョンが残した状態で同じことを行い、違いがあれば終了ステータスは1。
                    """))
    }

    @Argument(
        help: ArgumentHelp(
            Sentence(
                en: "Where they are; without --resume, a directory that does not exist yet.",
                ja: "その場所。--resumeを付けないときは、まだ存在しないディレクトリ。"),
            valueName: "directory"),
        completion: .directory)
    var directory: String

    @Flag(
        help: ArgumentHelp(
            Sentence(
                en: "Resume the leftovers, and report the differences.", ja: "そこにあるものを引き継ぎ、違いを報告する。")))
    var resume = false

    @Option(
        help: ArgumentHelp(
            Sentence(en: "How many runs may have come before, 2 if not given.", ja: "それ以前に行う実行の最大数。省略時は2。")))
    var depth: Int?

    @OptionGroup var output: OutputOptions<App>

    func validate() throws {
        try directory.checkName(of: "<directory>")
        if let depth {
            guard !resume else { throw ValidationError(.depthOfResumed) }
            guard (0...4).contains(depth) else { throw ValidationError(.outOfRange(of: "--depth", 0...4)) }
        }
    }

    func run() async throws {
        let (language, format) = (try output.language.value, try output.value)
        let note = ProgressNote(in: language)
        let progress: @Sendable (Int) -> Void = { count in
            note.tell(Sentence(en: "leftovers: \(count)", ja: "残された状態: \(count)"))
        }
        let (result, signal) = await Interruption.cancelling { [directory, resume, depth] in
            await Self.work(directory, isResumed: resume, depth: depth ?? 2, progress)
        }
        await note.end()
        if let signal { throw ExitCode(128 + signal) }
        let (count, report) = try Console.result(result.get(), in: language)
        guard let report else {
            return Console.note(Sentence(en: "leftovers: \(count)", ja: "残された状態: \(count)").text(in: language))
        }
        switch format {
        case .json: try Console.write(LeftoversJSON(report: report, language: language).jsonLine)
        case .text: try Console.show(report.lines(in: language))
        }
        guard report.findings.findings.isEmpty else { throw ExitCode(ExitStatus.differs.rawValue) }
    }

    /// Writes the leftovers, and returns their number. Or resumes other ones, and returns a report.
    private static func work(
        _ directory: String, isResumed: Bool, depth: Int, _ progress: @Sendable (Int) -> Void
    ) async -> Result<(Int, LeftoversReport?), ErrorWrapper> {
        do throws(ErrorWrapper) {
            guard isResumed else {
                return .success((try await App.writeLeftovers(to: directory, depth: depth, progress: progress), nil))
            }
            let (version, findings) = try await App.resumeLeftovers(in: directory, progress: progress)
            return .success((findings.runs, LeftoversReport(version: version, findings: findings)))
        } catch {
            return .failure(error)
        }
    }
}

extension TerminalApplication {
    /// Writes the leftovers of this version on a device into a new folder. They are the files after runs that lead to
    /// different situations. For each use case, they include the files after a crash at each of its calls. The folder
    /// also has a list of this version's runs on each leftover.
    ///
    /// `depth` is the number of earlier runs. Returns the number of leftovers. Throws `unwritable`, also if the path
    /// exists.
    static func writeLeftovers(
        to path: String, of plannedRuns: [PlannedRun] = usecases.flatMap { $0.plannedRuns }, depth: Int,
        progress: (Int) -> Void
    ) async throws(ErrorWrapper) -> Int {
        var bounds = WorldSurvey.Bounds()
        bounds.depth = depth
        let (playable, pasts) = WorldSurvey(plannedRuns, search: worlds, bounds: bounds).pasts()
        let folder = LeftoverFolder(path)
        try folder.make()
        do throws(ErrorWrapper) {
            return try await write(in: folder, playable, pasts, depth: depth, progress: progress)
        } catch {
            // The folder is useless without its list, and would only obstruct the next call.
            try folder.remove()
            throw error
        }
    }

    private static func write(
        in folder: LeftoverFolder, _ playable: [PlannedRun], _ pasts: [[PlannedRun]], depth: Int,
        progress: (Int) -> Void
    ) async throws(ErrorWrapper) -> Int {
        var leftovers: [Leftover] = []
        var known: Set<[String: Data]> = []
        /// Keeps the folder, unless an equal folder was kept before.
        func keep(_ draft: String, after past: [PlannedRun], died: (run: LeftoverRun, at: LeftoverTap.Death)?)
            throws(ErrorWrapper)
        {
            guard !Task.isCancelled else { throw .interrupted }
            if known.insert(try folder.content(of: draft).filter { !$0.value.isEmpty }).inserted {
                let name = "\(leftovers.count + 1)"
                _ = try folder.copy(folder.place(of: draft), to: name)
                leftovers.append(Leftover(in: name, after: past, died: died))
                progress(leftovers.count)
            }
        }
        for past in pasts {
            let before = "before"
            try LeftoverFolder(folder.place(of: before)).make()
            for (number, plannedRun) in past.enumerated() {
                _ = await witnessed(plannedRun, as: number, in: folder.place(of: before))
            }
            try keep(before, after: past, died: nil)
            // Runs after the longest pasts are omitted.
            for plannedRun in past.count < depth || depth == 0 ? playable : [] {
                try await kill(plannedRun, after: past, in: folder, before: before, keep)
            }
            try folder.remove(before)
        }
        for index in leftovers.indices {
            for plannedRun in playable {
                guard !Task.isCancelled else { throw .interrupted }
                leftovers[index].runs.append(try await resumed(leftovers[index], by: plannedRun, in: folder, folder))
            }
            progress(leftovers.count)
        }
        try writeList(of: leftovers, to: folder)
        return leftovers.count
    }

    /// Crashes a run at each of its calls in turn.
    private static func kill(
        _ plannedRun: PlannedRun, after past: [PlannedRun], in folder: LeftoverFolder, before: String,
        _ keep: (String, [PlannedRun], (run: LeftoverRun, at: LeftoverTap.Death)?) throws(ErrorWrapper) -> Void
    ) async throws(ErrorWrapper) {
        for moment in LeftoverTap.Death.Moment.allCases {
            for ordinal in 1... {
                let death = LeftoverTap.Death(ordinal: ordinal, moment: moment)
                let place = try folder.copy(folder.place(of: before), to: "dying")
                let (run, isDead) = await witnessed(plannedRun, as: past.count, in: place, death: death)
                if isDead { try keep("dying", past, (run, death)) }
                try folder.remove("dying")
                guard isDead else { break }
            }
        }
    }

    /// Repeats the runs of a different version on copies of its leftovers, and compares the results.
    ///
    /// Throws `unreadable`, `damaged` or `unwritable`.
    static func resumeLeftovers(
        in path: String, with plannedRuns: [PlannedRun] = usecases.flatMap { $0.plannedRuns },
        progress: (Int) -> Void
    ) async throws(ErrorWrapper) -> (version: String, findings: LeftoverFindings) {
        let folder = LeftoverFolder(path)
        let (version, leftovers) = try readList(of: folder)
        let temporary = try LeftoverFolder.temporary()
        do throws(ErrorWrapper) {
            var findings = LeftoverFindings()
            for (index, leftover) in leftovers.enumerated() {
                for old in leftover.runs {
                    guard !Task.isCancelled else { throw .interrupted }
                    var new: LeftoverRun?
                    if let plannedRun = plannedRuns.first(where: { $0.description == old.plannedRun }) {
                        new = try await resumed(leftover, by: plannedRun, in: folder, temporary)
                    }
                    findings.compare(old, with: new, on: leftover)
                }
                progress(index + 1)
            }
            try temporary.remove()
            return (version, findings)
        } catch {
            try temporary.remove()
            throw error
        }
    }

    private static func resumed(
        _ leftover: Leftover, by plannedRun: PlannedRun, in folder: LeftoverFolder, _ scratch: LeftoverFolder
    ) async throws(ErrorWrapper) -> LeftoverRun {
        let place = try scratch.copy(folder.place(of: leftover.folder), to: "resumed")
        let (run, _) = await witnessed(plannedRun, as: leftover.runCount, in: place)
        try scratch.remove("resumed")
        return run
    }

    private static func witnessed(
        _ plannedRun: PlannedRun, as number: Int, in place: String, death: LeftoverTap.Death? = nil
    ) async -> (run: LeftoverRun, isDead: Bool) {
        await plannedRun.witnessed(as: number, death: death) { random, tap in
            installation(in: place, randomSource: random, seenBy: tap)
        }
    }

    private static func writeList(of leftovers: [Leftover], to folder: LeftoverFolder) throws(ErrorWrapper) {
        let header: Data
        let lines: [Data]
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            header = try encoder.encode(ListHeader(leftovers: ListHeader.current, version: product.version))
            lines = try leftovers.map { try encoder.encode($0) }
        } catch {
            throw .system(
                error: .dataStore(.unwritable(location: folder.path, content: .leftovers)),
                causedBy: error)
        }
        try folder.writeList([header] + lines)
    }

    private static func readList(of folder: LeftoverFolder) throws(ErrorWrapper) -> (version: String, [Leftover]) {
        let lines = try folder.list()
        do {
            guard let first = lines.first else { throw folder.damaged() }
            let header = try JSONDecoder().decode(ListHeader.self, from: first)
            guard header.leftovers == ListHeader.current else {
                throw folder.damaged(OtherListVersion(version: header.leftovers, known: ListHeader.current))
            }
            let leftovers = try lines.dropFirst().map { try JSONDecoder().decode(Leftover.self, from: $0) }
            // They must be names of folders next to the list, and must not be paths to other locations.
            guard leftovers.allSatisfy({ $0.folder.wholeMatch(of: #/[0-9]{1,9}/#) != nil }) else {
                throw folder.damaged()
            }
            return (header.version, leftovers)
        } catch let error as ErrorWrapper {
            throw error
        } catch {
            throw folder.damaged(error)
        }
    }
}

/// The first line of a list.
private struct ListHeader: Codable {
    let leftovers: Int
    let version: String

    static let current = 1
}

/// An error for a list of leftovers in an unknown format version.
private struct OtherListVersion: HinderedError, CustomStringConvertible {
    let version: Int
    let known: Int

    var hindrance: Hindrance? { version > known ? .newerVersion : nil }

    var description: String { "its form has the version \(version), and this program reads \(known)" }
}
