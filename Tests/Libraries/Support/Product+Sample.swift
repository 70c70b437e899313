package import UsecasesEngine

extension Product {
    package static let sample = Product(name: "sample", version: "1.2.3")
}
