#if Server
import ArgumentParser
import Configuration
import Domain
import Foundation
import Logging
import SystemPackage

/// The settings of the service as they are given: by option, by environment variable and in a file, in this order.
struct ServerConfiguration {
    /// Where a value may come from, and what a person calls it there.
    private struct Source {
        let provider: any ConfigProvider
        let name: @Sendable (String) -> String
    }

    private let sources: [Source]
    private let stateHome: String
    private var problems: [String] = []

    /// `options` has all settings that there are by their names, and what was typed for them.
    init(options: [String: String?], environment: Environment, file: String?) async throws {
        stateHome = environment.stateHome
        var sources = [
            Source(
                provider: InMemoryProvider(
                    values: Dictionary(
                        uniqueKeysWithValues: options.compactMapValues(\.self).map {
                            (Self.key($0), ConfigValue(.string($1), isSecret: false))
                        })
                ),
                name: { "--" + $0 }),
            Source(
                provider: EnvironmentVariablesProvider(environmentVariables: environment.set),
                name: { "CALEARNING_" + $0.uppercased().replacing("-", with: "_") }),
        ]
        if let file {
            sources.append(
                Source(
                    provider: try await Self.provider(of: file, knowing: Set(options.keys)),
                    name: { "\($0) in \(file)" }))
        }
        self.sources = sources
    }

    private static func key(_ name: String) -> AbsoluteConfigKey {
        AbsoluteConfigKey(["calearning", name])
    }

    private static func provider(of file: String, knowing names: Set<String>) async throws -> any ConfigProvider {
        do {
            let content = try JSONSerialization.jsonObject(with: try Data(contentsOf: URL(filePath: file)))
            guard let members = content as? [String: Any] else {
                throw ValidationError("The configuration file \(file) is not a JSON object.")
            }
            var problems = Set(members.keys).subtracting(names).sorted().map { "\($0) in \(file) is no setting." }
            // The provider takes no notice of what it cannot read.
            for (name, value) in members
            where !(value is String || value is Int || value is Double || value is [String]) {
                problems.append("\(name) in \(file) is neither a text nor a number nor a list of texts.")
            }
            guard problems.isEmpty else { throw ValidationError(problems.sorted().joined(separator: "\n")) }
            return try await FileProvider<JSONSnapshot>(filePath: FilePath(file)).mapKeys { key in
                AbsoluteConfigKey(Array(key.components.dropFirst()), context: key.context)
            }
        } catch let error as ValidationError {
            throw error
        } catch {
            throw ValidationError("The configuration file \(file) cannot be read: \(error)")
        }
    }

    /// The value as text, from the first source that has one, and the name that it has there.
    private mutating func value(_ name: String) -> (text: String, source: String)? {
        for source in sources {
            do {
                if let text = try Self.text(source.provider, Self.key(name)) { return (text, source.name(name)) }
            } catch {
                problems.append("\(source.name(name)) is neither a text nor a number nor a list of texts.")
                return nil
            }
        }
        return nil
    }

