import HTTPTypes

extension HTTPField.Name {
    /// `Idempotency-Key`: the service answers a key that it knows as it did before.
    static let idempotencyKey = HTTPField.Name(unchecked: "Idempotency-Key")
}

extension HTTPField.Name {
    /// For names that are valid by their spelling in the source.
    private init(unchecked name: String) {
        guard let name = HTTPField.Name(name) else { preconditionFailure("no header name: \(name)") }
        self = name
    }
}
