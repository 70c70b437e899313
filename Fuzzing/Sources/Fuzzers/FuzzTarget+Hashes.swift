import UsecasesTesting

@testable import UsecasesSystem

extension FuzzTarget {
    /// A stored hash has one spelling, and parameters within their bounds.
    static let hashes = FuzzTarget(
        name: "hashes", sizeLimit: 256,
        check: .now { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            guard let hash = ScryptHash(text) else { return }
            try promise(hash.text.utf8.elementsEqual(text.utf8), "it is written as it was read: \(hash.text)")
            let parameters = hash.parameters
            try promise(
                ScryptParameters(
                    roundsExponent: parameters.roundsExponent, blockSize: parameters.blockSize,
                    parallelism: parameters.parallelism) == parameters,
                "its parameters are within their bounds: \(parameters)")
        })
}
