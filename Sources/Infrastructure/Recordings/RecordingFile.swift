package import Domain
package import Foundation

/// The file of a recording, for its owner alone, which no older one is lost for.
package final class RecordingFile: Sendable {
    private let path: String
    private let file: FileDescriptor

    /// Throws `書き込みに失敗` where it cannot be made, or is there already.
    package init(creating path: String) throws(ErrorWrapper) {
        self.path = path
        do {
            file = try FileDescriptor(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND, mode: 0o600)
        } catch {
            throw Self.wrap(error, path)
        }
    }

    package func write(_ lines: Data) throws(ErrorWrapper) {
        do {
            try file.write(lines)
        } catch {
            throw Self.wrap(error, path)
        }
    }

    /// Throws `読み込みに失敗` or `内容が壊れています`.
    package static func read(_ path: String) throws(ErrorWrapper) -> Recording {
        let data: Data
        do {
            data = try FileDescriptor(path, O_RDONLY).read(upTo: DocumentFile.sizeLimit)
        } catch {
            throw .system(error: .dataStore(.読み込みに失敗(location: path)), args: ["file": path], causedBy: error)
        }
        do {
            return try Recording(data)
        } catch {
            throw .system(error: .dataStore(.内容が壊れています(location: path)), args: ["file": path], causedBy: error)
        }
    }

    private static func wrap(_ error: PosixError, _ path: String) -> ErrorWrapper {
        .system(error: .dataStore(.書き込みに失敗(location: path)), args: ["file": path], causedBy: error)
    }
}
