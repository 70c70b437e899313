public import ArgumentParser
public import UsecasesAPIClient
public import UsecasesEngine
import UsecasesStorage
import UsecasesSystem

/// The settings from the options and the environment, complete and valid.
public struct Settings: Sendable, Hashable {
    /// The locations of stored values.
    public enum Store: String, Sendable, Hashable, CaseIterable {
        /// A file in the state directory.
        case file
        /// The memory of the process. Values are lost at its end.
        case memory
        /// The user defaults of the system.
        case userDefaults = "user-defaults"
    }

    /// The formats of standard output.
    public enum Format: String, Sendable, Hashable, CaseIterable {
        /// Sentences for people.
        case text
        /// One JSON object for each run.
        case json
    }

    /// The location of stored values.
    public var store: Store
    /// The path of the state directory.
    public var stateDirectory: String
    /// The format of standard output.
    public var format: Format
    /// The maximum time for one exchange with its retries.
    public var timeout: Duration
    /// The minimum time for the splash. If it is `nil`, the splash takes two seconds on a terminal, and no time
    /// elsewhere.
    public var splash: Duration?
    var isTraced: Bool
    /// The path of the file that records runs.
    public var record: String?
    /// The language of sentences.
    public var language: Language
    /// The path of a file with certificate authorities. They are trusted instead of the system's authorities.
    public var authorities: String?
    /// The path from `SSL_CERT_FILE`, or `nil` if the variable is not set. Other programs use the variable as well.
    public var systemAuthorities: String?
    /// Whether passwords and tokens may leave this machine without encryption.
    var allowsPlainHTTP = false
    /// The product. The names of the variables begin with its name.
    public let product: Product
    /// The variables of the application's own settings, such as the settings that services declare next to their
    /// endpoints. Some of them are secrets.
    public var variables: [String: Secret] = [:]
}

/// The adapters of every application in a terminal.
extension Settings {
    /// Returns the clock, the random source, the data store for the keys, the journal, and the recording if it is
    /// requested. It reads and writes nothing.
    ///
    /// Data for `origin`, the folder name of a server, are stored separately, because this machine is a different
    /// device to each server.
    public func dependencies(remembering keys: [any DeclaredKey], for origin: String? = nil) -> Dependencies {
        let clock = SystemClock()
        var dependencies = Dependencies(clock: clock, randomSource: SystemRandomSource())
        let directory = origin.map { stateDirectory + "/servers/" + $0 } ?? stateDirectory
        switch store {
        case .file:
            dependencies.dataStore.adapter = FileDataStore(
                directory: directory, product: product.name, keys: keys, clock: clock)
            dependencies.journal.adapter = FileJournal(directory: directory, clock: clock)
        case .userDefaults:
            dependencies.dataStore.adapter = UserDefaultsDataStore(
                suite: ([product.name] + [origin].compactMap(\.self)).joined(separator: "."), lockedIn: stateDirectory,
                clock: clock)
            dependencies.journal.adapter = FileJournal(directory: directory, clock: clock)
        case .memory:
            dependencies.dataStore.adapter = InMemoryDataStore()
            // A store in memory leaves nothing to resume.
            dependencies.journal.adapter = InMemoryJournal()
        }
        if let record {
            let file = RecordingFile(record)
            dependencies.taps.append(RecordingTap(write: file.write, flush: file.flush))
        }
        return dependencies
    }

    /// Returns the transport to a service. It follows redirects to the same origin only, and retries temporary
    /// failures.
    ///
    /// Throws a usage error if a file of authorities is given on a system that does not read them from files.
    public func transport(clock: any Clock, randomSource: any RandomSource) throws -> any HTTPTransport {
        guard authorities == nil || NetworkTransport.trustsFiles else {
            throw ValidationError(
                .malformed(
                    Sentence(
                        en: "--ca-file is not for this system: add the authority to the keychain.",
                        ja: "--ca-file はこのシステムでは使えません。認証局をキーチェーンに追加してください。")))
        }
        // The timeout covers a call with its retries.
        return NetworkTransport(authorities: authorities ?? systemAuthorities)
            .followingRedirects()
            .retrying(RetryPolicy(deadline: timeout), clock: clock, randomSource: randomSource)
    }

    /// Returns a client of the service that sends the product name as its user agent.
    public func client<Service: APIService>(
        of service: Service, over transport: any HTTPTransport, clock: any Clock
    ) -> LiveAPIClient<Service> {
        LiveAPIClient(service, transport: transport, clock: clock, timeout: timeout, userAgent: product.name)
    }
}

extension TerminalApplication {
    /// Returns the adapters of a command without options, from this process's environment. Throws a usage error for an
    /// invalid setting.
    public static func usualDependencies() throws -> Dependencies { try usualDependencies(in: .process) }

    private static func usualDependencies(in environment: Environment) throws -> Dependencies {
        let options = try CommonOptions<Self>.parse([])
        return try dependencies(for: options.settings(in: environment), options.own)
    }

    /// Returns the adapters that commands use without options and with these variables, to read their timeouts. Nothing is
    /// recorded.
    package static func configuredDependencies(
        by variables: [String: String] = Environment.process.variables
    ) throws -> Dependencies {
        let record = CommonSetting.record.variable(of: product)
        return try usualDependencies(in: Environment(variables: variables.filter { $0.key != record }))
    }
}

/// The settings that services declare next to their endpoints.
extension Settings {
    /// Returns the address of a service that receives this secret. Throws a usage error if the address is not valid, or
    /// would send the secret in clear text without the user's permission.
    public func address(_ setting: AddressSetting, sending secret: Secret? = nil) throws -> BaseAddress {
        let text = self.secret(setting.name)?.reveal() ?? setting.usual
        return try address(text, of: product.variable(setting.name), isSecret: secret != nil)
    }

    /// Returns the value of a setting that only its variable gives, or `nil` if it is not given.
    public func secret(_ name: String) -> Secret? { variables[product.variable(name)] }

    /// Returns the value of the application's own setting from its variable, or `nil` if it is not given. Throws a
    /// usage error for an invalid value.
    public func value<Value: ExpressibleByArgument>(of name: String, allowed: Sentence) throws -> Value? {
        guard let text = secret(name)?.reveal() else { return nil }
        guard let value = Value(argument: text) else {
            throw ValidationError(.invalidVariable(product.variable(name), value: text, .described(allowed)))
        }
        return value
    }

    /// Returns the address. `name` is the option or the variable that gives it. `isSecret` says whether passwords or
    /// tokens are sent there. Throws a usage error for an invalid or exposed address.
    public func address(_ text: String, of name: String, isSecret: Bool) throws -> BaseAddress {
        let address: BaseAddress
        do {
            address = try BaseAddress(text)
        } catch {
            throw ValidationError(.unusableAddress(text.redactedAddress, of: name, error))
        }
        guard !isSecret || allowsPlainHTTP || !address.isExposed else {
            throw ValidationError(.exposedAddress("\(address)", of: name))
        }
        return address
    }
}
