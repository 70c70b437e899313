package import UsecasesEngine

extension Product {
    /// The properties of this application. The version matches the newest release in `CHANGELOG.md`.
    package static let own = Product(name: "calearning", title: "CALearning", version: "0.7.0")
}
