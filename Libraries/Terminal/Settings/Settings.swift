public import ArgumentParser
public import Usecases
public import UsecasesAPIClient
import UsecasesStorage
import UsecasesSystem

/// The settings from the options and the environment, complete and valid.
public struct Settings: Sendable, Hashable {
    /// The places of stored values.
    public enum Store: String, Sendable, Hashable, CaseIterable {
        case file
        case memory
        case userDefaults = "user-defaults"
    }

    /// The formats of standard output.
    public enum Format: String, Sendable, Hashable, CaseIterable {
        case text
        case json
    }

    /// The place of stored values.
    public var store: Store
    /// The path of the state directory.
    public var stateDirectory: String
    /// The format of standard output.
    public var format: Format
    /// For one exchange with its retries.
    public var timeout: Duration
    /// `nil` if it is not given: two seconds on a terminal, none elsewhere.
    public var splash: Duration?
    var isTraced: Bool
    /// The path of the file that runs are recorded in.
    public var record: String?
    /// The language of sentences.
    public var language: Language
    /// The path of a file of certificate authorities, trusted instead of the system's.
    public var authorities: String?
    /// The same from `SSL_CERT_FILE`, which other programs use as well; `nil` if it is not set.
    public var systemAuthorities: String?
    /// Whether passwords and tokens may leave this machine without encryption.
    var allowsPlainHTTP = false
    /// The product, whose name the variables begin with.
    public let product: Product
    /// The variables of the application's own settings, such as those that services declare beside their endpoints. Some of
    /// them are secrets.
    public var variables: [String: Secret] = [:]
}

/// The adapters that any application in a terminal has.
extension Settings {
    /// The clock, randomness, the data store for the keys, the journal, and the recording if one is asked for. Touches nothing.
    ///
    /// What is kept for `origin`, the folder name of a server, is kept apart: for another server this is another device.
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
            // It leaves nothing to resume.
            dependencies.journal.adapter = InMemoryJournal()
        }
        if let record {
            let file = RecordingFile(record)
            dependencies.taps.append(RecordingTap(write: file.write, flush: file.flush))
        }
        return dependencies
    }

    /// The way to a service: a redirect is followed to the same origin only, and what can pass is tried again.
    ///
    /// Throws a usage error for a file of authorities on a system that does not take them from files.
    public func transport(clock: any Clock, randomSource: any RandomSource) throws -> any HTTPTransport {
        guard authorities == nil || NetworkTransport.trustsFiles else {
            throw ValidationError("--ca-file is not for this system: add the authority to the keychain.")
        }
        // The timeout is that of a call with its retries.
        return NetworkTransport(authorities: authorities ?? systemAuthorities)
            .followingRedirects(.sameOrigin)
            .retrying(RetryPolicy(deadline: timeout), clock: clock, randomSource: randomSource)
    }

    /// A client of the service, which tells it the name of this product.
    public func client<Service: APIService>(
        of service: Service, over transport: any HTTPTransport, clock: any Clock
    ) -> LiveAPIClient<Service> {
        LiveAPIClient(service, transport: transport, clock: clock, timeout: timeout, userAgent: product.name)
    }
}

extension TerminalApplication {
    /// The adapters that its commands have without options, by the environment of this process. Throws a usage error for a
    /// setting that cannot be used.
    public static func usualDependencies() throws -> Dependencies {
        let options = try CommonOptions<Self>.parse([])
        return try dependencies(for: options.settings(), options.own)
    }
}

/// The settings of services, which they declare beside their endpoints.
extension Settings {
    /// The address of a service, to which this secret is sent. Throws a usage error for one that is not valid, and for one
    /// that would send the secret in clear without the user's permission.
    public func address(_ setting: AddressSetting, sending secret: Secret? = nil) throws -> BaseAddress {
        let text = self.secret(setting.name)?.reveal() ?? setting.usual
        return try address(text, of: product.variable(setting.name), isSecret: secret != nil)
    }

    /// The value of a setting that is given only by its variable; `nil` if it is not given.
    public func secret(_ name: String) -> Secret? { variables[product.variable(name)] }

    /// The value of a setting of the application's own that is given by its variable; `nil` if it is not given.
    public func value<Value: ExpressibleByArgument>(of name: String, allowed: Sentence) throws -> Value? {
        guard let text = secret(name)?.reveal() else { return nil }
        guard let value = Value(argument: text) else {
            throw ValidationError(.invalidVariable(product.variable(name), value: text, .described(allowed)))
        }
        return value
    }

    /// `name` is the option or the variable that gives the address, `isSecret` whether passwords or tokens are sent there.
    public func address(_ text: String, of name: String, isSecret: Bool) throws -> BaseAddress {
        let address: BaseAddress
        do {
            address = try BaseAddress(text)
        } catch {
            throw ValidationError(.unusableAddress(BaseAddress.redacted(text), of: name, AddressFlaw(error)))
        }
        guard !isSecret || allowsPlainHTTP || !address.isExposed else {
            throw ValidationError(.exposedAddress("\(address)", of: name))
        }
        return address
    }
}

extension AddressFlaw {
    fileprivate init(_ flaw: BaseAddress.Flaw) {
        self =
            switch flaw {
            case .unreadable: .unreadable
            case .scheme: .scheme
            case .host: .host
            case .port: .port
            case .userinfo: .userinfo
            case .queryOrFragment: .queryOrFragment
            }
    }
}

extension TerminalApplication {
    /// The adapters that commands use if no option is given, for asking how long they wait. Nothing is recorded.
    static func configuredDependencies(in environment: Environment = .process) throws -> Dependencies {
        let variables = environment.variables.filter { $0.key != CommonSetting.record.variable(of: product) }
        let options = try CommonOptions<Self>.parse([])
        return try dependencies(for: options.settings(in: Environment(variables: variables)), options.own)
    }

    /// The same with these variables instead of those of this process.
    package static func configuredDependencies(by variables: [String: String]) throws -> Dependencies {
        try configuredDependencies(in: Environment(variables: variables))
    }
}
