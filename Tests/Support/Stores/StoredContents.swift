import CalearningDomain
import UsecasesEngine

/// The complete stored state of the application, for comparisons.
struct StoredContents: Hashable {
    private var values: [String: KeyValue] = [:]

    init(_ values: KeyValue...) {
        self.init(values)
    }

    init(_ values: [KeyValue]) {
        for value in values { self.values[value.name] = value }
    }

    subscript<Value>(_ key: Key<Value>) -> Value? { values[key.name]?.value as? Value }
}

extension DataStore {
    var contents: StoredContents {
        get async throws {
            var values: [KeyValue] = []
            for key in DeviceMemory.keys.all {
                if let value = try await key.stored(in: self) { values.append(value) }
            }
            return StoredContents(values)
        }
    }
}
