package import Usecases

/// The settings from the options and the environment, complete and valid.
package struct Settings: Sendable, Hashable {
    package enum Store: String, Sendable, Hashable, CaseIterable {
        case file
        case memory
        case userDefaults = "user-defaults"
    }

    package enum Format: String, Sendable, Hashable, CaseIterable {
        case text
        case json
    }

    package var store: Store
    /// The path of the state directory.
    package var stateDirectory: String
    package var format: Format
    /// For one exchange with its retries.
    package var timeout: Duration
    /// `nil` if it is not given: two seconds on a terminal, none elsewhere.
    package var splash: Duration?
    var isTraced: Bool
    /// The path of the file that runs are recorded in.
    package var record: String?
    package var language: Language
    /// The path of a file of certificate authorities, trusted instead of the system's.
    package var authorities: String?
    /// The same from `SSL_CERT_FILE`, which other programs use as well; `nil` if it is not set.
    package var systemAuthorities: String?
    /// Whether passwords and tokens may leave this machine without encryption.
    var allowsPlainHTTP = false
    /// The product, whose name the variables begin with.
    package let product: Product
    /// The variables of the application's own settings, such as those that services declare beside their endpoints. Some of
    /// them are secrets.
    package var variables: [String: Secret] = [:]
}
