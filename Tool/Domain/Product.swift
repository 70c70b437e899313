import UsecasesEngine

extension Product {
    /// The properties of this program. The version is that of the libraries.
    static let own = Product(name: "usecase", version: "0.7.0")
}
