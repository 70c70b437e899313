/// An error that keeps its cause, to report the whole chain.
public protocol CausedError: Error {
    /// The cause, or `nil` if it is not known.
    var causedBy: (any Error)? { get }
}

extension Result {
    /// Waits for the body, and keeps its value or its error.
    package init(of body: () async throws(Failure) -> Success) async {
        do throws(Failure) {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}

/// An error with more details than fit on one line.
package protocol DetailedError: CausedError {
    /// All known details, as lines of text. They contain no secrets, so they can be sent by mail.
    var report: String { get }
}

/// An error of an exchange with a server.
package protocol ExchangeError: CausedError {
    /// The reason of the failure, or `nil` if it is not known.
    var fault: ExchangeFault? { get }
}

extension ErrorWrapper {
    /// The known reason of the failed exchange, or `nil` if no exchange failed.
    package var fault: ExchangeFault? { causes.lazy.compactMap { ($0 as? any ExchangeError)?.fault }.first }
}

/// An error that may have been caused by a condition of its environment, such as a full disk. The advice to the user
/// depends on the condition.
public protocol HinderedError: Error {
    /// `nil` if no such condition is known.
    var hindrance: Hindrance? { get }
}

/// A condition that prevented reading or writing.
public enum Hindrance: String, Sendable, Hashable, Codable, CaseIterable {
    /// The disk is full, or a quota is used up.
    case noSpace
    /// The file would exceed the limit of the process or of the file system.
    case sizeLimit
    /// The file system has no locks.
    case noLocks
    /// The process may not access the file.
    case noPermission
    /// The directory belongs to another user.
    case foreignOwner
    /// Other users may write to the directory.
    case openToOthers
    /// The file system does not allow changes.
    case readOnly
    /// The process or the system has reached its limit on open files.
    case tooManyOpenFiles
    /// The file, or a directory of its path, does not exist.
    case missing
    /// The path contains a component that is not a directory, or is not a valid path.
    case unusablePlace
    /// A file already exists at the path.
    case alreadyThere
    /// The file is a pipe, a device, a directory or the like.
    case irregularFile
    /// The file is larger than this program allows.
    case tooLarge
    /// Another process holds the lock.
    case heldLock
    /// The content was written by a later version of this program.
    case newerVersion
    /// The change was written, but a power failure may undo it.
    case unconfirmed
}

/// The body of a server's response with a status of 400 or above, in the agreed format.
public struct ErrorResponse: Error, Sendable, Hashable, Codable {
    /// A code for programs, such as `TOO_MANY_REQUESTS`.
    public let code: String
    /// A short title for the user.
    public let title: String
    /// A sentence for the user.
    public let message: String

    /// Creates a response. `code` is for programs, and `title` and `message` are for users.
    public init(code: String, title: String, message: String) {
        self.code = code
        self.title = title
        self.message = message
    }
}

/// The codes that a client distinguishes.
extension ErrorResponse {
    /// The idempotency key was used before, with a different request.
    public static let keyReused = "IDEMPOTENCY_KEY_REUSED"
}
