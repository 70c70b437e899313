/// The kind of content that could not be read or written. It decides which advice a person gets.
public enum StoreContent: String, Sendable, Hashable, Codable, CaseIterable {
    /// A file in the state directory.
    case state = "file"
    /// The database of the service.
    case database
    case backup
    /// A folder that the user named.
    case folder
    case recording
    case leftovers
    /// An application that is made.
    case application
    case coverage
}
