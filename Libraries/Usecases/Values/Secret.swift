/// A text that only its recipient may see: a token, a password, a key.
///
/// Printing or encoding it writes ``Secret/redacted`` instead, unless the encoder's `userInfo` says that it encodes for
/// the recipient, by the key `secretReceiver`.
public struct Secret: Sendable, Hashable {
    /// The text that is shown instead of a secret.
    public static let redacted = "[redacted]"

    private let text: String

    /// `text` is the text to hide.
    public init(_ text: String) {
        self.text = text
    }

    /// The text itself, for its recipient.
    public func reveal() -> String { text }
}

extension Secret: ExpressibleByStringLiteral {
    /// Takes the text from a literal.
    public init(stringLiteral text: String) { self.init(text) }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// ``redacted`` instead of the text.
    public var description: String { Self.redacted }
    /// ``redacted`` instead of the text.
    public var debugDescription: String { Self.redacted }
    /// A mirror without children, so that a dump does not show the text.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Secret: Codable {
    /// Decodes the text itself.
    public init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
    }

    /// Writes the text for its recipient, and ``redacted`` for everybody else.
    public func encode(to encoder: any Encoder) throws { try encode(to: encoder, otherwise: Self.redacted) }

    /// `otherwise` is written for those who may not see the text.
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

/// A value that is a secret. Printing or encoding it is left to its ``Secret``.
public protocol SecretText: Sendable, Hashable, Codable, CustomStringConvertible {
    /// Such as `password`.
    static var noun: String { get }
    var secret: Secret { get }
}

extension SecretText {
    /// The noun and the number in a story, such as `password 2`; without a story, ``Secret/redacted``.
    public var description: String {
        Secret.numbering.map { "\(Self.noun) \($0.number(of: secret, amongEach: Self.noun))" } ?? Secret.redacted
    }

    /// The text itself, for its recipient.
    public func reveal() -> String { secret.reveal() }

    /// Encodes the value as its ``Secret``.
    public func encode(to encoder: any Encoder) throws { try secret.encode(to: encoder) }
}

extension SecretText where Self: TextCodable {
    /// Encodes the value as its ``Secret``.
    public func encode(to encoder: any Encoder) throws { try secret.encode(to: encoder) }
}

/// Numbers secrets, so that a reader of a story can tell one from another: `password 2`. A number says nothing of the secret.
public protocol SecretNumbering: Sendable {
    func number(of secret: Secret, amongEach noun: String) -> Int
}

extension Secret {
    /// That of the story that the current task tells; without it, secrets are ``redacted``.
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
