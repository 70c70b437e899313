import Foundation
import UsecasesSystem

/// A separate directory for one test, removed with it.
package final class TemporaryDirectory: Sendable {
    package let path = NSTemporaryDirectory() + "calearning-" + UUID().uuidString

    package init() {
        guard mkdir(path, 0o777) == 0 else { preconditionFailure("\(PosixError("mkdir", path))") }
    }

    deinit {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            print("left behind: \(path): \(error)")
        }
    }

    package func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: URL(filePath: path + "/" + name))
    }

    package func text(of name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: path + "/" + name)), as: UTF8.self)
    }

    /// Returns the permissions of a file in the directory, or of the directory itself.
    package func mode(of name: String = "") throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path + "/" + name)[.posixPermissions] as? Int
    }
}
