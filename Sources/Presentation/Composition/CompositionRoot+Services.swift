import ArgumentParser
import Usecases
import UsecasesAPIClient

/// The settings of services, which they declare beside their endpoints.
extension Settings {
    /// The address of the service that issues UDIDs; `nil` for the backend in this process.
    var remoteBackend: BaseAddress? {
        get throws {
            let option = CommonSetting.backendAddress.option
            // One to a line, so that an application without a backend has none.
            let given: [String?] = [
                backend.address
            ]
            return try given.compactMap(\.self).first.map { text in
                try Self.address(text, of: option, mayBeExposed: allowsPlainHTTP)
            }
        }
    }

    /// The address of a service, to which this secret is sent. Throws a usage error for one that is not valid, and for one
    /// that would send the secret in clear without the user's permission.
    func address(_ setting: AddressSetting, sending secret: Secret? = nil) throws -> BaseAddress {
        let variable = CommonSetting.variable(of: setting.name)
        return try Self.address(
            variables[variable]?.reveal() ?? setting.usual, of: variable,
            mayBeExposed: secret == nil || allowsPlainHTTP)
    }

    /// The value of a setting that is given only by its variable; `nil` if it is not given.
    func secret(_ name: String) -> Secret? { variables[CommonSetting.variable(of: name)] }

    /// `name` is the option or the variable that gives the address.
    private static func address(_ text: String, of name: String, mayBeExposed: Bool) throws -> BaseAddress {
        let address: BaseAddress
        do {
            address = try BaseAddress(text)
        } catch {
            throw ValidationError(.unusableAddress(BaseAddress.redacted(text), of: name, AddressFlaw(error)))
        }
        guard mayBeExposed || !address.isExposed else {
            throw ValidationError(.exposedAddress("\(address)", of: name))
        }
        return address
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
