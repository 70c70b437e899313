/// How actors run a use case.
public enum Invocation: Sendable, Hashable {
    /// The text that is typed after the name of the program, such as `tutorial --complete`.
    case command(String)
    /// A request to the service, such as `POST /udids`.
    case request(String)

    /// The first word of the command; `nil` for a request.
    public var command: String? {
        guard case .command(let text) = self else { return nil }
        return text.split(separator: " ").first.map { String($0) }
    }
}
