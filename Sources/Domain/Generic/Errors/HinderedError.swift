/// An error that knows what of the surroundings stood in the way: what a person can do depends on it.
package protocol HinderedError: Error {
    /// `nil` where nothing of that kind is known.
    var hindrance: Hindrance? { get }
}

/// What stood in the way of what had to be read or written.
package enum Hindrance: String, Sendable, Hashable, Codable, CaseIterable {
    case noSpace
    case noPermission
    case readOnly
    case tooManyOpenFiles
    /// The path leads nowhere, or through something that is no directory, or cannot be one.
    case unusablePlace
    case alreadyThere
    /// It is a pipe, a device, a directory or the like.
    case irregularFile
    case tooLarge
    /// Another process works with it.
    case heldLock
    /// A later version of this program wrote it.
    case newerVersion
    /// It was done, and a power cut may undo it.
    case unconfirmed
}
