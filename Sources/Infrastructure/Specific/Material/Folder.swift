import Foundation

/// Reads and writes the files below a folder by their paths in it. All of them are regular: links and other special files
/// are left alone.
struct Folder: Sendable, Hashable {
    /// More than any application has.
    private static let limit = 20_000

    let path: String

    init(_ path: String) {
        self.path = path
    }

    func path(of file: String) -> String { path + "/" + file }

    func folder(_ name: String) -> Folder { Folder(path(of: name)) }

    func has(_ file: String) -> Bool { FileManager.default.fileExists(atPath: path(of: file)) }

    /// The paths of all files, in order, without hidden ones.
    var files: [String] {
        guard let entries = FileManager.default.enumerator(atPath: path) else { return [] }
        var files: [String] = []
        for case let entry as String in entries {
            if entry.split(separator: "/").last?.hasPrefix(".") ?? true {
                entries.skipDescendants()
            } else if entries.fileAttributes?[.type] as? FileAttributeType == .typeRegular {
                files.append(entry)
            }
            guard files.count < Self.limit else { break }
        }
        return files.sorted()
    }

    func read(_ file: String) throws(InputFile.Flaw) -> Data { try InputFile.read(path(of: file)) }

    /// Makes the folders that are missing. The file is replaced as a whole, or not at all.
    func write(_ data: Data, to file: String) throws {
        let target = path(of: file)
        if let directory = target.parentDirectory {
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        }
        let temporary = target + ".tmp"
        let written = try FileDescriptor(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, mode: 0o644)
        try written.write(data)
        try written.flush()
        guard rename(temporary, target) == 0 else { throw PosixError("rename", target) }
    }

    func remove(_ file: String) throws {
        guard unlink(path(of: file)) == 0 else { throw PosixError("unlink", path(of: file)) }
    }

    /// Copies the files of another folder into this one.
    func copy(from source: Folder, _ files: [String]) throws {
        for file in files {
            let target = path(of: file)
            if let directory = target.parentDirectory {
                try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
            }
            try FileManager.default.copyItem(atPath: source.path(of: file), toPath: target)
        }
    }
}
