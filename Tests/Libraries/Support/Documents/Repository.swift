package import Foundation

/// The files of this repository, for specs about them.
package enum Repository {
    /// This file is in `Tests/Libraries/Support/Documents`.
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../..")
        .standardizedFileURL

    /// The compiler's name for this package. It is the name of its folder, converted to an identifier like the package
    /// manager does.
    package static let packageName = String(
        root.lastPathComponent.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })

    package static func path(of path: String) -> String { root.path + "/" + path }

    package static func text(of path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    package static func data(of path: String) throws -> Data {
        try Data(contentsOf: root.appending(path: path))
    }

    /// Returns the names in a folder in order, without hidden ones.
    package static func names(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: root.path + "/" + folder)
            .filter { !$0.hasPrefix(".") }
            .sorted()
    }

    package static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: root.path + "/" + path)
    }

    /// Returns the paths of the files below a folder in order. They are Swift files unless `ending` is given.
    package static func files(under folder: String, named ending: String = ".swift") throws -> [String] {
        struct NoSuchFolder: Error { let path: String }
        guard let enumerator = FileManager.default.enumerator(atPath: root.path + "/" + folder) else {
            throw NoSuchFolder(path: folder)
        }
        return enumerator.compactMap { $0 as? String }.filter { $0.hasSuffix(ending) }.sorted().map {
            folder + "/" + $0
        }
    }
}
