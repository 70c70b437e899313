package import Foundation
import Synchronization
public import UsecasesEngine
import UsecasesSystem

/// A folder for the leftovers of runs. It contains a folder for each leftover, and a list of them.
package struct LeftoverFolder: Sendable {
    package let path: String

    private static let list = "leftovers.jsonl"

    package init(_ path: String) {
        self.path = path
    }

    /// Creates the folder. Throws `unwritable`, also if its path already exists.
    package func make() throws(ErrorWrapper) {
        try withWriteErrors(at: path, of: .leftovers) {
            let above = try FileDescriptor(path.parentDirectory ?? "/", O_RDONLY | O_DIRECTORY)
            guard mkdir(path, 0o700) == 0 else { throw PosixError("mkdir", path) }
            try above.flush()
        }
    }

    /// Creates a private temporary folder. The caller must remove it. Throws `unwritable`.
    package static func temporary() throws(ErrorWrapper) -> LeftoverFolder {
        let path = FileManager.default.temporaryDirectory.path + "/leftovers-\(UUID().uuidString)"
        let folder = LeftoverFolder(path)
        try folder.make()
        return folder
    }

    package func place(of name: String) -> String { path + "/" + name }

    /// Copies a leftover to a new name and returns the path of the copy. Throws `unwritable`.
    package func copy(_ leftover: String, to name: String) throws(ErrorWrapper) -> String {
        let copy = place(of: name)
        try withWriteErrors(at: path, of: .leftovers) {
            try FileManager.default.copyItem(atPath: leftover, toPath: copy)
        }
        return copy
    }

    package func remove(_ name: String? = nil) throws(ErrorWrapper) {
        let removed = name.map(place) ?? path
        try withWriteErrors(at: path, of: .leftovers) { try FileManager.default.removeItem(atPath: removed) }
    }

    /// Returns the contents of the files of a leftover, by their relative paths. Throws `unreadable`.
    package func content(of name: String) throws(ErrorWrapper) -> [String: Data] {
        let place = place(of: name)
        do {
            var content: [String: Data] = [:]
            for file in try FileManager.default.subpathsOfDirectory(atPath: place) {
                var isDirectory: ObjCBool = false
                _ = FileManager.default.fileExists(atPath: "\(place)/\(file)", isDirectory: &isDirectory)
                if !isDirectory.boolValue { content[file] = try InputFile.read("\(place)/\(file)") }
            }
            return content
        } catch {
            throw .system(error: .dataStore(.unreadable(location: place, content: .leftovers)), causedBy: error)
        }
    }

    /// Writes the list after everything else is on disk. The list marks the folder as complete. Throws `unwritable`.
    package func writeList(_ lines: [Data]) throws(ErrorWrapper) {
        let content = lines.reduce(into: Data()) { $0 += $1 + [UInt8(ascii: "\n")] }
        try withWriteErrors(at: path, of: .leftovers) {
            try NewFolder.flush(path)
            try FileReplacement.replace(place(of: Self.list), with: content, isPrivate: true)
        }
    }

    /// Reads the list. Throws `unreadable`, or `damaged` if the list is truncated.
    package func list() throws(ErrorWrapper) -> [Data] {
        let file = place(of: Self.list)
        let content: Data
        do {
            content = try InputFile.read(file)
        } catch {
            throw ErrorWrapper(error, of: file, content: .leftovers)
        }
        guard content.last == UInt8(ascii: "\n") else { throw damaged() }
        return content.split(separator: UInt8(ascii: "\n")).map { Data($0) }
    }

    /// Returns the error for a damaged list.
    package func damaged(_ cause: (any Error)? = nil) -> ErrorWrapper {
        .system(
            error: .dataStore(.damaged(location: place(of: Self.list), content: .leftovers)),
            causedBy: cause is DecodingError ? cause.map(UnreadableJSON.init) : cause)
    }

}

extension Dependencies {
    /// The ports of an isolated run: a stopped clock, counted random numbers, and a journal in memory. The run reads and
    /// changes nothing outside this process.
    public static var laboratory: Self {
        Self(clock: StoppedClock(), randomSource: CountingRandomSource()) { $0.journal.adapter = InMemoryJournal() }
    }
}

/// A random source that returns a fixed sequence, 1, 2, 3 and so on.
public final class CountingRandomSource: RandomSource {
    private let last = Mutex<UInt64>(0)

    /// Creates a source whose first number is 1.
    public init() {}

    /// Returns the next number, one more than the previous one.
    public func next() -> UInt64 {
        last.withLock { last in
            last += 1
            return last
        }
    }
}

/// A clock that always returns the same time. Its sleeps take no time.
public struct StoppedClock: Clock {
    /// Always 2026-11-20T12:00:00Z.
    public let now = Timestamp.example
    /// Always zero.
    public let uptime = Duration.zero

    /// Creates a clock. All stopped clocks have the same time.
    public init() {}

    /// Returns immediately.
    public func sleep(for duration: Duration) {}
}
