/// The setting of a service's address, for tests and proxies.
public struct AddressSetting: Sendable, Hashable {
    /// Such as `github-url`, from which the name of the variable is made.
    public let name: String
    /// The address if the setting gives none.
    public let usual: String

    /// Creates the setting `name`; `usual` is the address if it is not given.
    public init(_ name: String, usual: String) {
        self.name = name
        self.usual = usual
    }
}
