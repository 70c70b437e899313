import Testing
import UsecasesEngine
package import UsecasesStorage
import UsecasesSystem

/// An adapter of the table. Each test has its own table.
package struct StoreTableAdapter: Sendable, CustomTestStringConvertible {
    package static let local = [inMemory, inFolder]

    private static let inMemory = StoreTableAdapter(testDescription: "in memory") { body in
        try await body(LocalStoreTable(clock: SystemClock()))
    }
    private static let inFolder = StoreTableAdapter(testDescription: "in a folder") { body in
        try await body(LocalStoreTable(in: TemporaryDirectory().path + "/browsers", clock: SystemClock()))
    }

    package let testDescription: String
    package let withTable: @Sendable (_ body: (any StoreTable) async throws -> Void) async throws -> Void

    package init(
        testDescription: String,
        withTable: @escaping @Sendable (_ body: (any StoreTable) async throws -> Void) async throws -> Void
    ) {
        self.testDescription = testDescription
        self.withTable = withTable
    }
}
