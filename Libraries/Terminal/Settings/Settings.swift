public import Usecases

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
