package import UsecasesEngine

extension Product {
    /// The product of the specs.
    package static let sample = Product(name: "sample", version: "1.2.3")
}
