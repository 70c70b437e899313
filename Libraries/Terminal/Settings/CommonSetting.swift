public import Usecases

/// The settings of every command that runs a use case.
enum CommonSetting: String, SettingName, CaseIterable {
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
}

extension GivenSettings<CommonSetting> {
    /// The language of sentences if no option gives it: that of the variable, or else of the locale.
    public var language: Language {
        get throws { try value(of: .language) ?? Environment(variables: variables).localeLanguage }
    }
}
