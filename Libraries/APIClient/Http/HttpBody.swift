package import Foundation
import UsecasesSystem

/// The body of a request: bytes in memory and files, one after the other. It can be sent any number of times.
package struct HttpBody: Sendable, Hashable {
    enum Part: Sendable, Hashable {
        case bytes(Data)
        /// The first `length` bytes of the file.
        case file(path: String, length: Int)
    }

    package static let empty = HttpBody(parts: [])

    let parts: [Part]
    /// In bytes.
    package let length: Int

    init(parts: [Part]) {
        self.parts = parts
        length = parts.reduce(0) { $0 + $1.length }
    }

    package init(_ data: Data) {
        self.init(parts: data.isEmpty ? [] : [.bytes(data)])
    }

    /// A file with its current length; it is read while it is being sent, and never held in memory as a whole.
    package init(file: URL) throws {
        let length = try FileDescriptor(file.path, O_RDONLY).size()
        self.init(parts: length == 0 ? [] : [.file(path: file.path, length: length)])
    }

    package var isEmpty: Bool { length == 0 }

    /// The whole body; `nil` if any of it is in a file.
    package var data: Data? {
        var data = Data()
        for part in parts {
            guard case .bytes(let bytes) = part else { return nil }
            if parts.count == 1 { return bytes }
            data.append(bytes)
        }
        return data
    }

    /// Reads the whole body, including files. Blocks if the file system does.
    package func read() throws -> Data {
        let reader = HttpBodyReader(self)
        var data = Data()
        while let piece = try reader.read(upTo: 1 << 20) { data.append(piece) }
        return data
    }

    package static func + (first: HttpBody, second: HttpBody) -> HttpBody {
        HttpBody(parts: first.parts + second.parts)
    }
}

extension HttpBody.Part {
    fileprivate var length: Int {
        switch self {
        case .bytes(let data): data.count
        case .file(_, let length): length
        }
    }
}
