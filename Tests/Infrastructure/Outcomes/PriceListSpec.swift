#if Server
import Foundation
import Testing
import UsecasesEngine
import UsecasesLaboratory
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningPresentation
@testable import CalearningTestSupport

/// A change that makes a scenario dearer changes the file. `USECASES_PAGES=write` writes it.
@Suite(.timeLimit(.minutes(5))) struct シナリオの値段 {
    private static let path = "docs/usecases/prices.txt"

    @Test func どのシナリオも記録された値段である() async throws {
        var operations: [String: Price] = [:]
        for producer in ポートの結果の契約.producers {
            operations.merge(try await producer.produced().prices(of: producer.port)) { $1 }
        }
        let explorations = await Explorations.all(in: CompositionRoot.self)
        let prices = PriceList(of: explorations, by: operations)
        if ProcessInfo.processInfo.environment["USECASES_PAGES"] == "write" {
            try Data(prices.text.utf8).write(to: URL(filePath: Repository.path(of: Self.path)))
        }

        let recorded = try #require(PriceList(try Repository.text(of: Self.path)))

        #expect(prices.changes(since: recorded, in: explorations).map { $0.text(in: .en) } == [])
        #expect(prices.usecases.mapValues { Set($0.keys) } == recorded.usecases.mapValues { Set($0.keys) })
    }
}
#endif
