import CourseDomain
package import UsecasesEngine

/// Counts in a data store, so that the number outlasts the program.
package struct StoredVisitCounter: VisitCounter {
    private static let visits = Key<Int>("visits", example: ("stored", 1))

    private let dataStore: any DataStore

    package init(dataStore: any DataStore) {
        self.dataStore = dataStore
    }

    package func count() async throws(ErrorWrapper) -> Int {
        try await dataStore.change(Self.visits) { visits in
            let number = (visits ?? 0) + 1
            visits = number
            return number
        }
    }
}
