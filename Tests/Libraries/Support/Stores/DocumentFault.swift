import Foundation

/// A state of a document, or of its surroundings, that prevents reading or changing it.
package enum DocumentFault: CaseIterable {
    case unreadable, damaged, unwritable

    /// Causes the fault. `path` is the path of the file.
    package func befall(_ path: String) throws {
        switch self {
        case .unreadable: try Self.putFolder(at: path)
        case .damaged: try Data("{".utf8).write(to: URL(filePath: path))
        case .unwritable: try Self.putFolder(at: path + ".lock")
        }
    }

    private static func putFolder(at path: String) throws {
        unlink(path)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }
}
