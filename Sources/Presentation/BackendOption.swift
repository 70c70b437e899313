import ArgumentParser
import CalearningDomain
import Usecases
import UsecasesTerminal

/// Who issues the UDID: this program itself, or a service.
struct BackendOption: ParsableArguments {
    enum Backend: Sendable, Hashable, ExpressibleByArgument {
        case embedded
        /// The base address of a service, not yet checked.
        case http(String)

        init?(argument: String) {
            guard !argument.isEmpty else { return nil }
            self = argument == "embedded" ? .embedded : .http(argument)
        }
    }

    @Option(
        help: ArgumentHelp(
            Sentence(en: "Who issues the UDID: this program itself, or a service.", ja: "UDIDの発行元。このプログラム自身、またはサービス。"),
            variables: Product.own.variable(Self.setting), otherwise: Sentence("embedded"),
            valueName: "embedded|http(s)://host:port"))
    var backend: Backend?

    init() {}

    /// The address of the service as it was given; `nil` for the backend in this process.
    func address(with settings: Settings) throws -> String? {
        switch try backend ?? settings.value(of: Self.setting, allowed: Self.allowed) ?? .embedded {
        case .embedded: nil
        case .http(let address): address
        }
    }

    private static let setting = "backend"
    private static let allowed = Sentence(en: "embedded or the address of a service", ja: "embeddedまたはサービスのアドレス")
}

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
