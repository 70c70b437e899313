/// A text for users, in each language.
public struct Sentence: Sendable, Hashable, Codable {
    private let en: String
    private let ja: String

    /// Creates a sentence from the English text `en` and the Japanese text `ja`.
    public init(en: String, ja: String) {
        self.en = en
        self.ja = ja
    }

    /// Creates a text that is identical in all languages, such as a number or a quotation.
    public init(_ text: String) {
        self.init(en: text, ja: text)
    }

    /// Returns this sentence, followed by the next one.
    public func followed(by next: Sentence) -> Sentence { Sentence(en: "\(en) \(next.en)", ja: ja + next.ja) }

    /// Returns the parts as an enumeration, such as “a, b and c”.
    public static func enumeration(_ parts: [Sentence]) -> Sentence {
        let first = parts.dropLast().map(\.en).joined(separator: ", ")
        let last = parts.last?.en ?? ""
        return Sentence(en: first.isEmpty ? last : "\(first) and \(last)", ja: parts.map(\.ja).joined(separator: "、"))
    }

    /// Returns the text in the language.
    public func text(in language: Language) -> String {
        switch language {
        case .en: en
        case .ja: ja
        }
    }
}

extension Sentence: CustomStringConvertible {
    /// The English text.
    public var description: String { en }
}

/// The language of sentences for users.
public enum Language: String, Sendable, Hashable, Codable, CaseIterable {
    /// English.
    case en
    /// Japanese.
    case ja

    /// The second language, which is shown next to this one if space permits.
    public var other: Language {
        switch self {
        case .en: .ja
        case .ja: .en
        }
    }
}
