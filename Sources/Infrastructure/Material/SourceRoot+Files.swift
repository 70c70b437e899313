import Foundation
import UsecasesSystem

/// A file of the source.
struct MaterialFile {
    let content: [UInt8]
    let isExecutable: Bool

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

extension SourceRoot {
    /// More than the source has, in files and in bytes of one file.
    private static let limits = (files: 20_000, bytes: 4 << 20)

    /// The files below a folder of the source by their paths in it, without what is built.
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
