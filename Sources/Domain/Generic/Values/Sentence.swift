/// What is said to people, in each language.
package struct Sentence: Sendable, Hashable {
    private let en: String
    private let ja: String

    package init(en: String, ja: String) {
        self.en = en
        self.ja = ja
    }

    /// What is the same in all languages, such as a number or what somebody else has said.
    package init(_ text: String) {
        self.init(en: text, ja: text)
    }

    /// This one, and another one behind it.
    package func followed(by next: Sentence) -> Sentence { Sentence(en: "\(en) \(next.en)", ja: ja + next.ja) }

    package func text(in language: Language) -> String {
        switch language {
        case .en: en
        case .ja: ja
        }
    }
}
