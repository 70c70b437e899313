import Foundation

/// A password's hash by scrypt with what is needed to compute it again, in the form of the PHC:
/// `$scrypt$ln=15,r=8,p=3$…$…`, where salt and hash are in base64 without padding.
public struct ScryptHash: Sendable, Hashable {
    private static let saltLength = 8...64
    private static let hashLength = 32
    /// More than the longest text with these bounds has.
    private static let textLimit = 192

    /// The costs of computing the hash.
    public let parameters: ScryptParameters
    /// The salt, 8 to 64 bytes.
    public let salt: [UInt8]
    /// A secret: only a library compares it.
    public let hash: [UInt8]

    /// `hash` has 32 bytes, and `salt` 8 to 64.
    public init(parameters: ScryptParameters, salt: [UInt8], hash: [UInt8]) {
        self.parameters = parameters
        self.salt = salt
        self.hash = hash
    }

    /// `nil` for a text that ``text`` never is, and for parameters that are out of bounds.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.textLimit else { return nil }
        let parts = text.split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[1] == "scrypt", let parameters = ScryptParameters(parts[2]),
            let salt = Self.bytes(parts[3]), Self.saltLength.contains(salt.count),
            let hash = Self.bytes(parts[4]), hash.count == Self.hashLength
        else { return nil }
        self.init(parameters: parameters, salt: salt, hash: hash)
        // So that there is one text for each hash: `ln=+15` and bits behind the last byte are numbers and base64, too.
        guard self.text.utf8.elementsEqual(text.utf8) else { return nil }
    }

    /// The hash in the form of the PHC, in ASCII.
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
    /// `nil` for a text other than the ``description`` of parameters within bounds.
    fileprivate init?(_ text: Substring) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = zip(parts, ["ln=", "r=", "p="]).compactMap { part, prefix in
            part.hasPrefix(prefix) ? Int(part.dropFirst(prefix.count)) : nil
        }
        guard parts.count == 3, numbers.count == 3 else { return nil }
        self.init(roundsExponent: numbers[0], blockSize: numbers[1], parallelism: numbers[2])
    }
}

/// How much time and memory scrypt takes (RFC 7914, section 2).
public struct ScryptParameters: Sendable, Hashable {
    /// 2¹⁵, 8 and 3: 32 MiB (OWASP Password Storage Cheat Sheet).
    public static let recommended = ScryptParameters(uncheckedRoundsExponent: 15, blockSize: 8, parallelism: 3)

    /// The most memory that a hash from outside may ask for: 256 MiB.
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

    /// `nil` for parameters that scrypt does not have, or that would take too long: N up to 2²⁰, r and p up to 16,
    /// 256 MiB.
    ///
    /// With a p of 1 and an r above 16, swift-crypto allows the library less memory than that needs.
    public init?(roundsExponent: Int, blockSize: Int, parallelism: Int) {
        guard (1...20).contains(roundsExponent), (1...16).contains(blockSize), (1...16).contains(parallelism),
            roundsExponent < 16 * blockSize
        else { return nil }
        self.init(uncheckedRoundsExponent: roundsExponent, blockSize: blockSize, parallelism: parallelism)
        guard memory <= Self.memoryBound else { return nil }
    }

    /// The parameter N.
    var rounds: Int { 1 << roundsExponent }
    /// In bytes, without the few blocks that are needed besides.
    public var memory: Int { 128 * rounds * blockSize }
    /// In bytes, with these blocks.
    var memoryLimit: Int { 128 * blockSize * (rounds + parallelism + 2) }

    /// Whether these take less memory, or less time. Of parameters that cost the same, neither are lower.
    public func areLower(than others: ScryptParameters) -> Bool {
        memory < others.memory || memory * parallelism < others.memory * others.parallelism
    }
}

extension ScryptParameters: CustomStringConvertible {
    /// As in a stored hash: `ln=15,r=8,p=3`.
    public var description: String { "ln=\(roundsExponent),r=\(blockSize),p=\(parallelism)" }
}
