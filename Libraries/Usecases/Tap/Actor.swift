/// Who runs a use case.
public enum Actor: String, Sendable, Hashable, Codable, CaseIterable {
    case user
    /// The application itself, of its own accord.
    case application
    /// A person who looks after the service, on the machine that holds its data.
    case `operator`
}
