import ArgumentParser
import Infrastructure

extension CompositionRoot {
    /// The addresses of the services in the settings.
    struct Addresses {
        /// `nil` for the backend in this process.
        let remoteBackend: BaseAddress?
        let gitHub: BaseAddress
        let gitHubStatus: BaseAddress
        let movableType: BaseAddress

        /// Throws a usage error for the first address that is not valid.
        init(_ settings: Settings) throws {
            remoteBackend =
                switch settings.backend {
                case .embedded: nil
                case .http(let text): try Self.address(text, of: CommonSetting.backendAddress.option)
                }
            gitHub = try Self.address(of: .gitHubURL, in: settings, otherwise: GitHubApis.usualAddress)
            gitHubStatus = try Self.address(
                of: .gitHubStatusURL, in: settings, otherwise: GitHubStatusApis.usualAddress)
            movableType = try Self.address(of: .movableTypeURL, in: settings, otherwise: MovableTypeApis.usualAddress)
            guard !settings.allowsPlainHTTP else { return }
            if let remoteBackend { try Self.checkEncryption(of: remoteBackend, CommonSetting.backendAddress.option) }
            if settings.secrets[.gitHubToken] != nil {
                try Self.checkEncryption(of: gitHub, CommonSetting.gitHubURL.variable)
            }
        }

        /// Throws a usage error if what is secret would leave this machine in clear.
        private static func checkEncryption(of address: BaseAddress, _ name: String) throws {
            guard !address.isExposed else { throw ValidationError(.exposedAddress("\(address)", of: name)) }
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
