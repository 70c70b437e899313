import Foundation
import UsecasesTestSupport

/// A separate file system in memory, removed with the test.
final class SmallDisk {
    let path: String
    private let mountPoint = TemporaryDirectory()

    /// Whether the disk can be mounted. This needs root, and tmpfs on Linux.
    static var isAvailable: Bool {
        geteuid() == 0 && (try? run("/bin/mount", "-V")) != nil
    }

    init(size: String = "64k") throws {
        path = mountPoint.path
        try Self.run("/bin/mount", "-t", "tmpfs", "-o", "size=\(size)", "tmpfs", path)
    }

    deinit {
        do {
            try Self.run("/bin/umount", "--recursive", path)
        } catch {
            print("still mounted: \(path): \(error)")
        }
    }

    func fill() throws {
        let file = open(path + "/filler", O_WRONLY | O_CREAT, 0o600)
        defer { close(file) }
        var block = [UInt8](repeating: 0, count: 512)
        while write(file, &block, block.count) > 0 {}
    }

    /// Frees the space that ``fill()`` took.
    func empty() {
        unlink(path + "/filler")
    }

    /// Prevents renaming another file over this one.
    func pin(_ file: String) throws {
        try Self.run("/bin/mount", "--bind", file, file)
    }

    func makeReadOnly() throws {
        try Self.run("/bin/mount", "-o", "remount,ro", path)
    }

    private static func run(_ command: String...) throws {
        struct Failed: Error { let command: [String] }
        let process = Process()
        process.executableURL = URL(filePath: command[0])
        process.arguments = Array(command.dropFirst())
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failed(command: command) }
    }
}
