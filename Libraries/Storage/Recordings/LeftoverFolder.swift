package import Foundation
import Synchronization
public import Usecases
import UsecasesSystem

/// A folder for what runs leave behind: a folder for each leftover, and a list of them.
package struct LeftoverFolder: Sendable {
    package let path: String

    private static let list = "leftovers.jsonl"

    package init(_ path: String) {
        self.path = path
    }

    /// Throws `書き込みに失敗`, also if there is something at its path.
    package func make() throws(ErrorWrapper) {
        try writing { () throws(PosixError) in
            let above = try FileDescriptor(path.parentDirectory ?? "/", O_RDONLY | O_DIRECTORY)
            guard mkdir(path, 0o700) == 0 else { throw PosixError("mkdir", path) }
            try above.flush()
        }
    }

    /// A folder that belongs to nobody else, and is removed by whoever asked for it. Throws `書き込みに失敗`.
    package static func temporary() throws(ErrorWrapper) -> LeftoverFolder {
        let path = FileManager.default.temporaryDirectory.path + "/leftovers-\(UUID().uuidString)"
        let folder = LeftoverFolder(path)
        try folder.make()
        return folder
    }

    package func place(of name: String) -> String { path + "/" + name }

    /// Makes a copy of a leftover under a new name, and returns its path. Throws `書き込みに失敗`.
    package func copy(_ leftover: String, to name: String) throws(ErrorWrapper) -> String {
        let copy = place(of: name)
        try writing { try FileManager.default.copyItem(atPath: leftover, toPath: copy) }
        return copy
    }

    package func remove(_ name: String? = nil) throws(ErrorWrapper) {
        let path = name.map(place) ?? path
        try writing { try FileManager.default.removeItem(atPath: path) }
    }

    /// What is in the files of a leftover, by their paths in it. Throws `読み込みに失敗`.
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
            throw .system(error: .dataStore(.読み込みに失敗(location: place, content: .leftovers)), causedBy: error)
        }
    }

    /// The folder is complete with its list: all the rest is on disk before. Throws `書き込みに失敗`.
    package func writeList(_ lines: [Data]) throws(ErrorWrapper) {
        let content = lines.reduce(into: Data()) { $0 += $1 + [UInt8(ascii: "\n")] }
        try writing {
            try NewFolder.flush(path)
            try FileReplacement.replace(place(of: Self.list), with: content, isPrivate: true)
        }
    }

    /// Throws `読み込みに失敗`, or `内容が壊れています` if it is cut off.
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

    /// The error for a list that is not one.
    package func damaged(_ cause: (any Error)? = nil) -> ErrorWrapper {
        .system(
            error: .dataStore(.内容が壊れています(location: place(of: Self.list), content: .leftovers)),
            causedBy: cause is DecodingError ? cause.map(UnreadableJSON.init) : cause)
    }

    private func writing(_ body: () throws -> Void) throws(ErrorWrapper) {
        do {
            try body()
        } catch {
            throw .system(error: .dataStore(.書き込みに失敗(location: path, content: .leftovers)), causedBy: error)
        }
    }
}

/// Numbers that are always the same, and obviously not random: 1, 2, 3 and so on.
public final class CountingRandomSource: RandomSource {
    private let last = Mutex<UInt64>(0)

    /// Creates a source whose first number is 1.
    public init() {}

    /// Returns the next number: one more than the last.
    public func next() -> UInt64 {
        last.withLock { last in
            last += 1
            return last
        }
    }
}

/// A clock that always shows the same moment, and on which sleeping takes no time.
public struct StoppedClock: Clock {
    /// 2026-11-20T12:00:00Z, always.
    public let now = Timestamp.example
    /// Zero, always.
    public let uptime = Duration.zero

    /// Creates the clock; all of them show the same moment.
    public init() {}

    /// Returns at once.
    public func sleep(for duration: Duration) {}
}
