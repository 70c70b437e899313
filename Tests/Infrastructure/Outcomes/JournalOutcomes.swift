import Foundation
import UsecasesEngine
import UsecasesStorage
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport
@testable import UsecasesRuns

enum JournalOutcomes: OutcomeProducer {
    static let port = Port<any Journal>.name

    static func produce(for outcomes: ProducedOutcomes) async throws {
        try await outcomes.port(\.journal, InMemoryJournal()).discard()
        let run = ClaimedRun(
            RunClaim(attempt: "1", run: "1"), usecase: "Boot", number: 1, beginning: Data(), notes: [])
        let remote = RunJournal(run, in: InMemoryRunQueue(clock: ImmediateClock()), lease: .seconds(1))
        try await outcomes.port(\.journal, remote).discard()
        let directory = TemporaryDirectory()
        let journal = outcomes.port(\.journal, FileJournal(directory: directory.path, clock: ImmediateClock()))
        let folder = directory.path + "/journal"
        try await journal.discard()
        mkdir(folder, 0o700)
        try await journal.discard()
        // The journal does not read a folder that other users may write.
        chmod(folder, 0o777)
        try? await journal.discard()
        unlink(folder + "/lock")
        mkdir(folder + "/lock", 0o700)
        try? await journal.discard()
    }
}
