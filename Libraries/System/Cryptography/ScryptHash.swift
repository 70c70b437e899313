import Foundation

/// An scrypt hash of a password, with its salt and parameters. Its text is in the PHC string format,
/// `$scrypt$ln=15,r=8,p=3$…$…`. The salt and the hash are in base64 without padding.
public struct ScryptHash: Sendable, Hashable {
    private static let saltLength = 8...64
    private static let hashLength = 32

    /// The parameters of scrypt.
    public let parameters: ScryptParameters
    /// The salt, 8 to 64 bytes.
    public let salt: [UInt8]
    /// The hash, a secret. Compare it only with a cryptographic library.
    public let hash: [UInt8]

    /// `hash` has 32 bytes, and `salt` has 8 to 64 bytes.
    public init(parameters: ScryptParameters, salt: [UInt8], hash: [UInt8]) {
        self.parameters = parameters
        self.salt = salt
        self.hash = hash
    }

    /// Returns `nil` if the text is not in the format of ``text``, or if the parameters are out of bounds.
    public init?(_ text: String) {
        let parts = text.split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[1] == "scrypt", let parameters = ScryptParameters(parts[2]),
            let salt = Self.bytes(parts[3]), Self.saltLength.contains(salt.count),
            let hash = Self.bytes(parts[4]), hash.count == Self.hashLength
        else { return nil }
        self.init(parameters: parameters, salt: salt, hash: hash)
        // Each hash has only one text. `ln=+15` and extra bits after the last byte would otherwise be accepted.
        guard self.text.utf8.elementsEqual(text.utf8) else { return nil }
    }

    /// The hash in the PHC string format, in ASCII.
    public var text: String { "$scrypt$\(parameters)$\(Self.base64(salt))$\(Self.base64(hash))" }

    private static func base64(_ bytes: [UInt8]) -> String {
        String(Data(bytes).base64EncodedString().prefix { $0 != "=" })
    }

    private static func bytes(_ text: Substring) -> [UInt8]? {
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        return Data(base64Encoded: text + padding).map { Array($0) }
    }
}

extension ScryptParameters {
    /// Returns `nil` unless the text is the ``description`` of parameters within bounds.
    fileprivate init?(_ text: Substring) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = zip(parts, ["ln=", "r=", "p="]).compactMap { part, prefix in
            part.hasPrefix(prefix) ? Int(part.dropFirst(prefix.count)) : nil
        }
        guard parts.count == 3, numbers.count == 3 else { return nil }
        self.init(roundsExponent: numbers[0], blockSize: numbers[1], parallelism: numbers[2])
    }
}

/// The parameters of scrypt (RFC 7914, section 2). They determine how much time and memory it needs.
public struct ScryptParameters: Sendable, Hashable {
    /// The parameters 2¹⁵, 8 and 3 (OWASP Password Storage Cheat Sheet). They need 32 MiB.
    public static let recommended = ScryptParameters(uncheckedRoundsExponent: 15, blockSize: 8, parallelism: 3)

    /// The maximum memory for an external hash, 256 MiB.
    private static let memoryBound = 256 << 20

    /// The binary logarithm of N.
    package let roundsExponent: Int
    /// The parameter r.
    package let blockSize: Int
    /// The parameter p.
    package let parallelism: Int

    private init(uncheckedRoundsExponent: Int, blockSize: Int, parallelism: Int) {
        self.roundsExponent = uncheckedRoundsExponent
        self.blockSize = blockSize
        self.parallelism = parallelism
    }

    /// Returns `nil` for parameters that are invalid or would take too long. The bounds are 2²⁰ for N, 16 for r and p,
    /// and 256 MiB.
    ///
    /// The bound of r is 16, because swift-crypto limits memory. With p = 1 and r above 16, that limit is too low.
    public init?(roundsExponent: Int, blockSize: Int, parallelism: Int) {
        guard (1...20).contains(roundsExponent), (1...16).contains(blockSize), (1...16).contains(parallelism),
            roundsExponent < 16 * blockSize
        else { return nil }
        self.init(uncheckedRoundsExponent: roundsExponent, blockSize: blockSize, parallelism: parallelism)
        guard memory <= Self.memoryBound else { return nil }
    }

    /// The parameter N.
    var rounds: Int { 1 << roundsExponent }
    /// The required memory in bytes, without a few additional blocks.
    public var memory: Int { 128 * rounds * blockSize }
    /// The required memory in bytes, including the additional blocks.
    var memoryLimit: Int { 128 * blockSize * (rounds + parallelism + 2) }

    /// Returns whether these parameters need less memory or less time than the others. Equal costs are not lower.
    public func areLower(than others: ScryptParameters) -> Bool {
        memory < others.memory || memory * parallelism < others.memory * others.parallelism
    }
}

extension ScryptParameters: CustomStringConvertible {
    /// The parameters as in a stored hash, such as `ln=15,r=8,p=3`.
    public var description: String { "ln=\(roundsExponent),r=\(blockSize),p=\(parallelism)" }
}
