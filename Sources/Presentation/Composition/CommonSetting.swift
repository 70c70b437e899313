import Domain

/// The settings of every command that runs a use case.
enum CommonSetting: String, SettingName {
    case backendAddress = "backend"
    case store
    case stateDir = "state-dir"
    case format
    case timeout
    case splash
    case trace
    case record
    case language
    case caFile = "ca-file"
    case allowPlainHTTP = "allow-plain-http"
    // Only by environment variable:
    case gitHubURL = "github-url"
    case gitHubStatusURL = "github-status-url"
    case movableTypeURL = "movabletype-url"
    case gitHubToken = "github-token"

    /// Whether it is the address of an external service.
    var isAddress: Bool { rawValue.hasSuffix("-url") }
    /// Whether it identifies the user to an external service.
    var isSecret: Bool { rawValue.hasSuffix("-token") }
}

extension GivenSettings<CommonSetting> {
    /// The language of sentences if no option gives it: that of the variable, or else of the locale.
    var language: Language {
        get throws { try value(of: .language) ?? Environment(variables: variables).localeLanguage }
    }
}
