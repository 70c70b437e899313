package import Usecases

extension Product {
    /// Those of this application. The version is also that of the newest release in `CHANGELOG.md`.
    package static let own = Product(
        name: "calearning", title: "CALearning", version: "0.2.0", specs: "Tests/Application/Usecases")
}
