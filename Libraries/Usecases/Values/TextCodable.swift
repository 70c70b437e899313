/// A value that is encoded as its description, and decoded only from a valid text.
public protocol TextCodable: Codable, CustomStringConvertible {
    /// `nil` for a text that is not valid.
    init?(_ text: String)
    /// What makes a text valid, for the error message about one that is not.
    static var rule: String { get }
}

extension TextCodable {
    /// Throws a `DecodingError` with the ``rule`` for a text that is not valid.
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
