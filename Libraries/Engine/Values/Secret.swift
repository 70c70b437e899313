/// A text that only its recipient may see, such as a token, a password or a key.
///
/// Printing or encoding it writes ``Secret/redacted`` instead. An encoder that writes for the recipient has the key
/// `secretReceiver` in its `userInfo`.
public struct Secret: Sendable, Hashable {
    /// The text that is shown instead of a secret.
    public static let redacted = "[redacted]"

    private let text: String

    /// Creates a secret from `text`.
    public init(_ text: String) {
        self.text = text
    }

    /// Returns the text itself, for its recipient.
    public func reveal() -> String { text }
}

extension Secret: ExpressibleByStringLiteral {
    /// Creates a secret from a literal.
    public init(stringLiteral text: String) { self.init(text) }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// ``redacted`` instead of the text.
    public var description: String { Self.redacted }
    /// ``redacted`` instead of the text.
    public var debugDescription: String { Self.redacted }
    /// A mirror without children, because a dump must not show the text.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Secret: Codable {
    /// Decodes the text itself.
    public init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
    }

    /// Writes the text for its recipient, and ``redacted`` for all others.
    public func encode(to encoder: any Encoder) throws { try encode(to: encoder, otherwise: Self.redacted) }

    /// Writes the text for its recipient, and `otherwise` for all others.
    public func encode(to encoder: any Encoder, otherwise: @autoclosure () -> String) throws {
        var container = encoder.singleValueContainer()
        guard let receive = encoder.userInfo[.secretReceiver] as? @Sendable (String) -> Void else {
            (encoder.userInfo[.redactionObserver] as? @Sendable () -> Void)?()
            return try container.encode(otherwise())
        }
        receive(text)
        try container.encode(text)
    }
}

/// A value that is a secret. Its ``Secret`` implements printing and encoding.
public protocol SecretText: Sendable, Hashable, Codable, CustomStringConvertible {
    /// A word for the value, such as `password`.
    static var noun: String { get }
    /// The value as a secret.
    var secret: Secret { get }
}

extension SecretText {
    /// The noun and the number in a report, such as `password 2`. Without a numbering, it is ``Secret/redacted``.
    public var description: String { secret.numbered(as: Self.noun) }

    /// Returns the text itself, for its recipient.
    public func reveal() -> String { secret.reveal() }

    /// Encodes the value as its ``Secret``.
    public func encode(to encoder: any Encoder) throws { try secret.encode(to: encoder) }
}

extension SecretText where Self: TextCodable {
    /// Encodes the value as its ``Secret``.
    public func encode(to encoder: any Encoder) throws { try secret.encode(to: encoder) }
}

/// A numbering of secrets, to distinguish them in a report, as in `password 2`. It reveals nothing about the secrets.
public protocol SecretNumbering: Sendable {
    /// Returns the number of the secret among the secrets with the same noun, counted from 1. Equal secrets have the
    /// same number.
    func number(of secret: Secret, amongEach noun: String) -> Int
    /// Returns the text with ``Secret/redacted`` instead of each numbered secret.
    func redacted(_ text: String) -> String
}

extension Secret {
    /// Returns the noun and the number in a report, such as `password 2`. Without a numbering, it is ``redacted``.
    package func numbered(as noun: String) -> String {
        Self.numbering.map { "\(noun) \($0.number(of: self, amongEach: noun))" } ?? Self.redacted
    }

    /// The numbering of the current task's report. Without one, secrets are ``redacted``.
    @TaskLocal public static var numbering: (any SecretNumbering)?
}

extension CodingUserInfoKey {
    /// A `@Sendable (String) -> Void` that is called with each secret that the encoder writes.
    package static let secretReceiver = CodingUserInfoKey(named: "usecases.secretReceiver")
    /// A `@Sendable () -> Void` that is called for each secret that the encoder does not write.
    package static let redactionObserver = CodingUserInfoKey(named: "usecases.redactionObserver")

    private init(named name: String) {
        guard let key = CodingUserInfoKey(rawValue: name) else { preconditionFailure("every text is a key") }
        self = key
    }
}
