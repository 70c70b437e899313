package import Domain

/// Counts in a data store, so that the number outlasts the program.
package struct StoredVisitCounter: VisitCounter {
    private static let visits = Key<String>("visits", example: ("stored", "1"), isForgottenByReset: true)

    private let dataStore: any DataStore

    package init(dataStore: any DataStore) {
        self.dataStore = dataStore
    }

    package func count() async throws(ErrorWrapper) -> Int {
        let visits = try await dataStore.get(Self.visits).flatMap { Int($0) } ?? 0
        try await dataStore.save(Self.visits.with("\(visits + 1)"))
        return visits + 1
    }
}
