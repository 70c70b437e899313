import CalearningDomain
import Foundation
import UsecasesEngine
import UsecasesStorage
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

enum DataStoreOutcomes: OutcomeProducer {
    static let port = Port<any DataStore>.name
    private static let visits = Key<Int>("visits", example: ("stored", 1))
    private static let others = Key<Int>("others", example: ("stored", 1))

    static func produce(for outcomes: ProducedOutcomes) async throws {
        await ask(outcomes.port(\.dataStore, InMemoryDataStore()))
        for fault in [nil] + DocumentFault.allCases {
            let directory = TemporaryDirectory()
            try fault?.befall(directory.path + "/store.json")
            let store = FileDataStore(
                directory: directory.path, product: Product.own.name, keys: [visits, others], clock: ImmediateClock())
            await ask(outcomes.port(\.dataStore, store))
        }
        try await useDefaults(outcomes)
        for content in ["{}", "{", #"{"values":{"visits":"x"}}"#] {
            let table = LocalStoreTable(clock: ImmediateClock())
            let row = StoreRow(id: .fixture(), cookie: [], stamp: 1, used: .example, content: content)
            try await table.add(row)
            let store = RowDataStore(
                row, in: table, clock: ImmediateClock(), randomSource: SeededRandomSource.unpredictable())
            await ask(outcomes.port(\.dataStore, store))
        }
    }

    private static func useDefaults(_ outcomes: ProducedOutcomes) async throws {
        let suite = "\(Product.own.name)-test-" + UUID().uuidString
        defer { UserDefaults().removePersistentDomain(forName: suite) }
        let directory = TemporaryDirectory()
        try directory.write("", to: "file")
        for path in [directory.path, directory.path + "/file"] {
            let store = UserDefaultsDataStore(suite: suite, lockedIn: path, clock: ImmediateClock())
            await ask(outcomes.port(\.dataStore, store))
            // No value of the program has this form.
            UserDefaults(suiteName: suite)?.set(Date(), forKey: visits.name)
            await ask(outcomes.port(\.dataStore, store))
        }
    }

    private static func ask(_ store: any DataStore) async {
        _ = try? await store.get(visits)
        _ = try? await store.change(visits) { $0 == nil }
        _ = try? await store.get(visits, orSave: 3)
        try? await store.save(visits.with(1))
        _ = try? await store.get(visits, orSave: 3)
        _ = try? await store.get(visits)
        _ = try? await store.change(visits) { $0 == nil }
        try? await store.save(others.with(1), deleting: visits)
        try? await store.delete(visits)
        try? await store.delete(others.with(1))
    }
}
