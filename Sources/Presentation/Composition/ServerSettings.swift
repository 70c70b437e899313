#if Server
package import Domain
package import Logging

/// What the options, the environment and the file come to, complete and valid.
package struct ServerSettings: Sendable, Hashable {
    package enum Database: Sendable, Hashable {
        /// The path of the file.
        case sqlite(String)
        /// A connection string of libpq, which may hold a password.
        case postgreSQL(Secret)
    }

    /// Paths of PEM files: the certificate with those that vouch for it, and its key.
    package struct Certificate: Sendable, Hashable {
        package var chain: String
        package var key: String
    }

    package var host = "127.0.0.1"
    /// 0 for any that is free.
    package var port = 8000
    package var database: Database
    /// How many connections to a PostgreSQL database are kept.
    package var databaseConnections = 4
    /// Requests a second for each client address; `nil` for no limit.
    package var rateLimit: Double? = 100
    package var trustedProxies: [AddressRange] = []
    package var maximumConnections = 16_384
    /// How many of them one client may have; trusted proxies may have as many as there are.
    package var connectionsPerAddress = 1024
    /// Whose connections are taken even when there are as many as there may be.
    package var operators = ["127.0.0.0/8", "::1"].compactMap { AddressRange($0) }
    /// How long a connection may wait for the next request.
    package var idleTimeout = Duration.seconds(60)
    /// How long a request may take to arrive.
    package var requestTimeout = Duration.seconds(10)
    /// How long a client may take to accept what it is answered.
    package var responseTimeout = Duration.seconds(10)
    /// How long requests that were accepted may take to finish once the server is told to stop.
    package var shutdownTimeout = Duration.seconds(30)
    package var certificate: Certificate?
    package var logLevel = Logger.Level.info
    /// Lines a second that requests may cause; `nil` for no limit.
    package var logRate: Double? = 100

    /// All the rest as it is when nobody says anything.
    package init(database: Database) {
        self.database = database
    }
}
#endif
