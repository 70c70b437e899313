import Domain

/// What can be set of every command that runs a use case.
enum CommonSetting: String, SettingName {
    case backend
    case store
    case stateDir = "state-dir"
    case format
    case timeout
    case splash
    case trace
    case record
    case language
    case caFile = "ca-file"
    // By variable alone:
    case gitHubURL = "github-url"
    case gitHubStatusURL = "github-status-url"
    case movableTypeURL = "movabletype-url"
    case gitHubToken = "github-token"
}

extension GivenSettings<CommonSetting> {
    /// The language of sentences where no option says it: that of the variable, or else of the locale.
    var language: Language {
        get throws { try value(of: .language) ?? Environment(variables: variables).localeLanguage }
    }
}
