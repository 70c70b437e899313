import Foundation
public import UsecasesEngine

/// A JSON object in a file. Many processes can read and change it at the same time, and a crash cannot damage it.
///
/// Changes are written under a lock. Readers need no lock, because each change replaces the content atomically.
public actor DocumentFile {
    /// The path of the file.
    public nonisolated let path: String
    private let directory: String
    private let format: DocumentFormat
    private let clock: any Clock
    private let content: StoreContent
    /// Whether other users may write to the directory. It must still belong to the user.
    private let isShared: Bool
    /// File operations block their thread, and the cooperative pool has few threads.
    private let executor = BlockingExecutor(label: "usecases.document-file")

    /// The executor of the actor. It runs on a thread that may block.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// `content` is the kind of content, for errors. With `isShared`, other users may write to the directory.
    public init(
        directory: String, name: String, format: DocumentFormat, clock: any Clock, content: StoreContent = .state,
        isShared: Bool = false
    ) {
        self.isShared = isShared
        self.content = content
        self.directory = directory
        path = directory + "/" + name
        self.format = format
        self.clock = clock
    }

    /// Returns the document. It is empty if the file does not exist.
    public func read() throws(ErrorWrapper) -> [String: JSON] {
        guard let data = try data() else { return [:] }
        do {
            return try parse(data)
        } catch {
            throw wrap(.damaged(location: path, content: content), error)
        }
    }

    /// Changes the document atomically. Writes it only if it has changed.
    public func update<Result: Sendable>(
        _ change: @Sendable (inout [String: JSON]) throws(ErrorWrapper) -> Result
    ) async throws(ErrorWrapper) -> Result {
        let lock = try await lock()
        let document = try read()
        var changed = document
        let result = try change(&changed)
        if changed != document { try withWriteErrors(at: path, of: content) { try replace(with: changed) } }
        _ = consume lock
        return result
    }

    /// Writes the document without a change, unless `check` throws an error.
    public func rewrite(
        _ check: @Sendable ([String: JSON]) throws(ErrorWrapper) -> Void
    ) async throws(ErrorWrapper) {
        let lock = try await lock()
        let document = try read()
        try check(document)
        try withWriteErrors(at: path, of: content) { try replace(with: document) }
        _ = consume lock
    }

    private func data() throws(ErrorWrapper) -> Data? {
        do {
            try PrivateDirectory.check(directory, isShared: isShared)
        } catch {
            throw wrap(.unreadable(location: path, content: content), error)
        }
        do {
            return try InputFile.read(path)
        } catch .unreadable(_, _, ENOENT) {
            return nil
        } catch {
            throw ErrorWrapper(error, of: path, content: content)
        }
    }

    private func parse(_ data: Data) throws(DocumentError) -> [String: JSON] {
        guard !data.isEmpty else { throw .empty }
        let document: [String: JSON]
        do {
            document = try decode(data)
        } catch {
            guard let read = try? decode(JSON.hidingHugeNumbers(in: data)) else {
                throw .notAJSONObject(UnreadableJSON(error))
            }
            document = read
        }
        guard JSON.object(document).memberCount == JSONStructure(of: data).memberCount else { throw .repeatedMember }
        try checkDepth(of: document)
        try format.check(document)
        return document
    }

    private func decode(_ data: Data) throws -> [String: JSON] {
        try JSONDecoder().decode([String: JSON].self, from: data)
    }

    private func checkDepth(of document: [String: JSON]) throws(DocumentError) {
        guard document.values.allSatisfy({ $0.isNested(atMost: JSON.depthLimit) }) else { throw .tooDeep }
    }

    private func lock() async throws(ErrorWrapper) -> FileDescriptor {
        try withWriteErrors(at: path, of: content) {
            if isShared {
                try PrivateDirectory.check(directory, isShared: true)
            } else {
                try PrivateDirectory.own(directory)
            }
        }
        return try await FileLock.take(path + ".lock", clock: clock) { [self] in
            wrap(.unwritable(location: path, content: content), $0)
        }
    }

    /// Throws before anything is written if ``read()`` would refuse the document.
    private func replace(with document: [String: JSON]) throws {
        try checkDepth(of: document)
        var document = document
        document[DocumentFormat.member] = .string(format.name)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // The text has no newline at its end. A file without its last byte is therefore recognised as damaged.
        let data = JSON.showingHugeNumbers(in: try encoder.encode(document))
        guard data.count <= InputFile.sizeLimit else {
            throw InputFile.Flaw.tooLarge(path: path, limit: InputFile.sizeLimit)
        }
        try FileReplacement.replace(path, with: data, isPrivate: true)
    }

    private func wrap(_ error: SystemErrors.DataStore, _ cause: any Error) -> ErrorWrapper {
        .system(error: .dataStore(error), causedBy: cause)
    }
}

