#if Server
import Domain

extension ServerSettings {
    /// What `--check` writes: no secret is in it.
    var summary: String {
        let database =
            switch database {
            case .sqlite(let path): "sqlite:\(path)"
            case .postgreSQL(let address): "postgres:\(address)"
            }
        return """
            host \(host)
            port \(port)
            database \(database)
            database-connections \(databaseConnections)
            rate-limit \(rateLimit.map { "\($0)/s" } ?? "off")
            trusted-proxies \(trustedProxies.map { "\($0)" }.joined(separator: ","))
            maximum-connections \(maximumConnections)
            connections-per-address \(connectionsPerAddress)
            operators \(operators.map { "\($0)" }.joined(separator: ","))
            idle-timeout \(idleTimeout)
            request-timeout \(requestTimeout)
            response-timeout \(responseTimeout)
            shutdown-timeout \(shutdownTimeout)
            tls-certificate \(certificate?.chain ?? "none")
            log-level \(logLevel)
            """
    }
}
#endif
