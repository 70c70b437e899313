import Foundation
public import UsecasesEngine

/// A lock between processes. Its file has no other purpose.
public enum FileLock {
    /// The maximum wait for other processes.
    public static let timeout = Duration.seconds(30)

    /// Acquires the lock. It is released with the returned descriptor. The file is created if it is missing, but its
    /// directory must exist.
    public static func take(
        _ path: String, clock: any Clock, isolation: isolated (any Swift.Actor)? = #isolation,
        wrap: (any Error) -> ErrorWrapper
    ) async throws(ErrorWrapper) -> FileDescriptor {
        var file: FileDescriptor
        do {
            file = try FileDescriptor(path, O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600)
        } catch {
            throw wrap(error)
        }
        let start = clock.uptime
        var pause = Duration.milliseconds(1)
        while true {
            do {
                if try file.tryLock() { return file }
            } catch {
                throw wrap(error)
            }
            guard clock.uptime - start < timeout else { throw wrap(LockTimeout(path: path, waited: timeout)) }
            try await clock.sleep(for: pause)
            pause = min(pause * 2, .milliseconds(16))
        }
    }
}

/// The error that another process held a lock for longer than the timeout.
struct LockTimeout: HinderedError, Hashable, CustomStringConvertible {
    let path: String
    let waited: Duration

    var hindrance: Hindrance? { .heldLock }
    var description: String { "another process has held \(path) for more than \(waited)" }
}
