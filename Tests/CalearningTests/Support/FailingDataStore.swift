import Domain

/// A data store that can neither be read nor written.
struct FailingDataStore: DataStore {
    var location: String { "a broken disk" }

    private var readError: ErrorWrapper { .system(error: .dataStore(.読み込みに失敗(location: location))) }
    private var writeError: ErrorWrapper { .system(error: .dataStore(.書き込みに失敗(location: location))) }

    func get<K: Key>(_ key: K) async throws(ErrorWrapper) -> K.ValueType? { throw readError }

    func get<K: Key>(_ key: K, orSave value: K.ValueType) async throws(ErrorWrapper) -> K.ValueType {
        throw readError
    }

    func save(_ keyValue: KeyValue) async throws(ErrorWrapper) { throw writeError }

    func delete<K: Key>(_ key: K) async throws(ErrorWrapper) { throw writeError }
}
