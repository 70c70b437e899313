/// A text for people, in each language.
package struct Sentence: Sendable, Hashable, Codable {
    private let en: String
    private let ja: String

    package init(en: String, ja: String) {
        self.en = en
        self.ja = ja
    }

    /// A text that is the same in all languages, such as a number or a quotation.
    package init(_ text: String) {
        self.init(en: text, ja: text)
    }

    /// This sentence, followed by another one.
    package func followed(by next: Sentence) -> Sentence { Sentence(en: "\(en) \(next.en)", ja: ja + next.ja) }

    /// The parts as an enumeration: “a, b and c”.
    package static func enumeration(_ parts: [Sentence]) -> Sentence {
        let first = parts.dropLast().map(\.en).joined(separator: ", ")
        let last = parts.last?.en ?? ""
        return Sentence(en: first.isEmpty ? last : "\(first) and \(last)", ja: parts.map(\.ja).joined(separator: "、"))
    }

    package func text(in language: Language) -> String {
        switch language {
        case .en: en
        case .ja: ja
        }
    }
}

extension Sentence: CustomStringConvertible {
    package var description: String { en }
}
