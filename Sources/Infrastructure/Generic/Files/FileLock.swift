import Domain
import Foundation

/// A lock that processes take in turn, on a file that is there for nothing else.
enum FileLock {
    /// How long a process waits for the others.
    static let timeout = Duration.seconds(30)

    /// The lock ends with what is returned. The file is made where it is missing; its directory is there.
    static func take(
        _ path: String, clock: any Clock, isolation: isolated (any Swift.Actor)? = #isolation,
        wrap: (any Error) -> ErrorWrapper
    ) async throws(ErrorWrapper) -> FileDescriptor {
        var file: FileDescriptor
        do {
            file = try FileDescriptor(path, O_RDWR | O_CREAT, mode: 0o600)
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
