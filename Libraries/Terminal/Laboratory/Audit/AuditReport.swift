public import Usecases
package import UsecasesLaboratory

/// What an audit found out, and what was wrong with the files that it read.
package struct AuditReport: Sendable {
    /// A file that the audit read.
    public struct File: Sendable {
        /// The path as it was given.
        public let path: String
        /// The flaws of its lines.
        public let flaws: ObservationFlaws
        /// Why it could not be read, or not to its end.
        public let error: ErrorReport?

        /// A file with these flaws; `error` is `nil` if it was read to its end.
        public init(path: String, flaws: ObservationFlaws, error: ErrorReport?) {
            self.path = path
            self.flaws = flaws
            self.error = error
        }
    }

    package let audit: Audit
    package let files: [File]

    package init(audit: Audit, files: [File]) {
        self.audit = audit
        self.files = files
    }

    /// A run that went another way is told first: it did, whatever else could not be read.
    package var exitStatus: ExitStatus {
        if audit.counts.deviated > 0 { return .differs }
        if let error = files.compactMap(\.error).first { return error.exitStatus }
        let isWhole =
            audit.unknownUsecases.isEmpty && files.allSatisfy { $0.flaws.sentences(of: $0.path, isCut: false).isEmpty }
        return isWhole ? .success : .badData
    }
}

extension ObservationFlaws {
    /// One for each flaw; `isCut` is whether reading ended early, so that the rest of the file is unknown.
    public func sentences(of path: String, isCut: Bool) -> [Sentence] {
        // What is wrong with the lines of another program is of no interest.
        let isOthers = isForeign && !isCut
        let foreign = Sentence(
            en: "\(path): it is of another program: it has no line of a recording, a log or a report.",
            ja: "\(path): 別のプログラムのファイルです。記録、ログ、レポートのいずれの行もありません。")
        let truncated = Sentence(
            en: "\(path): it is truncated: it ends in the middle of a line.",
            ja: "\(path): 途中で切れています。最後の行が終わっていません。")
        return (isOthers ? [foreign] : flawedLines.map { $0.sentence(of: path) }) + (isTruncated ? [truncated] : [])
    }

    private struct FlawedLines {
        let lines: Lines
        let flaw: Sentence

        func sentence(of path: String) -> Sentence {
            let others = lines.count - 1
            return Sentence(
                en: "\(path): line \(lines.first) \(flaw.text(in: .en))"
                    + (others == 0 ? "." : ", and \(others) more like it."),
                ja: "\(path): \(lines.first)行目は\(flaw.text(in: .ja))。" + (others == 0 ? "" : "ほかに\(others)行あります。"))
        }
    }

    private var flawedLines: [FlawedLines] {
        let flaws: [(Lines, Sentence)] = [
            (
                unreadable,
                Sentence(
                    en: "is damaged, so that the runs under way there are not judged", ja: "壊れているため、そのとき途中だった実行は判定しません")
            ),
            (
                tooLong,
                Sentence(
                    en: "is too long, so that the runs under way there are not judged", ja: "長すぎるため、そのとき途中だった実行は判定しません")
            ),
            (
                tooDeep,
                Sentence(
                    en: "is nested too deeply, so that the runs under way there are not judged",
                    ja: "入れ子が深すぎるため、そのとき途中だった実行は判定しません")
            ),
            (
                otherVersion,
                Sentence(
                    en: "begins a run that another version recorded in another form", ja: "別のバージョンが別の形式で記録した実行の始まりです")
            ),
            (
                anonymous,
                Sentence(
                    en: "is a scene from a version of the service that did not log which run it is of",
                    ja: "どの実行のものかをログに書かないバージョンのサービスのシーンです")
            ),
        ]
        return flaws.filter { $0.0.count > 0 }.map(FlawedLines.init)
    }
}
