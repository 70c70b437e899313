/// The part of an address after the question mark: any `Encodable` value with members.
public struct Query: Sendable {
    package static let none = Query(value: nil, format: QueryFormat())

    let value: (any Encodable & Sendable)?
    let format: QueryFormat

    package static func encoding(_ value: some Encodable & Sendable, _ format: QueryFormat = QueryFormat()) -> Query {
        Query(value: value, format: format)
    }
}

extension Query: ExpressibleByDictionaryLiteral {
    /// `["page": 2, "labels": ["bug", "help wanted"]]`; `nil` values are omitted.
    public init(dictionaryLiteral elements: (String, (any Encodable & Sendable)?)...) {
        self.init(value: Members(elements: elements), format: QueryFormat())
    }

    private struct Members: Encodable, Sendable {
        let elements: [(String, (any Encodable & Sendable)?)]

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: AnyKey.self)
            for (name, value) in elements {
                if let value {
                    try container.encode(value, forKey: AnyKey(name))
                } else {
                    try container.encodeNil(forKey: AnyKey(name))
                }
            }
        }
    }
}

/// A coding key, by name or by index.
struct AnyKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(_ name: String) {
        stringValue = name
        intValue = nil
    }

    init(stringValue: String) { self.init(stringValue) }

    init(intValue: Int) {
        stringValue = "\(intValue)"
        self.intValue = intValue
    }
}
