#if Server
extension ServerSettings {
    /// The output of `--check`: one setting per line, with the value as its option accepts it, and without secrets.
    var summary: String {
        var lines = [
            "host \(host)",
            "port \(port)",
            "database \(database)",
            "database-connections \(databaseConnections)",
            "rate-limit \(Self.text(ofRate: rateLimit))",
            "password-rate-limit \(Self.text(ofRate: passwordRateLimit))",
            "trusted-proxies \(Self.text(of: trustedProxies))",
            "maximum-connections \(maximumConnections)",
            "connections-per-address \(connectionsPerAddress)",
            "operators \(Self.text(of: operators))",
            "idle-timeout \(Self.text(of: idleTimeout))",
            "request-timeout \(Self.text(of: requestTimeout))",
            "response-timeout \(Self.text(of: responseTimeout))",
            "shutdown-timeout \(Self.text(of: shutdownTimeout))",
            "drain-delay \(Self.text(of: drainDelay))",
        ]
        if let certificate {
            lines += ["tls-certificate \(certificate.chain)", "tls-key \(certificate.key)"]
        }
        lines += ["log-level \(logLevel)", "log-rate \(Self.text(ofRate: logRate))"]
        return lines.joined(separator: "\n")
    }

    private static func text(ofRate rate: Double?) -> String {
        rate.map { text(of: $0) + "/s" } ?? "off"
    }

    private static func text(of ranges: [AddressRange]) -> String {
        ranges.isEmpty ? "none" : ranges.map { "\($0)" }.joined(separator: ",")
    }

    /// In seconds.
    private static func text(of duration: Duration) -> String {
        text(of: duration / .seconds(1))
    }

    private static func text(of number: Double) -> String {
        Int(exactly: number).map { "\($0)" } ?? "\(number)"
    }
}
#endif
