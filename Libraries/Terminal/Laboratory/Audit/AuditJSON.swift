import UsecasesEngine
import UsecasesLaboratory

/// An audit as JSON, for programs. Names are the names in the code. `language` is the language of their sentences.
struct AuditJSON: Encodable {
    let report: AuditReport
    let language: Language

    func encode(to encoder: any Encoder) throws {
        let audit = report.audit
        let members: JSONMembers = [
            "runs": audit.counts.runs, "counts": counts, "deviations": audit.deviations.map(members),
            // The number of counted deviations that are not listed.
            "furtherDeviations": audit.counts.deviated - audit.deviations.count,
            "usecases": audit.ways.indices.map(judgement),
            "unknownUsecases": audit.unknownUsecases.sorted { $0.key < $1.key }.map { name, runs in
                ["usecase": name, "runs": runs] as JSONMembers
            },
            "files": report.files.map(members),
        ]
        try members.encode(to: encoder)
    }

    private var counts: JSONMembers {
        let counts = report.audit.counts
        return [
            "known": counts.known, "deviated": counts.deviated, "interrupted": counts.interrupted,
            "withoutJournal": counts.withoutJournal, "refused": counts.refused, "unended": counts.unended,
            "incomplete": counts.incomplete,
            "unknown": report.audit.unknownUsecases.values.reduce(report.audit.furtherUnknown, +),
        ]
    }

    private func members(of deviation: Deviation) -> JSONMembers {
        let usecase = report.audit.ways.first { $0.usecase.name == deviation.usecase }?.usecase
        return [
            "run": "\(deviation.run)", "usecase": deviation.usecase, "scene": deviation.scene, "after": deviation.after,
            "lastCall": deviation.lastCall, "did": members(of: deviation.did), "known": deviation.known.map(members),
            "sentence": deviation.sentence(of: usecase).text(in: language),
        ]
    }

    private func members(of act: Deviation.Act) -> JSONMembers {
        switch act {
        case .enter(let name): ["kind": "scene", "name": name]
        case .call(let name): ["kind": "call", "name": name]
        case .outcome(let name): ["kind": "outcome", "name": name]
        case .threw(let name): ["kind": "outcome", "name": name, "error": ErrorNames(of: name)]
        case .goal(let name): ["kind": "goal", "name": name]
        case .failure(let name): ["kind": "error", "name": name, "error": ErrorNames(of: name)]
        }
    }

    /// Returns a use case with its scenarios, and the number of the recorded runs of each.
    private func judgement(of index: Int) -> JSONMembers {
        let (audit, ways) = (report.audit, report.audit.ways[index])
        let scenarios = zip(ways.scenarios, audit.happened[index]).map { scenario, runs -> JSONMembers in
            [
                "scenes": scenario.scenes, "failure": scenario.failure,
                "error": scenario.failure.map(ErrorNames.init(of:)), "runs": runs,
            ]
        }
        return ["usecase": ways.usecase.name, "runs": audit.runs[index], "scenarios": scenarios]
    }

    private func members(of file: AuditReport.File) -> JSONMembers {
        let flaws = file.flaws.sentences(of: file.path, isCut: file.error != nil).map { $0.text(in: language) }
        return ["file": file.path, "flaws": flaws + [file.error?.message.text(in: language)].compactMap(\.self)]
    }
}
