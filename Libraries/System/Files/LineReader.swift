package import Foundation

/// Reads a file of any size line by line. Only one line is in memory at a time, and only up to a limit.
package struct LineReader: ~Copyable {
    /// A line of the file. A line longer than the limit has no content.
    public enum Line: Sendable, Hashable {
        /// A line without its line break.
        case whole(Data)
        /// The last line, if the file does not end with a line break.
        case partial(Data)
        case tooLong
    }

    /// The file. `nil` if the content is in memory.
    private let file: FileDescriptor?
    private let limit: Int
    private var buffer: [UInt8] = []
    private var start = 0
    private var isAtEnd = false
    private var isSkipping = false

    /// Opens a regular file, or standard input of any kind for `-`. `limit` is the maximum line length in bytes.
    package init(_ path: String, limit: Int) throws(InputFile.Flaw) {
        self.limit = limit
        file = try Self.open(path)
    }

    /// Reads content that is in memory.
    package init(content: [UInt8], limit: Int) {
        self.limit = limit
        file = nil
        buffer = content
        isAtEnd = true
    }

    private static func open(_ path: String) throws(InputFile.Flaw) -> FileDescriptor {
        do throws(PosixError) {
            if path == "-" { return try FileDescriptor(duplicating: STDIN_FILENO, path: path) }
            let file = try FileDescriptor(path, O_RDONLY)
            if try file.isRegular() { return file }
        } catch {
            throw .unreadable(call: error.call, path: error.path, code: error.code)
        }
        throw .irregular(path: path)
    }

    /// Returns the next line. Returns `nil` at the end of the file.
    package mutating func next() throws(InputFile.Flaw) -> Line? {
        var searched = start
        while true {
            if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                let line = take(to: end)
                start = end + 1
                guard !isSkipping else {
                    isSkipping = false
                    return .tooLong
                }
                return line.count > limit ? .tooLong : .whole(line)
            }
            if isAtEnd {
                let rest = take(to: buffer.count)
                (buffer, start) = ([], 0)
                if isSkipping || rest.count > limit {
                    isSkipping = false
                    return .tooLong
                }
                return rest.isEmpty ? nil : .partial(rest)
            }
            if buffer.count - start > limit { isSkipping = true }
            if isSkipping { (buffer, start) = ([], 0) }
            buffer.removeSubrange(..<start)
            start = 0
            searched = buffer.count
            do throws(PosixError) {
                let piece = try file?.read(next: 1 << 16) ?? []
                isAtEnd = piece.isEmpty
                buffer.append(contentsOf: piece)
            } catch {
                throw .unreadable(call: error.call, path: error.path, code: error.code)
            }
        }
    }

    private func take(to end: Int) -> Data { isSkipping ? Data() : Data(buffer[start..<end]) }
}
