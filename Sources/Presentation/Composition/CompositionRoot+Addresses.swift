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
            gitHub = try Self.address(of: .gitHubURL, for: .gitHubToken, in: settings, usual: GitHubApis.usualAddress)
            gitHubStatus = try Self.address(of: .gitHubStatusURL, in: settings, usual: GitHubStatusApis.usualAddress)
            movableType = try Self.address(of: .movableTypeURL, in: settings, usual: MovableTypeApis.usualAddress)
        }

        /// The address of a service; `secret` is the setting of what it receives that must not be read on the way.
        private static func address(
            of name: CommonSetting, for secret: CommonSetting? = nil, in settings: Settings, usual: String
        ) throws -> BaseAddress {
            let address = try address(settings.addresses[name] ?? usual, of: name.variable)
            guard let secret, settings.secrets[secret] != nil else { return address }
            return try encrypted(address, in: settings, name.variable)
        }

        /// Throws a usage error if secrets would leave this machine in clear without the user's permission.
        private static func encrypted(
            _ address: BaseAddress, in settings: Settings, _ name: String
        ) throws -> BaseAddress {
            guard settings.allowsPlainHTTP || !address.isExposed else {
                throw ValidationError(.exposedAddress("\(address)", of: name))
            }
            return address
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
