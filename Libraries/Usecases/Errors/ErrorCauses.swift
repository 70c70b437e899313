/// An error that knows its cause, so that the whole chain can be reported.
public protocol CausedError: Error {
    var causedBy: (any Error)? { get }
}

/// An error with more details than fit on one line.
package protocol DetailedError: CausedError {
    /// All known details, as lines of text without secrets that can be sent by mail.
    var report: String { get }
}

/// An error of an exchange with a server.
package protocol ExchangeError: CausedError {
    /// `nil` if nothing is known except that the exchange failed.
    var fault: ExchangeFault? { get }
}

extension ErrorWrapper {
    /// What is known of the failed exchange; `nil` if there was none.
    package var fault: ExchangeFault? { causes.lazy.compactMap { ($0 as? any ExchangeError)?.fault }.first }
}

/// An error that knows which condition of its environment caused it, on which the advice to the user depends.
public protocol HinderedError: Error {
    /// `nil` if no such condition is known.
    var hindrance: Hindrance? { get }
}

/// The condition that prevented something from being read or written.
public enum Hindrance: String, Sendable, Hashable, Codable, CaseIterable {
    case noSpace
    case noPermission
    /// The directory belongs to another user.
    case foreignOwner
    /// Other users may write to the directory.
    case openToOthers
    case readOnly
    case tooManyOpenFiles
    /// The path does not exist, leads through something that is not a directory, or is not a valid path.
    case unusablePlace
    case alreadyThere
    /// It is a pipe, a device, a directory or the like.
    case irregularFile
    case tooLarge
    /// Another process is using it.
    case heldLock
    /// A later version of this program wrote it.
    case newerVersion
    /// The change was made, but a power failure may undo it.
    case unconfirmed
}

/// The body of a server's response with a status of 400 or above, in the agreed format.
public struct ErrorResponse: Error, Sendable, Hashable, Codable {
    /// A code for programs, such as `TOO_MANY_REQUESTS`.
    public let code: String
    /// A few words for a person.
    public let title: String
    /// A sentence for a person.
    public let message: String

    /// `code` is for programs; `title` and `message` are for people.
    public init(code: String, title: String, message: String) {
        self.code = code
        self.title = title
        self.message = message
    }
}

/// The codes that a client tells apart.
extension ErrorResponse {
    /// An idempotency key was used before, with another request.
    public static let keyReused = "IDEMPOTENCY_KEY_REUSED"
}
