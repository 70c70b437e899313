import ArgumentParser
import Infrastructure

extension CompositionRoot {
    /// The addresses of the services in the settings.
    struct Addresses {
        /// `nil` for the backend in this process.
        private(set) var remoteBackend: BaseAddress?
        let gitHub: BaseAddress
        let gitHubStatus: BaseAddress
        let movableType: BaseAddress

        /// Throws a usage error for the first address that is not valid.
        init(_ settings: Settings) throws {
            remoteBackend =
                switch settings.backend {
                case .embedded: nil
                case .http(let text):
                    try Self.encrypted(
                        Self.address(text, of: CommonSetting.backendAddress.option), in: settings,
                        CommonSetting.backendAddress.option)
                }
            gitHub = try Self.encrypted(
                Self.address(of: .gitHubURL, in: settings, otherwise: GitHubApis.usualAddress), in: settings,
                CommonSetting.gitHubURL.variable, if: settings.secrets[.gitHubToken] != nil)
            gitHubStatus = try Self.address(
                of: .gitHubStatusURL, in: settings, otherwise: GitHubStatusApis.usualAddress)
            movableType = try Self.address(of: .movableTypeURL, in: settings, otherwise: MovableTypeApis.usualAddress)
        }

        /// The address, for secrets if there are any. Throws a usage error if they would leave this machine in clear without
        /// the user's permission.
        private static func encrypted(
            _ address: BaseAddress, in settings: Settings, _ name: String, if hasSecrets: Bool = true
        ) throws -> BaseAddress {
            guard !hasSecrets || settings.allowsPlainHTTP || !address.isExposed else {
                throw ValidationError(.exposedAddress("\(address)", of: name))
            }
            return address
        }

        private static func address(
            of name: CommonSetting, in settings: Settings, otherwise usual: String
        ) throws -> BaseAddress {
            try address(settings.addresses[name] ?? usual, of: name.variable)
        }

        /// `name` is the option or the variable that gives the address.
        private static func address(_ text: String, of name: String) throws -> BaseAddress {
            do {
                return try BaseAddress(text)
            } catch {
                throw ValidationError(.unusableAddress(BaseAddress.redacted(text), of: name, AddressFlaw(error)))
            }
        }
    }
}

extension AddressFlaw {
    fileprivate init(_ flaw: BaseAddress.Flaw) {
        self =
            switch flaw {
            case .unreadable: .unreadable
            case .scheme: .scheme
            case .host: .host
            case .port: .port
            case .userinfo: .userinfo
            case .queryOrFragment: .queryOrFragment
            }
    }
}
