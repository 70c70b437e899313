public import UsecasesEngine

/// The query of a URL, or the content of a form. It is a list of pairs of a name and a value.
///
/// For example, `["page": 2, "labels": ["bug", "help wanted"]]` is `page=2&labels=bug&labels=help%20wanted`.
public struct Query: Sendable {
    /// No query.
    public static let none: Query = [:]

    private(set) var pairs: [(name: String, value: String)] = []
    /// The values that are secret.
    private(set) var secrets: [String] = []

    /// Appends a pair.
    public mutating func append(_ name: String, _ value: String) {
        pairs.append((name, value))
    }

    /// Appends a pair. Reports redact its value.
    public mutating func append(_ name: String, _ secret: Secret) {
        secrets.append(secret.reveal())
        append(name, secret.reveal())
    }

    /// The pairs as in a URL. A space is written as `%20`.
    var text: String {
        pairs.map { "\($0.percentEncoded)=\($1.percentEncoded)" }.joined(separator: "&")
    }

    /// The pairs as `application/x-www-form-urlencoded`. A space is written as `+`.
    var form: String { text.replacing("%20", with: "+") }
}

extension Query: ExpressibleByDictionaryLiteral {
    /// Creates a query from names and values. `nil` values are omitted.
    public init(dictionaryLiteral elements: (String, (any QueryValue)?)...) {
        for (name, value) in elements { value?.append(to: &self, named: name) }
    }
}

/// A value in a ``Query``. A type with a description needs no implementation.
public protocol QueryValue: Sendable {
    /// Appends the pairs of the value.
    func append(to query: inout Query, named name: String)
}

extension QueryValue where Self: CustomStringConvertible {
    /// Appends a pair with the description.
    public func append(to query: inout Query, named name: String) { query.append(name, description) }
}

extension String: QueryValue {}
extension Int: QueryValue {}
extension Double: QueryValue {}
extension Bool: QueryValue {}

extension Secret: QueryValue {
    /// Appends a pair that reports redact.
    public func append(to query: inout Query, named name: String) { query.append(name, self) }
}

extension Array: QueryValue where Element: QueryValue {
    /// Appends the pairs of each item.
    public func append(to query: inout Query, named name: String) {
        for item in self { item.append(to: &query, named: name) }
    }
}
