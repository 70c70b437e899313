import Foundation
import UsecasesSystem

extension SourceRoot {
    /// More than the source has, in files and in bytes of one file.
    private static let limits = (files: 20_000, bytes: 4 << 20)
    /// Folders of the source that no application takes anything from.
    private static let skipped: Set<Substring> = ["Benchmarks", "dist", "dist-check"]

    /// The files of the source, without what is built or hidden.
    func files() throws -> [String: NewApplication.File] {
        var files: [String: NewApplication.File] = [:]
        guard let entries = FileManager.default.enumerator(atPath: path) else { throw PosixError("opendir", path) }
        for case let entry as String in entries {
            let parts = entry.split(separator: "/")
            let isBuilt = parts.last?.hasPrefix(".build") ?? false || parts.last == ".git" || parts.last == ".swiftpm"
            if isBuilt || parts.first.map(Self.skipped.contains) ?? false {
                entries.skipDescendants()
                continue
            }
            guard entries.fileAttributes?[.type] as? FileAttributeType == .typeRegular else { continue }
            guard files.count < Self.limits.files else { throw PosixError("readdir", path) }
            let mode = (entries.fileAttributes?[.posixPermissions] as? NSNumber)?.uint16Value ?? 0
            files[entry] = NewApplication.File(
                content: Array(try InputFile.read(path + "/" + entry, limit: Self.limits.bytes)),
                isExecutable: mode & 0o100 != 0)
        }
        return files
    }
}

extension NewApplication.File {
    /// Makes the folders that are missing, and a file that must not be there yet.
    func write(to path: String) throws {
        if let folder = path.parentDirectory {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
        let written = try FileDescriptor(
            path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: isExecutable ? 0o755 : 0o644)
        try written.write(Data(content))
    }
}
