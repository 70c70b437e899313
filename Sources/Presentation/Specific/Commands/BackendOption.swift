import ArgumentParser
import Domain
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
            variables: Product.own.variable(Self.name), otherwise: Sentence("embedded"),
            valueName: "embedded|http(s)://host:port"))
    var backend: Backend?

    init() {}

    /// The address of the service as it was given; `nil` for the backend in this process.
    func address(with settings: Settings) throws -> String? {
        switch try backend ?? settings.value(of: Self.name, allowed: Self.allowed) ?? .embedded {
        case .embedded: nil
        case .http(let address): address
        }
    }

    static let noBackend = UsageError.invalidVariable(
        Product.own.variable(name), value: "", .described(allowed))
    private static let name = "backend"
    private static let allowed = Sentence(en: "embedded or the address of a service", ja: "embeddedまたはサービスのアドレス")
}
