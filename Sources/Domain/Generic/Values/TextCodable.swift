/// A value that is encoded as its description, and decoded only from a text that is one.
package protocol TextCodable: Codable, CustomStringConvertible {
    /// `nil` for a text that is none.
    init?(_ text: String)
    /// What a text has to be, for whoever had another one.
    static var rule: String { get }
}

extension TextCodable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let value = Self(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: Self.rule)
        }
        self = value
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
