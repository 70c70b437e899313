package import UsecasesSystem

extension ScryptParameters {
    /// Returns parameters with 2 KiB, unless another exponent is given.
    package static func fixture(roundsExponent: Int = 4, parallelism: Int = 1) -> ScryptParameters {
        guard let parameters = ScryptParameters(roundsExponent: roundsExponent, blockSize: 1, parallelism: parallelism)
        else { preconditionFailure("2 to the power of \(roundsExponent), and \(parallelism), are out of bounds") }
        return parameters
    }
}
