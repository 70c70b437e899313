#if Server
import Domain
import Foundation
import Logging

/// The settings of the service as they are given: by option, by environment variable and in a file, in this order.
struct ServerConfiguration {
    /// A setting that is not given has its default.
    private(set) var settings: ServerSettings
    /// All problems, one line each.
    private(set) var problems: [String] = []
    /// The settings with unusable values, about which nothing else can be said.
    private(set) var spoilt: Set<ServerSetting> = []
    private let given: GivenSettings<ServerSetting>

    /// `variables` is the environment; `file` is read unless it is `nil`.
    init(options: [ServerSetting: String], variables: [String: String], file: String?) {
        let file = file.map { SettingsFile($0) }
        settings = ServerSettings(database: .sqlite(Environment(variables: variables).stateHome + "/\(Product.name)"))
        problems = file?.problems ?? []
        spoilt = file?.spoilt ?? []
        given = GivenSettings(
            options: options, variables: variables, file: file.map { (path: $0.path, values: $0.values) })
        parse(stateHome: Environment(variables: variables).stateHome)
    }

    /// The value; `nil` if none is given, or if it is not valid, which is then noted as a problem.
    private mutating func parsed<Value>(
        _ setting: ServerSetting, allowed: String, isSecret: Bool = false, _ parse: (String) -> Value?
    ) -> Value? {
        guard let given = given[setting] else { return nil }
        if setting.isDecisive, given.text.isEmpty {
            note(setting, "\(given.source) is empty: leave it out, or let it be \(allowed).")
            return nil
        }
        if let value = parse(given.text) { return value }
        note(setting, "\(given.source) is \(isSecret ? "not valid" : "'\(given.text)'"): it must be \(allowed).")
        return nil
    }

    private mutating func note(_ setting: ServerSetting, _ problem: String) {
        problems.append(problem)
        spoilt.insert(setting)
    }

    private mutating func parse(stateHome: String) {
        let directory = parsed(.stateDir, allowed: "the path of a directory") { $0 } ?? stateHome + "/\(Product.name)"
        settings.database = .sqlite(directory + "/devices.sqlite")
        settings.host = parsed(.host, allowed: "an address or a name") { $0 } ?? settings.host
        settings.port = integer(.port, in: 0...65535) ?? settings.port
        settings.database =
            parsed(
                .database, allowed: "sqlite:FILE or the address of a PostgreSQL database, postgres://…",
                isSecret: true, Self.database) ?? settings.database
        settings.databaseConnections = integer(.databaseConnections, in: 1...100) ?? settings.databaseConnections
        settings.rateLimit =
            parsed(.rateLimit, allowed: "off or a number of requests a second like 100/s", Self.rate)
            ?? settings.rateLimit
        settings.trustedProxies = ranges(.trustedProxies) ?? settings.trustedProxies
        settings.maximumConnections = integer(.maximumConnections, in: 1...1_000_000) ?? settings.maximumConnections
        settings.connectionsPerAddress =
            integer(.connectionsPerAddress, in: 1...1_000_000) ?? settings.connectionsPerAddress
        settings.operators = ranges(.operators) ?? settings.operators
        settings.idleTimeout = seconds(.idleTimeout) ?? settings.idleTimeout
        settings.requestTimeout = seconds(.requestTimeout) ?? settings.requestTimeout
        settings.responseTimeout = seconds(.responseTimeout) ?? settings.responseTimeout
        settings.shutdownTimeout = seconds(.shutdownTimeout) ?? settings.shutdownTimeout
        settings.logLevel =
            parsed(.logLevel, allowed: Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")) {
                Logger.Level(rawValue: $0)
            } ?? settings.logLevel
        settings.logRate =
            parsed(.logRate, allowed: "off or a number of lines a second like 100/s", Self.rate) ?? settings.logRate
        settings.certificate = certificate()
    }

    private mutating func seconds(_ setting: ServerSetting) -> Duration? {
        parsed(setting, allowed: "a number of seconds, more than 0 and at most 86400") { text in
            Seconds(argument: text).flatMap { $0.duration > .zero ? $0.duration : nil }
        }
    }

    private mutating func integer(_ setting: ServerSetting, in range: ClosedRange<Int>) -> Int? {
        parsed(setting, allowed: "a whole number, \(range.lowerBound) to \(range.upperBound)") { text in
            Int(text).flatMap { range.contains($0) ? $0 : nil }
        }
    }

    private mutating func ranges(_ setting: ServerSetting) -> [AddressRange]? {
        parsed(setting, allowed: "none or addresses like 127.0.0.1,10.0.0.0/8") { text in
            guard text != "none" else { return [] }
            let parts = text.split(separator: ",", omittingEmptySubsequences: false)
            let ranges = parts.compactMap { AddressRange($0.trimmingCharacters(in: .whitespaces)) }
            return ranges.count == parts.count ? ranges : nil
        }
    }

    private static func database(_ text: String) -> ServerSettings.Database? {
        if text.hasPrefix("sqlite:") {
            let path = String(text.dropFirst("sqlite:".count))
            return path.isEmpty || path.utf8.contains(0) ? nil : .sqlite(path)
        }
        let isPostgreSQL = text.hasPrefix("postgres://") || text.hasPrefix("postgresql://")
        return isPostgreSQL ? .postgreSQL(Secret(text)) : nil
    }

    /// A number per second; `.some(nil)` is no limit.
    private static func rate(_ text: String) -> Double?? {
        guard text != "off" else { return .some(nil) }
        guard text.hasSuffix("/s"), let rate = Double(text.dropLast(2)), (0.001...1_000_000).contains(rate) else {
            return nil
        }
        return rate
    }

    /// Giving only one of the two is a problem.
    private mutating func certificate() -> ServerSettings.Certificate? {
        let chain = parsed(.tlsCertificate, allowed: "the path of a PEM file") { $0 }
        let key = parsed(.tlsKey, allowed: "the path of a PEM file") { $0 }
        switch (given[.tlsCertificate], given[.tlsKey]) {
        case (let given?, nil): note(.tlsCertificate, "\(given.source) is given without a tls-key.")
        case (nil, let given?): note(.tlsKey, "\(given.source) is given without a tls-certificate.")
        case (nil, nil), (.some, .some): break
        }
        guard let chain, let key else { return nil }
        return .init(chain: chain, key: key)
    }
}
#endif
