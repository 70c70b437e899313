import Foundation

/// A separate directory for one input, removed with it.
final class TemporaryDirectory: Sendable {
    let path = NSTemporaryDirectory() + "calearning-" + UUID().uuidString

    init() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}
