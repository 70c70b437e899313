public import UsecasesEngine
public import UsecasesLaboratory

extension Language {
    /// Returns the text in this language.
    public func text(en: String, ja: String) -> String {
        Sentence(en: en, ja: ja).text(in: self)
    }
}

extension Course {
    /// The word for the course in a table.
    public var word: Sentence {
        switch self {
        case .basic: Sentence(en: "basic", ja: "基本")
        case .alternative: Sentence(en: "alternative", ja: "代替")
        case .goal: Sentence(en: "goal", ja: "ゴール")
        }
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

extension Finding {
    /// Returns the sentence of the finding. In English, a scene is named by its English sentence, declared in the code
    /// next to its Japanese name.
    public func sentence(about usecase: UsecaseDescription) -> Sentence {
        func named(_ scene: String) -> String { "“\(usecase.english[scene] ?? scene)”" }
        return switch self {
        case .untranslated(let name):
            Sentence(en: "“\(name)” has no English sentence of its own.", ja: "「\(name)」だけを表す英語の文がありません。")
        case .unreached(let scene):
            Sentence(
                en: "Nothing leads to the \(scene.course.rawValue) scene \(named(scene.name)).",
                ja: "\(scene.course.word.text(in: .ja))のシーン「\(scene.name)」に到達する経路がありません。")
        case .endless(let scenes):
            Sentence(
                en: "It never ends: \(scenes.map(named).joined(separator: " → ")).",
                ja: "終わりがありません: \(scenes.joined(separator: " → "))")
        case .repeating(let scenes, let changing):
            Sentence(
                en: """
                    It repeats these scenes: \(scenes.map(named).joined(separator: " → ")). No end is in sight, as each time \
                    a value is another one: \(changing.joined(separator: "; ")), ….
                    """,
                ja: """
                    次のシーンを繰り返し、終わりが見えません: \(scenes.joined(separator: " → "))。\
                    そのたびに値が変わります: \(changing.joined(separator: "; ")), …
                    """)
        case .swallowed(let call, let goal):
            Sentence(
                en: "The error of \(call) is lost: \(named(goal)) is reached whether it succeeds or fails.",
                ja: "\(call)のエラーが失われています。成功しても失敗しても「\(goal)」に至ります。")
        case .undetermined(let scene):
            Sentence(
                en: "After \(named(scene)), something other than a port decides: the same outcomes led elsewhere.",
                ja: "「\(scene)」の次のシーンを、ポート以外の何かが決めています。同じ結果の後に、別のシーンへ進みました。")
        case .distinguishable(let goals):
            Sentence(
                en:
                    "These goals can be distinguished, because they are reached by different calls: \(goals.map(named).joined(separator: ", ")).",
                ja: "次のゴールは、至るまでの呼び出しが異なるため区別できます: \(goals.joined(separator: "、"))")
        case .tooMany(let limit):
            Sentence(
                en: "It has more than \(limit) ways; the rest was left out.", ja: "道筋が\(limit)より多いため、残りは省きました。")
        }
    }
}
