import Foundation
import UsecasesEngine
import UsecasesSystem

/// The source of this program. The course and its material are created from it.
struct SourceRoot: Sendable, Hashable {
    /// The folder with `Package.swift`.
    let path: String
    /// The folder with the packages of the program, by name.
    let packages: String

    /// The source of the running program, or `nil` if it is not found.
    static var current: SourceRoot? { executable.flatMap { SourceRoot(executable: $0) } }

    /// Finds the source of a program. An installed program has its source in `share` next to `bin`. Any other program
    /// is built in a folder of its source.
    init?(executable: String) {
        let installed = executable.parentDirectory?.parentDirectory.map { $0 + "/share/\(LibrarySource.package)" }
        if let installed, executable.hasSuffix("/bin/\(Product.own.name)"), isFolder(installed + "/source") {
            self.init(path: installed + "/source", packages: installed + "/packages")
            return
        }
        var packages: String?
        var folder = executable.parentDirectory
        while let candidate = folder, candidate != "/", candidate != "." {
            if packages == nil, isFolder(candidate + "/checkouts") { packages = candidate + "/checkouts" }
            if isFolder(candidate + "/Course"), FileManager.default.fileExists(atPath: candidate + "/Package.swift") {
                self.init(path: candidate, packages: packages ?? candidate + "/.build/checkouts")
                return
            }
            folder = candidate.parentDirectory
        }
        return nil
    }

    private init(path: String, packages: String) {
        self.path = path
        self.packages = packages
    }
}

/// Whether the path, with links followed, is a folder.
func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
}

#if !canImport(Darwin)
extension SourceRoot {
    /// The path of the program, with links resolved.
    static var executable: String? {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    }
}
#else
extension SourceRoot {
    /// The path of the program, with links resolved.
    static var executable: String? { Bundle.main.executableURL?.resolvingSymlinksInPath().path }
}
#endif

/// A file of the source.
struct MaterialFile {
    let content: [UInt8]
    let isExecutable: Bool

    /// Writes the file and creates missing folders. The file must not exist.
    func write(to path: String) throws {
        if let folder = path.parentDirectory {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
        let written = try FileDescriptor(
            path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: isExecutable ? 0o755 : 0o644)
        try written.write(Data(content))
    }
}

extension SourceRoot {
    /// The maximum number of files, and the maximum bytes of one file. The source is smaller.
    private static let limits = (files: 20_000, bytes: 4 << 20)

    /// Returns the files below a folder of the source, by their paths in it. Excludes build products.
    func files(below folder: String) throws -> [String: MaterialFile] {
        let root = path + "/" + folder
        var files: [String: MaterialFile] = [:]
        guard let entries = FileManager.default.enumerator(atPath: root) else { throw PosixError("opendir", root) }
        for case let entry as String in entries {
            let name = entry.split(separator: "/").last ?? ""
            if name.hasPrefix(".build") || name == ".git" || name == ".swiftpm" || name == "Package.resolved" {
                entries.skipDescendants()
                continue
            }
            guard entries.fileAttributes?[.type] as? FileAttributeType == .typeRegular else { continue }
            guard files.count < Self.limits.files else { throw PosixError("readdir", root) }
            let mode = (entries.fileAttributes?[.posixPermissions] as? NSNumber)?.uint16Value ?? 0
            files[entry] = MaterialFile(
                content: Array(try InputFile.read(root + "/" + entry, limit: Self.limits.bytes)),
                isExecutable: mode & 0o100 != 0)
        }
        return files
    }
}

/// A folder whose files are read and written by their paths in it. It accesses only regular files and never follows
/// links below its root.
struct Folder: Sendable, Hashable {
    /// The maximum number of files. No application has more.
    private static let limit = 20_000

    let path: String
    /// The folder that the user named. It may be a link, but its contents must not be links.
    private let root: String

    init(_ path: String) {
        (self.path, root) = (path, path)
    }

    private init(_ path: String, below root: String) {
        (self.path, self.root) = (path, root)
    }

    func path(of file: String) -> String { path + "/" + file }

    func folder(_ name: String) -> Folder { Folder(path(of: name), below: root) }

    /// Whether the path does not exist or is an empty folder.
    var isFree: Bool {
        get throws {
            var status = stat()
            guard lstat(path, &status) == 0 else {
                if errno == ENOENT { return true }
                throw PosixError("stat", path)
            }
            guard status.st_mode & S_IFMT == S_IFDIR else { return false }
            return try FileManager.default.contentsOfDirectory(atPath: path).isEmpty
        }
    }

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

    /// The paths of all files in order, except hidden ones.
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

    /// Writes the file and creates missing folders. The file is replaced atomically, and is on disk on return.
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

    /// Copies files of another folder into this one.
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
