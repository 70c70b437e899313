/// A text for people, in each language.
public struct Sentence: Sendable, Hashable, Codable {
    private let en: String
    private let ja: String

    /// `en` is the English text, and `ja` the Japanese one.
    public init(en: String, ja: String) {
        self.en = en
        self.ja = ja
    }

    /// A text that is the same in all languages, such as a number or a quotation.
    public init(_ text: String) {
        self.init(en: text, ja: text)
    }

    /// This sentence, followed by another one.
    public func followed(by next: Sentence) -> Sentence { Sentence(en: "\(en) \(next.en)", ja: ja + next.ja) }

    /// The parts as an enumeration: “a, b and c”.
    public static func enumeration(_ parts: [Sentence]) -> Sentence {
        let first = parts.dropLast().map(\.en).joined(separator: ", ")
        let last = parts.last?.en ?? ""
        return Sentence(en: first.isEmpty ? last : "\(first) and \(last)", ja: parts.map(\.ja).joined(separator: "、"))
    }

    /// The text in the language.
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

/// The language of sentences for people.
public enum Language: String, Sendable, Hashable, Codable, CaseIterable {
    case en
    case ja

    /// The language that is shown next to this one where there is room for both.
    public var other: Language {
        switch self {
        case .en: .ja
        case .ja: .en
        }
    }
}
