/// Which part of a use case a scene belongs to.
public enum Course: String, Sendable, Hashable, Codable {
    case basic
    case alternative
    case goal
}
