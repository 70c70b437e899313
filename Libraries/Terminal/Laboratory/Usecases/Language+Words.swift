public import UsecasesEngine
package import UsecasesLaboratory

extension Language {
    /// Returns the text in this language.
    public func text(en: String, ja: String) -> String {
        Sentence(en: en, ja: ja).text(in: self)
    }
}

extension Actor {
    /// The word for the actor, without an article.
    public var word: Sentence {
        switch self {
        case .user: Sentence(en: "user", ja: "ユーザー")
        case .application: Sentence(en: "application", ja: "アプリ")
        case .operator: Sentence(en: "operator", ja: "運用者")
        }
    }
}

extension Sentence {
    package static let durable = Sentence(
        en: "A run that is cut off is resumed by the next one.", ja: "中断された実行は、次の実行が続きから再開します。")
    package static let refusedActors = Sentence(
        en: "Whoever may not run a use case is refused before its first scene.",
        ja: "実行を許可されていないアクターは、最初のシーンの前に拒否されます。")
}

extension UsecaseDescription {
    package func actorList(in language: Language) -> String {
        let actors = actors.reversed().map { $0.word.text(in: language) }
        return language.text(
            en: actors.map { "the \($0)" }.joined(separator: " or "), ja: actors.joined(separator: "、"))
    }
}

extension Invocation {
    /// Returns the words of a phrase in order, and whether each is code.
    public func words(of product: Product, in language: Language) -> [(text: String, isCode: Bool)] {
        switch (self, language) {
        case (.command(let command), _): [("\(product.name) \(command)", true)]
        case (.request(let request), .en): [(request, true), (" of ", false), ("\(product.name) serve", true)]
        case (.request(let request), .ja): [("\(product.name) serve", true), ("の", false), (request, true)]
        }
    }
}
