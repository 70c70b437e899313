public import UsecasesEngine
package import UsecasesLaboratory

/// The result of an audit, and the errors in the files that it read.
package struct AuditReport: Sendable {
    /// A file that the audit read.
    public struct File: Sendable {
        /// The path as given.
        public let path: String
        /// The flaws of its lines.
        public let flaws: ObservationFlaws
        /// The reason why the file was not read to its end, or `nil`.
        public let error: ErrorReport?
    }

    package let audit: Audit
    package let files: [File]

    /// The exit status. A deviation takes precedence over a file that could not be read.
    package var exitStatus: ExitStatus {
        if audit.counts.deviated > 0 { return .differs }
        if let error = files.compactMap(\.error).first { return error.exitStatus }
        let isWhole =
            audit.unknownUsecases.isEmpty && files.allSatisfy { $0.flaws.sentences(of: $0.path, isCut: false).isEmpty }
        return isWhole ? .success : .badData
    }
}

extension ObservationFlaws {
    /// Returns a sentence for each flaw. `isCut` says whether reading ended early, so the rest of the file is unknown.
    public func sentences(of path: String, isCut: Bool) -> [Sentence] {
        // Flaws in the lines of a different program are not reported.
        let isOthers = isForeign && !isCut
        let foreign = Sentence(
            en: "\(path): it is of another program: it has no line of a recording, a log or a report.",
            ja: "\(path): 別のプログラムのファイルです。記録、ログ、レポートのいずれの行もありません。")
        let truncated = Sentence(
            en: "\(path): it is truncated: it ends in the middle of a line.",
            ja: "\(path): 途中で切れています。最後の行が終わっていません。")
        let lines = isOthers ? [foreign] : flawedLines.compactMap { $0.0.sentence(of: path, flaw: $0.1) }
        return lines + (isTruncated ? [truncated] : [])
    }

    private var flawedLines: [(Lines, Sentence)] {
        let unjudged = Sentence(
            en: ", so the runs under way at that line are not judged", ja: "、その時点で途中だった実行は判定しません")
        func skipped(en: String, ja: String) -> Sentence {
            Sentence(en: en + unjudged.text(in: .en), ja: ja + unjudged.text(in: .ja))
        }
        return [
            (unreadable, skipped(en: "is damaged", ja: "壊れているため")),
            (tooLong, skipped(en: "is too long", ja: "長すぎるため")),
            (tooDeep, skipped(en: "is nested too deeply", ja: "入れ子が深すぎるため")),
            (
                otherVersion,
                Sentence(
                    en: "begins a run that another version recorded in another form", ja: "別のバージョンが別の形式で記録した実行の始まりです")
            ),
            (
                anonymous,
                Sentence(
                    en: "is a scene from a version of the service that did not log which run it is of",
                    ja: "どの実行のものかをログに残さないバージョンのサービスが書いたシーンです")
            ),
        ]
    }
}

extension ObservationFlaws.Lines {
    fileprivate func sentence(of path: String, flaw: Sentence) -> Sentence? {
        guard count > 0 else { return nil }
        let (others, more) = (count - 1, count > 1)
        return Sentence(
            en: "\(path): line \(first) \(flaw.text(in: .en))" + (more ? ", and \(others) more like it." : "."),
            ja: "\(path): \(first)行目は\(flaw.text(in: .ja))。" + (more ? "ほかに\(others)行あります。" : ""))
    }
}
