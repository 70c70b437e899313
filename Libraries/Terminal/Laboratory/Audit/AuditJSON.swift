import Usecases
import UsecasesLaboratory

/// An audit as JSON, for programs.
struct AuditJSON: Encodable {
    struct Act: Encodable {
        let kind: String
        let name: String
        /// The names of the error, for an error.
        let error: ErrorNames?

        init(_ kind: String, _ name: String, error: ErrorNames? = nil) {
            self.kind = kind
            self.name = name
            self.error = error
        }
    }

    struct Deviated: Encodable {
        let run: String
        let usecase: String
        let scene: Int
        let after: String?
        let lastCall: String?
        let did: Act
        let known: [Act]
        let sentence: String
    }

    /// A scenario, and the number of its recorded runs.
    public struct Scenario: Encodable {
        let scenes: [String]
        let failure: String?
        let error: ErrorNames?
        let runs: Int
    }

    struct Judged: Encodable {
        let usecase: String
        let runs: Int
        let scenarios: [Scenario]
    }

    struct Unknown: Encodable {
        let usecase: String
        let runs: Int
    }

    struct File: Encodable {
        let file: String
        let flaws: [String]
    }

    struct Counts: Encodable {
        let known: Int
        let deviated: Int
        let interrupted: Int
        let withoutJournal: Int
        let refused: Int
        let unended: Int
        let incomplete: Int
        let unknown: Int
    }

    let runs: Int
    let counts: Counts
    let deviations: [Deviated]
    /// The number of counted deviations that are not listed.
    let furtherDeviations: Int
    let usecases: [Judged]
    let unknownUsecases: [Unknown]
    let files: [File]

    /// Creates the JSON of an audit. Names are the names in the code. `language` is the language of their sentences.
    init(_ report: AuditReport, in language: Language) {
        let audit = report.audit
        runs = audit.counts.runs
        counts = Counts(
            known: audit.counts.known, deviated: audit.counts.deviated, interrupted: audit.counts.interrupted,
            withoutJournal: audit.counts.withoutJournal, refused: audit.counts.refused,
            unended: audit.counts.unended, incomplete: audit.counts.incomplete,
            unknown: audit.unknownUsecases.values.reduce(audit.furtherUnknown, +))
        deviations = audit.deviations.map { deviation in
            let usecase = audit.ways.first { $0.usecase.name == deviation.usecase }?.usecase
            return Deviated(
                run: "\(deviation.run)", usecase: deviation.usecase, scene: deviation.scene, after: deviation.after,
                lastCall: deviation.lastCall, did: Act(deviation.did), known: deviation.known.map(Act.init),
                sentence: deviation.sentence(of: usecase).text(in: language))
        }
        furtherDeviations = audit.counts.deviated - audit.deviations.count
        usecases = audit.ways.indices.map { index in
            Judged(
                usecase: audit.ways[index].usecase.name, runs: audit.runs[index],
                scenarios: zip(audit.ways[index].scenarios, audit.happened[index]).map {
                    Scenario(
                        scenes: $0.scenes, failure: $0.failure, error: $0.failure.map(ErrorNames.init(of:)), runs: $1)
                })
        }
        unknownUsecases = audit.unknownUsecases.sorted { $0.key < $1.key }.map {
            Unknown(usecase: $0.key, runs: $0.value)
        }
        files = report.files.map { file in
            let flaws = file.flaws.sentences(of: file.path, isCut: file.error != nil).map { $0.text(in: language) }
            return File(file: file.path, flaws: flaws + [file.error?.message.text(in: language)].compactMap(\.self))
        }
    }
}

extension AuditJSON.Act {
    fileprivate init(_ act: Deviation.Act) {
        switch act {
        case .enter(let name): self.init("scene", name)
        case .call(let name): self.init("call", name)
        case .outcome(let name): self.init("outcome", name)
        case .threw(let name): self.init("outcome", name, error: ErrorNames(of: name))
        case .goal(let name): self.init("goal", name)
        case .failure(let name): self.init("error", name, error: ErrorNames(of: name))
        }
    }
}
