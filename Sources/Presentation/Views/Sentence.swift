/// What is said to people, in each language.
package struct Sentence: Sendable, Hashable {
    private let en: String
    private let ja: String

    package init(en: String, ja: String) {
        self.en = en
        self.ja = ja
    }

    /// This one, and another one behind it.
    func followed(by next: Sentence) -> Sentence { Sentence(en: "\(en) \(next.en)", ja: ja + next.ja) }

    package func text(in language: Language) -> String {
        switch language {
        case .en: en
        case .ja: ja
        }
    }
}
