/// The setting of a service's address, for tests and proxies.
package struct AddressSetting: Sendable, Hashable {
    /// Such as `github-url`, from which the name of the variable is made.
    package let name: String
    /// The address if the setting gives none.
    package let usual: String

    package init(_ name: String, usual: String) {
        self.name = name
        self.usual = usual
    }
}
