public import ArgumentParser
public import Usecases
public import UsecasesAPIClient

/// The settings of services, which they declare beside their endpoints.
extension Settings {
    /// The address of a service, to which this secret is sent. Throws a usage error for one that is not valid, and for one
    /// that would send the secret in clear without the user's permission.
    public func address(_ setting: AddressSetting, sending secret: Secret? = nil) throws -> BaseAddress {
        let text = self.secret(setting.name)?.reveal() ?? setting.usual
        return try address(text, of: product.variable(setting.name), isSecret: secret != nil)
    }

    /// The value of a setting that is given only by its variable; `nil` if it is not given.
    public func secret(_ name: String) -> Secret? { variables[product.variable(name)] }

    /// The value of a setting of the application's own that is given by its variable; `nil` if it is not given.
    public func value<Value: ExpressibleByArgument>(of name: String, allowed: Sentence) throws -> Value? {
        guard let text = secret(name)?.reveal() else { return nil }
        guard let value = Value(argument: text) else {
            throw ValidationError(.invalidVariable(product.variable(name), value: text, .described(allowed)))
        }
        return value
    }

    /// `name` is the option or the variable that gives the address, `isSecret` whether passwords or tokens are sent there.
    public func address(_ text: String, of name: String, isSecret: Bool) throws -> BaseAddress {
        let address: BaseAddress
        do {
            address = try BaseAddress(text)
        } catch {
            throw ValidationError(.unusableAddress(BaseAddress.redacted(text), of: name, AddressFlaw(error)))
        }
        guard !isSecret || allowsPlainHTTP || !address.isExposed else {
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
