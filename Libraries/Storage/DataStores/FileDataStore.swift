public import UsecasesEngine
public import UsecasesSystem

/// A data store in the file `store.json`. Many processes can share it, and a crash never damages it.
///
/// Unknown members are preserved. Only changes acquire the lock of the file. See ``/UsecasesSystem/DocumentFile`` for how
/// the file is written.
public struct FileDataStore: DocumentStore {
    /// A file in the state directory.
    public let kind: StoreContent? = .state
    private let file: DocumentFile

    /// `product` is the name of the program and the prefix of the format name. A document without a format name is
    /// recognised by its `keys`.
    public init(
        directory: String, product: String, keys: @autoclosure @escaping @Sendable () -> [any DeclaredKey],
        clock: any Clock
    ) {
        file = DocumentFile(
            directory: directory,
            name: "store.json",
            format: DocumentFormat(name: "\(product).store/1", ownMembers: { Set(keys().map(\.name)) }),
            clock: clock)
    }

    /// The path of `store.json`.
    public var location: String { file.path }

    /// Reads all values, without the lock.
    public func values(under name: String) async throws(ErrorWrapper) -> [String: JSON] { try await file.read() }

    /// Changes the values under the lock.
    public func update<Answer: Sendable>(
        _ names: [String], _ change: @escaping @Sendable (inout [String: JSON]) throws(ErrorWrapper) -> Answer
    ) async throws(ErrorWrapper) -> Answer {
        try await file.update(change)
    }
}

extension FileDataStore: TimeBounded {
    /// Zero for reading, because it needs no lock. The timeout of the lock for all other operations.
    public func longest(_ operation: OperationName) -> Duration? {
        operation == Port<any DataStore>.get ? .zero : FileLock.timeout
    }
}
