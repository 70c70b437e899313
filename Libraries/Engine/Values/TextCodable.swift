/// A value that is encoded as its description, and decoded only from a valid text.
public protocol TextCodable: Codable, CustomStringConvertible {
    /// Parses the text, or returns `nil` if it is not valid.
    init?(_ text: String)
    /// The rule for a valid text, for the error message about an invalid one.
    static var rule: String { get }
}

extension TextCodable {
    /// Decodes the text. Throws a `DecodingError` with the ``rule`` if it is not valid.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let value = Self(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: Self.rule)
        }
        self = value
    }

    /// Encodes the description.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
