import ArgumentParser
import CalearningDomain
import UsecasesEngine
import UsecasesTerminal

/// The option for the backend that issues the UDID. It is this program or a service.
struct BackendOption: ParsableArguments {
    enum Backend: Sendable, Hashable, ExpressibleByArgument {
        case embedded
        /// The unchecked base address of a service.
        case http(String)

        init?(argument: String) {
            guard !argument.isEmpty else { return nil }
            self = argument == "embedded" ? .embedded : .http(argument)
        }
    }

    @Option(
        help: ArgumentHelp(
            Sentence(
                en: "Where UDIDs and accounts are kept: in this program, or at a service.",
                ja: "UDIDとアカウントの置き場所。このプログラムの中か、サービス。"),
            variables: Product.own.variable(Self.setting), otherwise: Sentence("embedded"),
            valueName: "embedded|http(s)://host:port"))
    var backend: Backend?

    init() {}

    /// Returns the unchecked address of the service, or `nil` for the backend in this process.
    func address(with settings: Settings) throws -> String? {
        switch try backend ?? settings.value(of: Self.setting, allowed: Self.allowed) ?? .embedded {
        case .embedded: nil
        case .http(let address): address
        }
    }

    private static let setting = "backend"
    private static let allowed = Sentence(en: "embedded or the address of a service", ja: "embeddedまたはサービスのアドレス")
}

/// The groups of this application's commands in the help.
enum CommandGroups {
    static let all = [
        HelpGroup(en: "application", ja: "アプリ", "boot", "tutorial", "reset"),
        HelpGroup(
            en: "account", ja: "アカウント", "signup", "login", "login-code", "whoami", "password", "second-factor",
            "sessions", "logout",
            "recover", "export-account", "delete-account"),
        HelpGroup(en: "outside service", ja: "外部サービス", "zen", "user", "status", "api-version"),
        HelpGroup(en: "service", ja: "サービス", "serve", "operate"),
    ]
}

/// The command lines in the help. A command without arguments needs none.
enum CommandExamples {
    static let all =
        [
            "boot", "boot --trace --record run.jsonl", "boot --backend http://127.0.0.1:8000",
            "tutorial", "tutorial --page 3", "reset", "reset --yes --backend http://127.0.0.1:8000",
            "signup --name ada", "signup --name ada --password-stdin <password.txt",
            "login --name ada", "login --name ada --password-stdin <password.txt",
            "login-code", "login-code --code-stdin <code.txt",
            "password", "password --password-stdin <passwords.txt",
            "second-factor set-up", "second-factor confirm", "second-factor off --with-code",
            "second-factor backup-codes --with-code",
            "sessions", "sessions name Laptop", "sessions end --others",
            "recover --name ada", "recover --name ada --password-stdin <code-and-password.txt",
            "delete-account", "delete-account --password-stdin <password.txt",
            "user octocat", "user octocat --format json",
        ] + ofService
}

#if Server
extension CommandExamples {
    private static let runKey = DurableRun.example.key
    private static let ofService = [
        "serve", "serve --web --port 8080", "serve --check --configuration service.json",
        "operate accounts", "operate account ada", "operate lock ada", "operate unlock ada", "operate recover ada",
        "operate second-factor remove ada", "operate delete ada", "operate sessions end ada",
        "operate guesses clear ada", "operate devices",
        "operate sweep", "operate backup backup.sqlite", "operate migrate --status", "operate runs",
        "operate runs --all", "operate run \(runKey)", "operate cancel-run \(runKey)", "operate retry-run \(runKey)",
    ]
}
#else
extension CommandExamples { private static let ofService: [String] = [] }
#endif