/// The format of a document. It distinguishes documents of this program from others.
public struct DocumentFormat: Sendable {
    /// The name of the member that contains the format.
    static let member = "format"

    /// The value of that member, such as `shop.store/1`.
    let name: String
    /// The members that identify a document of this program without a format name.
    let ownMembers: @Sendable () -> Set<String>

    /// `name` is the name of the format, such as `shop.store/1`. `ownMembers` identify a document without that name.
    public init(name: String, ownMembers: @escaping @Sendable () -> Set<String>) {
        self.name = name
        self.ownMembers = ownMembers
    }

    func check(_ document: [String: JSON]) throws(DocumentError) {
        switch document[Self.member] {
        case .string(name): return
        case .string(let other): throw .foreignFormat(found: other, expected: name)
        case .some: throw .wrongType(member: Self.member, expected: "text")
        case nil:
            guard !ownMembers().isDisjoint(with: document.keys) else { throw .foreign(expected: name) }
        }
    }
}

/// The reason that a file is not a document of this program.
public enum DocumentError: CausedError, CustomStringConvertible {
    /// The file is empty.
    case empty
    /// The file is not a complete JSON object, with the error of the decoder.
    case notAJSONObject(any Error)
    /// An object contains two members of the same name.
    case repeatedMember
    /// A member is nested more than 100 times.
    case tooDeep
    /// The object has none of the `expected` members.
    case foreign(expected: String)
    /// The format name is `found` instead of `expected`.
    case foreignFormat(found: String, expected: String)
    /// The member is not of the `expected` type, such as `object`.
    case wrongType(member: String, expected: String)

    /// The reason in one line, without the path of the file.
    public var description: String {
        switch self {
        case .empty: "the file is empty"
        case .notAJSONObject: "the file is not a complete JSON object"
        case .repeatedMember: "a member is in the file twice"
        case .tooDeep: "a member is nested deeper than \(JSON.depthLimit) times"
        case .foreign(let expected): "no member of the JSON object is one of \(expected)"
        case .foreignFormat(let found, let expected): "its format is \(found), and this version reads \(expected)"
        case .wrongType(let member, let expected): "the member \(member) does not contain the expected \(expected)"
        }
    }

    /// The reason that the JSON cannot be read. `nil` for a file that is a JSON object or empty.
    public var causedBy: (any Error)? {
        switch self {
        case .notAJSONObject(let error): error
        case .empty, .repeatedMember, .tooDeep, .foreign, .foreignFormat, .wrongType: nil
        }
    }
}

extension DocumentError: HinderedError {
    /// `newerVersion` for a higher version of the expected format, otherwise `nil`.
    public var hindrance: Hindrance? {
        switch self {
        case .foreignFormat(let found, let expected): found.isLater(than: expected) ? .newerVersion : nil
        case .empty, .notAJSONObject, .repeatedMember, .tooDeep, .foreign, .wrongType: nil
        }
    }
}

extension String {
    /// Returns whether this format is a higher version of `known`, such as `shop.store/2`.
    fileprivate func isLater(than known: String) -> Bool {
        let (found, known) = (split(separator: "/"), known.split(separator: "/"))
        guard found.count == 2, known.count == 2, found[0] == known[0] else { return false }
        guard let number = UInt(found[1]), let knownNumber = UInt(known[1]) else { return false }
        return number > knownNumber
    }
}

extension FileDescriptor {
    /// Flushes the directory of a completed change. Throws an error with the hindrance
    /// ``/UsecasesEngine/Hindrance/unconfirmed``.
    func confirm() throws(UnconfirmedChange) {
        do {
            try flush()
        } catch {
            throw UnconfirmedChange(causedBy: error)
        }
    }
}

/// The error of a completed change that a power cut may undo.
struct UnconfirmedChange: CausedError, HinderedError, CustomStringConvertible {
    let causedBy: (any Error)?

    var hindrance: Hindrance? { .unconfirmed }
    var description: String { "the change was made, but the system does not say that it is on the disk" }
}
