import Foundation

/// Creates a folder with its contents atomically. A crash or a power cut never leaves a partial folder at its path.
public enum NewFolder {
    /// Fills `draft`, a folder next to `place`, and moves it to `place`. Only an empty folder may exist at `place`. If
    /// the folder was moved but its parent cannot be flushed, throws an error with the hindrance
    /// ``/UsecasesEngine/Hindrance/unconfirmed``.
    public static func make(
        at place: String, as draft: String, isolation: isolated (any Actor)? = #isolation, fill: () async throws -> Void
    ) async throws {
        let directory = place.parentDirectory ?? "/"
        try PrivateDirectory.make(directory, mode: 0o777)
        // Opened first. If the directory cannot be opened for flushing, nothing is created in it.
        let above = try FileDescriptor(directory, O_RDONLY | O_DIRECTORY)
        do {
            try await fill()
            try flush(draft)
            guard rename(draft, place) == 0 else { throw PosixError("rename", place) }
        } catch {
            try? FileManager.default.removeItem(atPath: draft)
            throw error
        }
        try above.confirm()
    }

    /// Flushes all files and folders in a folder to disk.
    public static func flush(_ folder: String) throws {
        let entries = try FileManager.default.subpathsOfDirectory(atPath: folder)
        for path in entries.map({ folder + "/" + $0 }) + [folder] {
            var status = stat()
            guard lstat(path, &status) == 0 else { throw PosixError("stat", path) }
            guard [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) else { continue }
            try FileDescriptor(path, O_RDONLY).flush()
        }
    }
}

/// Lists the contents of a directory.
package enum DirectoryListing {
    /// Returns the names of the regular files in a directory, in no particular order. Links, pipes and other special
    /// files are skipped. Files whose names are not valid text are also skipped.
    package static func regularFiles(in directory: String) throws(PosixError) -> [String] {
        guard let stream = opendir(directory) else { throw PosixError("opendir", directory) }
        defer { closedir(stream) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                if errno != 0 { throw PosixError("readdir", directory) }
                return names
            }
            // The name is read in place. An entry ends after its name, so copying the whole field would read past the
            // buffer's end.
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                String(validatingCString: UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self))
            }
            if let name, isRegular(directory + "/" + name) { names.append(name) }
        }
    }

    private static func isRegular(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
}

extension String {
    /// The directory that contains the path's last component, as in dirname(3). It is `.` for a name without a slash.
    /// `nil` if the path has no last component, as for the root and an empty path.
    ///
    /// Works on bytes, because Foundation's implementation crashes for a path of one character.
    public var parentDirectory: String? {
        let slash = UInt8(ascii: "/")
        let path = utf8.dropLast(while: { $0 == slash })
        guard !path.isEmpty else { return nil }
        guard let last = path.lastIndex(of: slash) else { return "." }
        let directory = path[..<last].dropLast(while: { $0 == slash })
        return directory.isEmpty ? "/" : String(directory)
    }
}

extension String {
    /// Whether the path is valid. The system ends a path at a NUL, and a replacement character stands for invalid text.
    public var isName: Bool { !unicodeScalars.contains { $0 == "\0" || $0 == "\u{FFFD}" } }
}

extension BidirectionalCollection {
    /// Returns the elements without those at the end that satisfy the condition.
    fileprivate func dropLast(while isMeant: (Element) -> Bool) -> SubSequence {
        self[..<(lastIndex { !isMeant($0) }.map(index(after:)) ?? startIndex)]
    }
}
