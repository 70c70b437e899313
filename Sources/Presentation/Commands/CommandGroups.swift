import UsecasesTerminal

/// In which groups the help lists the commands of this application.
enum CommandGroups {
    static let all = [
        HelpGroup(en: "application", ja: "アプリケーション", "boot", "tutorial", "reset"),
        HelpGroup(en: "account", ja: "アカウント", "signup", "login", "whoami", "password", "sessions", "logout"),
        HelpGroup(en: "outside service", ja: "外部サービス", "zen", "user", "status", "api-version"),
        HelpGroup(en: "learning", ja: "学習", "learn", "application"),
        HelpGroup(en: "service", ja: "サービス", "serve", "operate"),
    ]
}