    /// Whatever type a file gives it; throws where it is none of those that can be read.
    private static func text(_ provider: any ConfigProvider, _ key: AbsoluteConfigKey) throws -> String? {
        var failure: (any Error)?
        for type in [ConfigType.string, .int, .double, .stringArray] {
            do {
                switch try provider.value(forKey: key, type: type).value?.content {
                case nil: return nil
                case .string(let text): return text
                case .int(let number): return "\(number)"
                case .double(let number): return "\(number)"
                case .stringArray(let texts): return texts.joined(separator: ",")
                case .some: continue
                }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return nil
    }

    /// The value, or nothing where none is given or it is not valid, which is then noted as a problem.
    private mutating func parsed<Value>(
        _ name: String, allowed: String, isSecret: Bool = false, _ parse: (String) -> Value?
    ) -> Value? {
        guard let (text, source) = value(name) else { return nil }
        if let value = parse(text) { return value }
        problems.append("\(source) is \(isSecret ? "not valid" : "'\(text)'"): it must be \(allowed).")
        return nil
    }

    private mutating func seconds(_ name: String) -> Duration? {
        parsed(name, allowed: "a number of seconds, more than 0 and at most 86400") { text in
            Seconds(argument: text).flatMap { $0.duration > .zero ? $0.duration : nil }
        }
    }

    /// Everything that is wrong is told at once.
    func settings() throws -> ServerSettings {
        var configuration = self
        let settings = configuration.parse()
        guard configuration.problems.isEmpty else {
            throw ValidationError(configuration.problems.joined(separator: "\n"))
        }
        return settings
    }

    private mutating func parse() -> ServerSettings {
        let directory = value("state-dir")?.text ?? stateHome + "/calearning"
        var settings = ServerSettings(database: .sqlite(directory + "/devices.sqlite"))
        settings.host = parsed("host", allowed: "an address or a name") { $0.isEmpty ? nil : $0 } ?? settings.host
        settings.port = integer("port", in: 0...65535) ?? settings.port
        settings.database =
            parsed(
                "database", allowed: "sqlite:FILE or the address of a PostgreSQL database, postgres://…",
                isSecret: true, Self.database) ?? settings.database
        settings.databaseConnections = integer("database-connections", in: 1...100) ?? settings.databaseConnections
        settings.rateLimit =
            parsed("rate-limit", allowed: "off or a number of requests a second like 100/s", Self.rateLimit)
            ?? settings.rateLimit
        settings.trustedProxies =
            parsed("trusted-proxies", allowed: "addresses like 127.0.0.1,10.0.0.0/8", Self.ranges)
            ?? settings.trustedProxies
        settings.maximumConnections = integer("maximum-connections", in: 1...1_000_000) ?? settings.maximumConnections
        settings.connectionsPerAddress =
            integer("connections-per-address", in: 1...1_000_000) ?? settings.connectionsPerAddress
        settings.operators =
            parsed("operators", allowed: "addresses like 127.0.0.1,10.0.0.0/8", Self.ranges) ?? settings.operators
        settings.idleTimeout = seconds("idle-timeout") ?? settings.idleTimeout
        settings.requestTimeout = seconds("request-timeout") ?? settings.requestTimeout
        settings.responseTimeout = seconds("response-timeout") ?? settings.responseTimeout
        settings.shutdownTimeout = seconds("shutdown-timeout") ?? settings.shutdownTimeout
        settings.logLevel =
            parsed("log-level", allowed: Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")) {
                Logger.Level(rawValue: $0)
            } ?? settings.logLevel
        settings.certificate = certificate()
        return settings
    }

    private mutating func integer(_ name: String, in range: ClosedRange<Int>) -> Int? {
        parsed(name, allowed: "a whole number, \(range.lowerBound) to \(range.upperBound)") { text in
            Int(text).flatMap { range.contains($0) ? $0 : nil }
        }
    }

    private static func database(_ text: String) -> ServerSettings.Database? {
        if text.hasPrefix("sqlite:") {
            let path = String(text.dropFirst("sqlite:".count))
            return path.isEmpty ? nil : .sqlite(path)
        }
        let isPostgreSQL = text.hasPrefix("postgres://") || text.hasPrefix("postgresql://")
        return isPostgreSQL ? .postgreSQL(Secret(text)) : nil
    }

    /// `.some(nil)` is no limit.
    private static func rateLimit(_ text: String) -> Double?? {
        guard text != "off" else { return .some(nil) }
        guard text.hasSuffix("/s"), let rate = Double(text.dropLast(2)), (0.001...1_000_000).contains(rate) else {
            return nil
        }
        return rate
    }

    private static func ranges(_ text: String) -> [AddressRange]? {
        let parts = text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        let ranges = parts.compactMap { AddressRange($0) }
        return ranges.count == parts.count ? ranges : nil
    }

    private mutating func certificate() -> ServerSettings.Certificate? {
        switch (value("tls-certificate"), value("tls-key")) {
        case (nil, nil): return nil
        case (let chain?, let key?):
            for (path, source) in [chain, key] where !FileManager.default.isReadableFile(atPath: path) {
                problems.append("\(source) is '\(path)', which cannot be read.")
            }
            return .init(chain: chain.text, key: key.text)
        case (let chain?, nil):
            problems.append("\(chain.source) is given without a tls-key.")
            return nil
        case (nil, let key?):
            problems.append("\(key.source) is given without a tls-certificate.")
            return nil
        }
    }
}
#endif
