public import Foundation
import Synchronization
import UsecasesEngine
import UsecasesSystem

/// The body of a request, a sequence of bytes in memory and files. It can be sent any number of times.
public struct HTTPBody: Sendable, Hashable {
    enum Part: Sendable, Hashable {
        case bytes(Data)
        /// The first `length` bytes of the file.
        case file(path: String, length: Int)
    }

    /// A body without bytes.
    public static let empty = HTTPBody(parts: [])

    let parts: [Part]
    /// The length in bytes.
    public let length: Int

    init(parts: [Part]) {
        self.parts = parts
        length = parts.reduce(0) { $0 + $1.length }
    }

    /// Creates a body from bytes in memory.
    public init(_ data: Data) {
        self.init(parts: data.isEmpty ? [] : [.bytes(data)])
    }

    /// Creates a body from a file, with its current length. It is read in pieces while it is being sent. Throws if the
    /// file cannot be opened.
    public init(file: URL) throws {
        let length = try FileDescriptor(file.path, O_RDONLY).size()
        self.init(parts: length == 0 ? [] : [.file(path: file.path, length: length)])
    }

    /// Whether the body has no bytes.
    public var isEmpty: Bool { length == 0 }

    /// The whole body. `nil` if a part of it is a file.
    public var data: Data? {
        var data = Data()
        for part in parts {
            guard case .bytes(let bytes) = part else { return nil }
            if parts.count == 1 { return bytes }
            data.append(bytes)
        }
        return data
    }

    /// Returns the whole body, including files. Blocks while it reads files.
    public func read() throws -> Data {
        let reader = HTTPBodyReader(self)
        var data = Data()
        while let piece = try reader.read(upTo: 1 << 20) { data.append(piece) }
        return data
    }

    /// Joins two bodies.
    public static func + (first: HTTPBody, second: HTTPBody) -> HTTPBody {
        HTTPBody(parts: first.parts + second.parts)
    }
}

extension HTTPBody.Part {
    fileprivate var length: Int {
        switch self {
        case .bytes(let data): data.count
        case .file(_, let length): length
        }
    }
}

/// Reads a body from beginning to end, one piece at a time. Blocks while it reads files.
final class HTTPBodyReader {
    /// The error of a file that became shorter after the body's length was announced.
    struct FileTooShort: Error, CustomStringConvertible {
        let path: String
        var description: String { "\(path) became shorter while it was sent" }
    }

    private var parts: ArraySlice<HTTPBody.Part>
    private var file: OpenFile?

    private final class OpenFile {
        let descriptor: FileDescriptor
        let path: String
        var rest: Int

        init(_ path: String, _ length: Int) throws {
            descriptor = try FileDescriptor(path, O_RDONLY)
            self.path = path
            rest = length
        }
    }

    init(_ body: HTTPBody) {
        parts = body.parts[...]
    }

    /// Returns at least one byte and at most `limit` bytes. Returns `nil` after the last byte.
    func read(upTo limit: Int) throws -> Data? {
        while true {
            if let file {
                let data = try file.descriptor.read(upTo: min(limit, file.rest))
                guard !data.isEmpty else { throw FileTooShort(path: file.path) }
                file.rest -= data.count
                if file.rest == 0 { self.file = nil }
                return data
            }
            switch parts.popFirst() {
            case nil: return nil
            case .file(let path, let length)?: file = try OpenFile(path, length)
            case .bytes(let data)?:
                guard data.count > limit else { return data }
                parts = [.bytes(data.dropFirst(limit))] + parts
                return data.prefix(limit)
            }
        }
    }
}

/// The body of a response. It arrives piece by piece, and it can be read once. The server waits until the next piece is
/// requested.
public struct HTTPBodyStream: AsyncSequence, Sendable {
    /// The bytes of a piece.
    public typealias Element = Data
    /// The error that ends the body early.
    public typealias Failure = TransportError

    private let pull: @Sendable () async throws(TransportError) -> Data?
    private let stop: @Sendable () -> Void

    /// Creates a stream. `pull` returns the next piece, or `nil` after the last one. `stop` closes the connection.
    public init(
        pull: @escaping @Sendable () async throws(TransportError) -> Data?, stop: @escaping @Sendable () -> Void
    ) {
        self.pull = pull
        self.stop = stop
    }

    /// Closes the connection. The rest of the body is not read.
    public func cancel() { stop() }

    /// Returns an iterator. All iterators share the body.
    public func makeAsyncIterator() -> Iterator { Iterator(pull: pull) }

    /// An iterator that requests the pieces one by one.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let pull: @Sendable () async throws(TransportError) -> Data?

        /// Returns the next piece, or `nil` after the last one.
        public func next() async throws(TransportError) -> Data? { try await pull() }

        /// Returns the next piece, or `nil` after the last one.
        public func next(isolation actor: isolated (any Swift.Actor)?) async throws(TransportError) -> Data? {
            try await pull()
        }
    }

    /// Returns a stream that fails if a piece takes longer than the timeout.
    func limiting(eachPieceTo timeout: Duration, on clock: any Clock) -> HTTPBodyStream {
        HTTPBodyStream(
            pull: { () async throws(TransportError) in
                do throws(TransportError) {
                    return try await withDeadline(timeout, on: clock, pull)
                } catch {
                    stop()
                    throw error
                }
            },
            stop: stop)
    }
}

extension HTTPBodyStream {
    /// Creates a stream of one piece from data in memory.
    public init(of data: Data) {
        let rest = Mutex(data.isEmpty ? nil : data)
        self.init(
            pull: { () async throws(TransportError) in
                rest.withLock { rest in
                    defer { rest = nil }
                    return rest
                }
            },
            stop: { rest.withLock { $0 = nil } })
    }
}
