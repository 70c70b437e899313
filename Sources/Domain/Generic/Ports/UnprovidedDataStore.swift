/// Stands in for a data store that was not provided: its operations throw `未設定`.
struct UnprovidedDataStore: DataStore {
    private static let error = ErrorWrapper.system(error: .dependency(.未設定(port: "DataStore")))

    var location: String { "no data store" }

    func get<Value>(_ key: Key<Value>) async throws(ErrorWrapper) -> Value? { throw Self.error }

    func get<Value>(_ key: Key<Value>, orSave value: Value) async throws(ErrorWrapper) -> Value {
        throw Self.error
    }

    func save(_ keyValue: KeyValue) async throws(ErrorWrapper) { throw Self.error }

    func delete(_ key: any DeclaredKey) async throws(ErrorWrapper) { throw Self.error }

    func delete(_ keyValue: KeyValue) async throws(ErrorWrapper) { throw Self.error }
}
