/// Stands where no data store was provided, and says so when it is used.
struct UnprovidedDataStore: DataStore {
    private static let error = ErrorWrapper.system(error: .dependency(.未設定(port: "DataStore")))

    var location: String { "no data store" }

    func get<K: Key>(_ key: K) async throws(ErrorWrapper) -> K.ValueType? { throw Self.error }

    func get<K: Key>(_ key: K, orSave value: K.ValueType) async throws(ErrorWrapper) -> K.ValueType {
        throw Self.error
    }

    func save(_ keyValue: KeyValue) async throws(ErrorWrapper) { throw Self.error }

    func delete<K: Key>(_ key: K) async throws(ErrorWrapper) { throw Self.error }
}
