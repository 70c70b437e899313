import Foundation
import Hummingbird
import HummingbirdTesting
import Synchronization
import Testing
import UsecasesEngine
import UsecasesLaboratory
import UsecasesStorage

@testable import Lending

@Suite struct LendingSpec {
    private let isbn = "9780131103627"
    private let laboratory = Explorer { .laboratory }

    @Test(arguments: [(LendBook.self, 3), (ReturnBook.self, 2)] as [(any Usecase.Type, Int)])
    func `The laboratory finds all scenarios and no problem`(usecase: any Usecase.Type, count: Int) async {
        let exploration = await laboratory.explore(usecase)
        let scenarios = exploration.scenarios.map { "\($0.name)" }
        let problems = exploration.problems.map { $0.text(in: .en) }

        #expect(scenarios.count == count, "\(scenarios.joined(separator: "\n"))")
        #expect(problems == [])
    }

    @Test func `Each goal has its status`() async throws {
        try await Application(router: router(to: BookShelf())).test(.router) { client in
            let lend = { (isbn: String) in
                let wish = try JSONEncoder().encode(Loan(isbn: isbn, reader: "Ada"))
                return try await client.execute(uri: "/loans", method: .post, body: ByteBuffer(data: wish)).status
            }
            let takeBack = { try await client.execute(uri: "/loans/\(isbn)", method: .delete).status }
            let loans = [try await lend(isbn), try await lend(isbn), try await lend("unknown")]
            let returns = [try await takeBack(), try await takeBack()]

            #expect(loans == [.created, .conflict, .notFound])
            #expect(returns == [.noContent, .notFound])
        }
    }

    @Test func `A recorded return is replayed without the shelf`() async throws {
        let lines = Mutex(Data())
        let tap = RecordingTap { data in lines.withLock { $0.append(data) } }
        let shelf = BookShelf()
        _ = await shelf.lend(isbn, to: "Grace")
        try await Application(router: router(to: shelf, taps: [tap])).test(.router) { client in
            _ = try await client.execute(uri: "/loans/\(isbn)", method: .delete)
        }

        let run = try #require(try Recording(lines.withLock { $0 }).runs.first)
        let replay = Replay(run)
        var dependencies = Dependencies.laboratory
        dependencies.taps = [replay]
        let first = try JSONDecoder().decode(Step<ReturnBook>.self, from: run.beginning)
        let goal = try await ReturnBook.interact(from: first, with: dependencies).goal

        #expect(goal == .`The book is on the shelf again`)
        #expect(replay.remarks == [])
    }
}
