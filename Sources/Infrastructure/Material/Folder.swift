import Foundation
import UsecasesSystem

/// Reads and writes the files below a folder by their paths in it. All of them are regular: other special files are left alone,
/// and no path leads through a link.
struct Folder: Sendable, Hashable {
    /// More than any application has.
    private static let limit = 20_000

    let path: String
    /// The folder that somebody named, which may be a link; nothing below it may be one.
    private let root: String

    init(_ path: String) {
        (self.path, root) = (path, path)
    }

    private init(_ path: String, below root: String) {
        (self.path, self.root) = (path, root)
    }

    func path(of file: String) -> String { path + "/" + file }

    func folder(_ name: String) -> Folder { Folder(path(of: name), below: root) }

    func has(_ file: String) -> Bool {
        var status = stat()
        return lstat(path(of: file), &status) == 0
    }

    private func refuseLinks(to file: String) throws(PosixError) {
        var part = root
        for name in path(of: file).dropFirst(root.count).split(separator: "/") {
            part += "/" + name
            var status = stat()
            guard lstat(part, &status) == 0 else { return }
            guard status.st_mode & S_IFMT != S_IFLNK else { throw PosixError("open", part, code: ELOOP) }
        }
    }

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

    func read(_ file: String) throws(InputFile.Flaw) -> Data {
        do {
            try refuseLinks(to: file)
        } catch {
            throw .unreadable(call: error.call, path: error.path, code: error.code)
        }
        return try InputFile.read(path(of: file))
    }

    /// Makes the folders that are missing. The file is replaced as a whole, or not at all, and is on disk on return.
    func write(_ data: Data, to file: String) throws {
        let target = path(of: file)
        try refuseLinks(to: file)
        if let directory = target.parentDirectory { try PrivateDirectory.make(directory, mode: 0o777) }
        try FileReplacement.replace(target, with: data, isPrivate: false)
    }

    func remove(_ file: String) throws {
        try refuseLinks(to: file)
        let target = path(of: file)
        let above = try FileDescriptor(target.parentDirectory ?? "/", O_RDONLY | O_DIRECTORY)
        guard unlink(target) == 0 else { throw PosixError("unlink", target) }
        try above.flush()
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
