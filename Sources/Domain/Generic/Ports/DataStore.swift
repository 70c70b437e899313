/// Remembers values between runs.
///
/// Each operation throws `読み込みに失敗`, `書き込みに失敗` or `内容が壊れています`, naming the ``location``; what was
/// stored before a failed write is still stored after it.
package protocol DataStore: Sendable {
    /// Where a person finds it: the path of a file, or a few words.
    var location: String { get }
    /// `nil` if nothing is stored; a stored value of another type is an error.
    func get<Value>(_ key: Key<Value>) async throws(ErrorWrapper) -> Value?
    /// Saves the value if nothing is stored, and returns what is stored afterwards. Atomic, even across processes if
    /// they can share the store.
    func get<Value>(_ key: Key<Value>, orSave value: Value) async throws(ErrorWrapper) -> Value
    func save(_ keyValue: KeyValue) async throws(ErrorWrapper)
    func delete(_ key: any DeclaredKey) async throws(ErrorWrapper)
    /// Deletes the value, unless another one is stored by now. Atomic like ``get(_:orSave:)``.
    func delete(_ keyValue: KeyValue) async throws(ErrorWrapper)
}
