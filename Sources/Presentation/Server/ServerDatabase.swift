#if Server
package import Usecases

/// Where the service keeps what it registers.
package enum ServerDatabase: Sendable, Hashable {
    /// The path of the file.
    case sqlite(String)
    /// A connection string of libpq, which may hold a password.
    case postgreSQL(Secret)

    /// `nil` for a text that is neither of both.
    init?(setting text: String) {
        if text.hasPrefix("sqlite:") {
            let path = String(text.dropFirst("sqlite:".count))
            guard !path.isEmpty, !path.utf8.contains(0) else { return nil }
            self = .sqlite(path)
        } else if text.hasPrefix("postgres://") || text.hasPrefix("postgresql://") {
            self = .postgreSQL(Secret(text))
        } else {
            return nil
        }
    }
}

extension ServerDatabase: CustomStringConvertible {
    /// As its option accepts it, but without secrets.
    package var description: String {
        switch self {
        case .sqlite(let path): "sqlite:\(path)"
        case .postgreSQL(let address): "postgres:\(address)"
        }
    }
}
#endif
