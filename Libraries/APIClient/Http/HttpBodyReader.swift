import Foundation
import UsecasesSystem

/// Reads a body from beginning to end, one piece at a time. Blocks if the file system does.
final class HttpBodyReader {
    /// A file became shorter after the body's length was announced.
    struct FileTooShort: Error, CustomStringConvertible {
        let path: String
        var description: String { "\(path) became shorter while it was sent" }
    }

    private var parts: ArraySlice<HttpBody.Part>
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

    init(_ body: HttpBody) {
        parts = body.parts[...]
    }

    /// Returns at least one byte and at most `limit` bytes; `nil` after the last one.
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
