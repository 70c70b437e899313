import Usecases
package import UsecasesLaboratory
import UsecasesStorage
import UsecasesSystem

extension TerminalApplication {
    /// What the exploration knows of all use cases, for judging runs.
    package static func knownWays() async -> [KnownWays] {
        let explorer = Explorer(form: { ValueForm(encoding: $0) }, dependencies: { laboratory })
        let names = Set(keys.map(\.name))
        var ways: [KnownWays] = []
        for usecase in usecases { ways.append(KnownWays(await explorer.explore(usecase), names: names)) }
        return ways
    }

    /// Reads the files one after another; `-` is standard input. A run may begin in one and end in another.
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
