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
