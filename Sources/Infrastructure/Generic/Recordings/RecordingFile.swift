package import Domain
package import Foundation
import Synchronization

/// The file of a recording, readable only by its owner. It is created when the first run begins, and never replaces
/// another file.
package final class RecordingFile: Sendable {
    private let path: String
    private let file = Mutex<FileDescriptor?>(nil)

    package init(_ path: String) {
        self.path = path
    }

    /// Throws `書き込みに失敗`; the first call also throws it if the file already exists.
    package func write(_ lines: Data) throws(ErrorWrapper) {
        do {
            try file.withLock { file throws(PosixError) in
                guard file == nil else {
                    try file?.write(lines)
                    return
                }
                let made = try FileDescriptor(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND, mode: 0o600)
                do throws(PosixError) {
                    try made.write(lines)
                } catch {
                    // Without a complete line it is not a recording, and would only obstruct the next one.
                    unlink(path)
                    throw error
                }
                file = consume made
            }
        } catch {
            throw .system(error: .dataStore(.書き込みに失敗(location: path)), args: ["recording": path], causedBy: error)
        }
    }

    /// Throws `読み込みに失敗` or `内容が壊れています`.
    package static func read(_ path: String) throws(ErrorWrapper) -> Recording {
        try recording(content(of: path), from: path)
    }

    /// Throws `読み込みに失敗`.
    package static func content(of path: String) throws(ErrorWrapper) -> Data {
        do {
            return try InputFile.read(path)
        } catch {
            throw ErrorWrapper(error, of: path, args: ["recording": path])
        }
    }

    /// Throws `内容が壊れています`; `path` is where the content was read.
    package static func recording(_ content: Data, from path: String) throws(ErrorWrapper) -> Recording {
        do {
            return try Recording(content)
        } catch {
            throw .system(
                error: .dataStore(.内容が壊れています(location: path)), args: ["recording": path], causedBy: error)
        }
    }
}
