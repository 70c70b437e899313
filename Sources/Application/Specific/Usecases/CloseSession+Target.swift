package import Domain

extension CloseSession {
    /// Which sessions a request wants to end.
    package enum Target: Sendable, Hashable, Codable {
        /// That of the token.
        case own
        case one(UUIDv7)
        /// All but that of the token.
        case others
    }
}

extension CloseSession.Target: CustomStringConvertible {
    package var description: String {
        switch self {
        case .own: "own"
        case .one(let session): "\(session)"
        case .others: "others"
        }
    }
}
