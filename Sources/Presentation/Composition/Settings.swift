import Domain

/// What the options and the environment come to, complete and valid.
struct Settings: Sendable, Hashable {
    enum Backend: Sendable, Hashable {
        case embedded
        /// The base address of a service, not yet checked.
        case http(String)
    }

    enum Store: String, Sendable, Hashable, CaseIterable {
        case file
        case memory
        case userDefaults = "user-defaults"
    }

    enum Format: String, Sendable, Hashable, CaseIterable {
        case text
        case json
    }

    var backend: Backend
    var store: Store
    /// The path of the state directory.
    var stateDirectory: String
    var format: Format
    /// For one exchange with its retries.
    var timeout: Duration
    /// `nil` where nobody said: two seconds on a terminal, none elsewhere.
    var splash: Duration?
    var isTraced: Bool
    /// The path of the file that runs are recorded in.
    var record: String?
    var language: Language
    /// The path of a file of certificate authorities, trusted in place of the system's.
    var authorities: String?
    /// The same for all programs of the system; `nil` where it says nothing.
    var systemAuthorities: String?
    var services = Services()

    /// Where the outside services are, and the key to one of them.
    struct Services: Sendable, Hashable {
        var gitHub = "https://api.github.com"
        var gitHubStatus = "https://www.githubstatus.com"
        var movableType = "https://movabletype.net"
        /// A secret, never to be shown.
        var gitHubToken: Secret?
    }
}
