package import UsecasesEngine

/// A problem with a use case.
package enum Finding: Sendable, Hashable {
    /// The title or a scene has no English sentence, or shares it with a different scene.
    case untranslated(String)
    /// The scene is declared, but no path leads to it.
    case unreached(UsecaseDescription.Declared)
    /// These scenes form an endless loop, or a run has too many scenes.
    case endless([String])
    /// These scenes repeat without a visible end, with different values each time, such as `attempt: 1, 2, 3`.
    case repeating([String], changing: [String])
    /// The goal is reached with equal values, whether this port call succeeds or fails. The failed change is not
    /// reported.
    case swallowed(String, goal: String)
    /// Two runs differed although all ports had equal outcomes. The difference came after this scene, and another
    /// influence caused it.
    case undetermined(after: String)
    /// The actor must not be able to distinguish these goals, but different calls lead to them, or one of them is not
    /// declared. Different calls can also lead to a single goal.
    case distinguishable([String])
    /// No example leads to the scenario, but these values do, drawn at this place.
    case drawn(ScenarioName, at: String, [String])
    /// The use case has more paths than this. The rest was omitted.
    case tooMany(Int)
}

extension Finding {
    /// Returns the sentence of the finding. In English, a scene is named by its English sentence, declared in the code
    /// next to its Japanese name.
    package func sentence(about usecase: UsecaseDescription) -> Sentence {
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
        case .drawn(let scenario, let place, let values):
            Sentence(
                en: """
                    No example reaches this scenario: \(scenario.localized(in: .en, of: usecase)). Drawn values do, \(place): \
                    \(values.joined(separator: ", ")).
                    """,
                ja: """
                    このシナリオに至る例がありません: \(scenario)。\(place)に次の値を使うと至ります: \
                    \(values.joined(separator: "、"))。
                    """)
        case .tooMany(let limit):
            Sentence(
                en: "It has more than \(limit) ways; the rest was left out.", ja: "道筋が\(limit)より多いため、残りは省きました。")
        }
    }
}
