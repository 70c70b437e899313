import UsecasesEngine
import UsecasesLaboratory

/// The results of this version on the leftovers of a different version.
struct LeftoversReport {
    let version: String
    let findings: LeftoverFindings

    func lines(in language: Language) -> [String] {
        let count = findings.findings.count
        let summary =
            count == 0
            ? Sentence(
                en: "✓ All \(findings.runs) runs on what version \(version) leaves behind go as they did there.",
                ja: "✓ バージョン\(version)が残した状態での実行\(findings.runs)件は、すべてそのバージョンと同じように進む。")
            : Sentence(
                en: "Runs on what version \(version) leaves behind: \(findings.runs), differences: \(count)",
                ja: "バージョン\(version)が残した状態での実行: \(findings.runs)、違い: \(count)")
        return [summary.text(in: language)] + findings.findings.flatMap { [""] + Self.lines($0, in: language) }
    }

    private static func lines(_ finding: LeftoverFindings.Finding, in language: Language) -> [String] {
        let difference = finding.difference
        let place = difference.scene.map { scene in
            Sentence(
                en: ", in “\(scene.name)” of \(scene.usecase ?? "")", ja: "、\(scene.usecase ?? "")の「\(scene.name)」")
        }
        var lines = ["✗ " + difference.plannedRun + (place?.text(in: language) ?? "")]
        lines.append("  " + language.text(en: "the old version: ", ja: "古いバージョン: ") + shown(difference.old, language))
        lines.append("  " + language.text(en: "this version:    ", ja: "このバージョン: ") + shown(difference.new, language))
        if !finding.failures.isEmpty {
            lines.append(
                "  " + language.text(en: "no goal is reached any more: ", ja: "ゴールに達しなくなった: ")
                    + finding.failures.map { ErrorWrapper.names(of: $0).text(in: language) }.joined(separator: ", "))
        }
        if !finding.repeated.isEmpty {
            lines.append(
                "  " + language.text(en: "done twice: ", ja: "二度行われる: ") + finding.repeated.joined(separator: ", "))
        }
        lines.append(
            "  "
                + Sentence(
                    en: "runs: \(finding.count), the first on leftover \(finding.first.folder): ",
                    ja: "実行: \(finding.count)、最初のものは状態\(finding.first.folder): "
                ).text(in: language) + origin(of: finding.first).text(in: language))
        return lines
    }

    private static func shown(_ event: LeftoverRun.Event?, _ language: Language) -> String {
        guard let event else { return language.text(en: "nothing more", ja: "その先はなし") }
        return switch event.kind {
        case .scene: language.text(en: "“\(event.name)”", ja: "「\(event.name)」")
        case .goal: "◎ \(event.name)"
        case .error: "✗ \(ErrorWrapper.names(of: event.name).text(in: language))"
        case .call, .change: event.name
        }
    }

    static func origin(of leftover: Leftover) -> Sentence {
        let past = leftover.after.joined(separator: ", ")
        let before =
            past.isEmpty
            ? Sentence(en: "on a new device", ja: "新しいデバイスで") : Sentence(en: "after \(past)", ja: "\(past)の後で")
        guard let died = leftover.died else { return before }
        let call = died.run.events.last { [.call, .change].contains($0.kind) }?.name ?? ""
        let run = died.run.plannedRun
        let death =
            switch died.death.moment {
            case .before: Sentence(en: "\(run) died before \(call)", ja: "\(run)が\(call)の前にクラッシュした")
            case .after: Sentence(en: "\(run) died in \(call), which took effect", ja: "\(run)が\(call)の反映直後にクラッシュした")
            }
        return Sentence(
            en: "\(before.text(in: .en)), \(death.text(in: .en))", ja: "\(before.text(in: .ja))、\(death.text(in: .ja))")
    }
}

/// The results as JSON, for programs.
struct LeftoversJSON: Encodable {
    let report: LeftoversReport
    let language: Language

    func encode(to encoder: any Encoder) throws {
        let members: JSONMembers = [
            "version": report.version, "runs": report.findings.runs, "findings": report.findings.findings.map(members),
        ]
        try members.encode(to: encoder)
    }

    private func members(of finding: LeftoverFindings.Finding) -> JSONMembers {
        [
            "usecase": finding.difference.plannedRun, "scene": finding.difference.scene, "old": finding.difference.old,
            "new": finding.difference.new, "runs": finding.count, "leftover": finding.first.folder,
            "origin": LeftoversReport.origin(of: finding.first).text(in: language), "failures": finding.failures,
            "errors": finding.failures.map(ErrorNames.init(of:)), "repeated": finding.repeated,
        ]
    }
}
