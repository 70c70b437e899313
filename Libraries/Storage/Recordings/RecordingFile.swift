public import Foundation
import Synchronization
public import Usecases
import UsecasesSystem

/// The file of a recording, readable only by its owner. It is created when the first run begins, and never replaces
/// another file.
public final class RecordingFile: Sendable {
    private struct State: ~Copyable {
        /// `nil` before the first line.
        var file: FileDescriptor?
        /// In bytes, up to the last whole line.
        var size = 0
        /// What followed a line that is missing would not be the recording of a run.
        var failure: PosixError?
    }

    private let path: String
    private let state = Mutex(State())

    /// Names the file at `path`, which is created with the first line.
    public init(_ path: String) {
        self.path = path
    }

    /// Throws `書き込みに失敗`; the first call also throws it if the file already exists. After an error nothing more is written.
    public func write(_ lines: Data) throws(ErrorWrapper) {
        do {
            try state.withLock { state throws(PosixError) in
                if let failure = state.failure { throw failure }
                do throws(PosixError) {
                    if state.file == nil {
                        state.file = try FileDescriptor(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND, mode: 0o600)
                    }
                    try state.file?.write(lines)
                    state.size += lines.count
                } catch {
                    state.failure = error
                    // Without a complete line it is not a recording, and would only obstruct the next one.
                    if state.size == 0, state.file != nil { unlink(path) }
                    try? state.file?.truncate(to: state.size)
                    throw error
                }
            }
        } catch {
            throw unwritten(error)
        }
    }

    /// Returns when the file is on disk. Throws `書き込みに失敗`.
    public func flush() throws(ErrorWrapper) {
        do {
            try state.withLock { state throws(PosixError) in
                guard state.file != nil else { return }
                try state.file?.flush()
                try FileDescriptor(path.parentDirectory ?? "/", O_RDONLY | O_DIRECTORY).flush()
            }
        } catch {
            throw unwritten(error)
        }
    }

    private func unwritten(_ error: PosixError) -> ErrorWrapper {
        .system(error: .dataStore(.書き込みに失敗(location: path, content: .recording)), causedBy: error)
    }

    /// Throws `読み込みに失敗` or `内容が壊れています`.
    public static func read(_ path: String) throws(ErrorWrapper) -> Recording {
        try recording(content(of: path), from: path)
    }

    /// Throws `読み込みに失敗`.
    public static func content(of path: String) throws(ErrorWrapper) -> Data {
        do {
            return try InputFile.read(path)
        } catch {
            throw ErrorWrapper(error, of: path, content: .recording)
        }
    }

    /// Throws `内容が壊れています`; `path` is where the content was read.
    public static func recording(_ content: Data, from path: String) throws(ErrorWrapper) -> Recording {
        do {
            return try Recording(content)
        } catch {
            throw .system(
                error: .dataStore(.内容が壊れています(location: path, content: .recording)), causedBy: error)
        }
    }
}
