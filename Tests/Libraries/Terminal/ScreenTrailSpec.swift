import Testing
import UsecasesEngine
import UsecasesTesting

@testable import UsecasesTerminal

/// Lists of screens and of typed texts state what a trail keeps.
@Suite struct たどった画面の性質 {
    private enum Event: Sendable {
        case type(String), tab, reveal, show(Int), goBack, submitted
    }

    private static let screens: [Screen] = {
        func page(_ keys: [KeyBinding]) -> Page { Page(heading: Sentence("Page"), paragraphs: [], keys: keys) }
        /// A form with a name and secrets.
        func form(_ secrets: Int, remark: Sentence? = nil) -> Form {
            let fields = (0...secrets).map { number in
                Form.Field(
                    name: "\(number)", label: Sentence("\(number)"), isSecret: number > 0,
                    remark: number == secrets ? remark : nil)
            }
            return Form(heading: Sentence("Form"), fields: fields, action: Sentence("send"), submission: Sending(0))
        }
        return [
            Screen("one", form(2)), Screen("one", form(2, remark: Sentence("wrong"))), Screen("other", form(1)),
            Screen("page", page([.quit])), Screen("wait", page([])), Screen(nil, page([.again])),
            Screen("start", form(1), isStart: true),
        ]
    }()

    private struct Typed: Equatable {
        var texts: [String]
        var focus: Int
        var isRevealed = false

        /// Only the first text is not a secret. The remark is on the last one.
        mutating func prepareForAnotherTry(hasRemark: Bool) {
            let focus = hasRemark ? texts.count - 1 : texts[0].isEmpty ? 0 : 1
            self = Typed(texts: [texts[0]] + texts.dropFirst().map { _ in "" }, focus: focus)
        }
    }

    private struct Model {
        var past: [Int] = []
        var current: Int?
        var typed: [String: Typed] = [:]

        static func name(_ screen: Int?) -> String? { screen.flatMap { screens[$0].name } }

        var entry: Typed? { Self.name(current).flatMap { typed[$0] } }

        mutating func change(_ change: (inout Typed) -> Void) {
            if let name = Self.name(current), var entry {
                change(&entry)
                typed[name] = entry
            }
        }

        mutating func prepare(_ screen: Int?) {
            guard let screen, let name = Self.name(screen) else { return }
            typed[name]?.prepareForAnotherTry(hasRemark: screen == 1)
        }

        mutating func show(_ screen: Int) {
            guard screen != current else { return }
            if Self.name(screen) != Self.name(current) {
                prepare(current)
                if screens[screen].isStart {
                    (past, typed) = ([], [:])
                } else if let last = past.last, Self.name(last) == Self.name(screen) {
                    past.removeLast()
                } else if let current, Self.name(current) != nil, current != 4 {
                    past.append(current)
                }
            }
            begin(screen)
        }

        mutating func goBack() -> Int? {
            guard let screen = past.popLast() else { return nil }
            prepare(current)
            begin(screen)
            return screen
        }

        private mutating func begin(_ screen: Int) {
            current = screen
            guard let name = Self.name(screen), let form = screens[screen].view.form, typed[name] == nil else { return }
            typed[name] = Typed(texts: form.fields.map { _ in "" }, focus: screen == 1 ? 2 : 0)
        }
    }

    @Test func 打ったものは戻っても残り_秘密は離れても送っても消えて隠れる() async {
        await forAll(2000) {
            $0.list(1...30) { choices in
                choices.one(
                    of: [
                        .type(choices.text(1...3, of: "ab")), .type("x"), .tab, .reveal, .goBack, .submitted,
                        .show(choices.number(in: 0...(Self.screens.count - 1))),
                        .show(choices.number(in: 0...2)),
                    ] as [Event])
            }
        } holds: { events in
            var (trail, model) = (ScreenTrail(), Model())
            for event in events {
                switch event {
                case .type(let text):
                    _ = trail.entry?.respond(to: .paste(Secret(text)), canReveal: true)
                    model.change { $0.texts[$0.focus] += text }
                case .tab:
                    _ = trail.entry?.respond(to: .tab, canReveal: true)
                    model.change { $0.focus = ($0.focus + 1) % $0.texts.count }
                case .reveal:
                    _ = trail.entry?.respond(to: .control("r"), canReveal: true)
                    model.change { $0.isRevealed.toggle() }
                case .show(let screen):
                    trail.follow(to: Self.screens[screen])
                    model.show(screen)
                case .goBack:
                    try promise(trail.goBack(), is: model.goBack().map { Self.screens[$0] })
                case .submitted:
                    trail.prepareForAnotherTry()
                    for screen in model.past + [model.current] { model.prepare(screen) }
                }
                let entry = trail.entry.map { entry in
                    Typed(
                        texts: entry.texts.map { $0.value.reveal() }, focus: entry.focus, isRevealed: entry.isRevealed)
                }
                try promise(entry, is: model.entry)
                try promise(trail.current, is: model.current.map { Self.screens[$0] } ?? .blank)
                try promise(trail.canGoBack, is: !model.past.isEmpty)
            }
        }
    }
}
