import Testing
import Usecases
import UsecasesTesting

@testable import CalearningTestSupport
@testable import UsecasesTerminal
@testable import UsecasesWeb

/// The attributes of each element that the renderer writes.
private let vocabulary: [String: Set<String>] = [
    "html": ["lang"], "head": [], "meta": ["charset", "content", "http-equiv", "name"], "title": [],
    "link": ["href", "rel"], "body": [], "a": ["class", "href"], "header": [], "nav": ["aria-label"], "main": ["id"],
    "footer": [], "form": ["action", "aria-label", "class", "method"], "button": ["class", "lang", "name", "value"],
    "span": ["aria-current", "lang"], "h1": ["class"], "h2": [], "p": ["class", "id", "role"], "ul": ["class"],
    "li": [], "div": ["class", "role"], "label": ["for"], "pre": ["class", "tabindex"], "progress": ["aria-label"],
    "input": [
        "aria-describedby", "aria-invalid", "autocapitalize", "autocomplete", "autofocus", "id", "maxlength", "name",
        "required", "spellcheck", "type", "value",
    ],
]

private let product = Product(name: "shop", version: "1")
private let token = "the-token"

/// The text as a document can contain it.
private func held(_ text: String) -> String {
    String(
        String.UnicodeScalarView(
            text.unicodeScalars.map { (scalar: Unicode.Scalar) -> Unicode.Scalar in
                scalar.properties.generalCategory == .control && scalar != "\n" && scalar != "\t" ? "\u{FFFD}" : scalar
            }))
}

extension RandomChoices {
    /// Returns a text that could end an element or an attribute.
    fileprivate mutating func hostileText() -> String {
        one(of: [
            text(0...8, of: "<>&\"'/=! \na語\u{0}\u{1B}\u{85}\u{301};#x"), text(0...6),
            one(of: [
                "</h1><script>alert(1)</script>", "\" onclick=\"x", "' autofocus '", "&lt;", "&#60;", "]]>", "<!--",
                "javascript:x", "長い文", "\u{202E}abc",
            ]),
            String(repeating: one(of: ["<", "&", "長", "x "]), count: number(in: 0...100)),
        ])
    }

    fileprivate mutating func sentence() -> Sentence { Sentence(en: hostileText(), ja: hostileText()) }

    fileprivate mutating func keys() -> [KeyBinding] {
        list(0...4) { choices in
            let effect = choices.one(of: [
                KeyBinding.Effect.leave, .again, .show(.blank), .dispatch(Behaviour(Knock.initial())),
            ])
            let keys: Set<DisplayEvent.Key> = choices.isTrue() ? [.enter] : [.character("x")]
            return KeyBinding(name: "x", action: choices.sentence(), keys: keys, effect: effect)
        }
    }
}

/// A page of a random screen, with its reader.
private struct Case: CustomStringConvertible {
    let screen: Screen
    let menu: [KeyBinding]
    let entry: FormEntry?
    let canGoBack: Bool
    let output: [Line]
    let language: Language
    var isRunning = false
    var scene: Sentence?

    init(_ choices: inout RandomChoices, _ view: any View, entry: FormEntry? = nil, output: [Line] = []) {
        screen = Screen("random", view)
        menu = choices.keys()
        self.entry = entry
        self.output = output
        canGoBack = choices.isTrue()
        language = choices.one(of: Language.allCases)
    }

    var description: String { document }

    var document: String {
        let page = BrowserPage(
            screen: screen, number: 7, running: (isRunning, scene), entry: entry, canGoBack: canGoBack, output: output)
        return ScreenMarkup(of: product, menu: menu, token: Secret(token), in: language).document(page).text
    }

    func text(_ sentence: Sentence) -> String { held(sentence.text(in: language)) }

    /// Reads the document, and checks what holds for each page.
    func read() throws -> HTMLTree {
        let tree = try HTMLTree(document)
        for element in tree.elements {
            let allowed = try promised(vocabulary[element.name])
            let names = Set(element.attributes.keys)
            try promise(names.isSubset(of: allowed), "\(element.name) has \(names.subtracting(allowed).sorted())")
        }
        try promise(tree.all("html").compactMap { $0["lang"] }, is: [language.rawValue])
        try promise(tree.all("h1").count, is: 1)
        try promise(tree.all("h1", in: "main").count, is: 1)
        let ids = tree.elements.compactMap { $0["id"] }
        try promise(Set(ids).count, is: ids.count)
        for link in tree.all("a").compactMap({ $0["href"] }) where link.hasPrefix("#") {
            try promise(ids.contains(String(link.dropFirst())), "\(link) leads somewhere")
        }
        // A page without the secret or the number would have no effect.
        for (index, form) in tree.elements.enumerated() where form.name == "form" {
            let inputs = tree.all("input").filter { $0.ancestors.contains(index) }
            try promise(form["method"] == "post" && form["action"] == "/web", "a form goes to the page")
            try promise(inputs.filter { $0["name"] == "token" }.compactMap { $0["value"] }, is: [token])
            let acts = tree.all("button").contains { $0.ancestors.contains(index) && $0["name"] == "act" }
            try promise(inputs.filter { $0["name"] == "page" }.compactMap { $0["value"] }, is: acts ? ["7"] : [])
            try promise(form.ancestors.allSatisfy { tree.elements[$0].name != "form" }, "no form is inside another")
        }
        try promise(
            tree.actions(in: "nav").compactMap { $0["value"] }, is: isRunning ? [] : menu.indices.map { "m\($0)" })
        if !isRunning { try promise(tree.actions(in: "nav").map(\.text), is: menu.map { capital(of: $0) }) }
        return tree
    }

    func capital(of key: KeyBinding) -> String { capital(key.action.text(in: language)) }

    private func capital(_ text: String) -> String { held(text.prefix(1).uppercased() + text.dropFirst()) }

    /// Checks that each of the keys has exactly one button, and that no other button exists.
    func checkButtons(of keys: [KeyBinding], in tree: HTMLTree, besides others: [String] = []) throws {
        let shown = keys.enumerated().filter { $0.element.effect != .leave }
        let buttons = tree.actions()
        let expected = others + shown.map { "k\($0.offset)" } + (canGoBack ? ["back"] : [])
        try promise(buttons.compactMap { $0["value"] }.sorted(), is: expected.sorted())
        for (index, key) in shown {
            let button = try promised(buttons.first { $0["value"] == "k\(index)" })
            try promise(button.text, is: capital(of: key))
            try promise(button["class"] == "primary", is: key.keys.contains(.enter))
        }
        for button in buttons { try promise(button["value"].flatMap { BrowserAction($0) } != nil, "it is an action") }
    }
}

@Suite struct 画面のHTML {
    @Test func ページのどの文字も_打たれたとおりにそこにある() async {
        await forAll(150) { choices in
            let page = Page(
                heading: choices.sentence(), headingStyle: choices.isTrue() ? .alarm : .heading,
                paragraphs: choices.list(0...4) { $0.sentence() }, keys: choices.keys())
            let output = choices.list(0...4) { Line($0.hostileText()) }
            return Case(&choices, page, output: output)
        } holds: { shown in
            let page = try promised(shown.screen.view as? Page)
            let tree = try shown.read()
            try promise(tree.all("h1").map(\.text), is: [shown.text(page.heading)])
            try promise(tree.all("h1")[0]["class"], is: page.headingStyle == .alarm ? "alarm" : nil)
            try promise(tree.all("title").map(\.text), is: [shown.text(page.heading) + " – Shop"])
            try promise(tree.all("p", in: "main").map(\.text), is: page.paragraphs.map { shown.text($0) })
            let output = held(shown.output.map(\.text).joined(separator: "\n"))
            // HTML leaves out the first line break of a `pre`.
            try promise(tree.all("pre").map { $0.text }, is: shown.output.isEmpty ? [] : ["\n" + output])
            try shown.checkButtons(of: page.keys, in: tree)
        }
    }

    @Test func フォームの欄には名札と_打った文字があり_秘密は書かない() async {
        let secret = "nobody-may-see-this"
        await forAll(150) { choices in
            let count = choices.number(in: 1...4)
            let fields = (0..<count).map { number in
                Form.Field(
                    name: "field\(number)", label: choices.sentence(), isSecret: choices.isTrue(),
                    remark: choices.isTrue() ? choices.sentence() : nil,
                    purpose: choices.isTrue() ? "username" : nil)
            }
            let form = Form(
                heading: choices.sentence(), notice: choices.isTrue() ? choices.sentence() : nil, fields: fields,
                action: choices.sentence(), submission: KnockSubmission(),
                paragraphs: choices.list(0...3) { $0.sentence() }, keys: choices.keys())
            var texts: [String: Secret] = [:]
            for field in fields { texts[field.name] = Secret(field.isSecret ? secret : choices.hostileText()) }
            let entry = choices.isTrue() ? FormEntry(of: form, filledWith: texts) : nil
            return Case(&choices, form, entry: entry)
        } holds: { shown in
            let form = try promised(shown.screen.view.form)
            let tree = try shown.read()
            try promise(!shown.document.contains(secret), "no secret is written")
            try promise(tree.all("h1").map(\.text), is: [shown.text(form.heading)])
            let inputs = tree.all("input", in: "main").filter { $0["type"] != "hidden" }
            try promise(inputs.compactMap { $0["name"] }, is: form.fields.map { "f.\($0.name)" })
            let typed = form.fields.map { $0.isSecret ? "" : shown.entry?[$0.name].reveal() ?? "" }
            for ((field, input), text) in zip(zip(form.fields, inputs), typed) {
                let labels = tree.all("label").filter { $0["for"] == input["id"] }
                try promise(labels.map(\.text), is: [shown.text(field.label)])
                try promise(input["id"], is: "f-\(field.name)")
                try promise(input["type"], is: field.isSecret ? "password" : "text")
                try promise(input["value"], is: field.isSecret ? nil : held(text))
                try promise(input["autocomplete"], is: field.purpose ?? "off")
                try promise(input["aria-invalid"], is: field.remark == nil ? nil : "true")
                let remarks = tree.all("p").filter { $0["id"] != nil && $0["id"] == input["aria-describedby"] }
                try promise(remarks.map(\.text), is: field.remark.map { [shown.text($0)] } ?? [])
            }
            try checkSummary(of: form, in: tree, shown)
            let focus =
                form.fields.firstIndex { $0.remark != nil } ?? typed.firstIndex(where: \.isEmpty) ?? 0
            try promise(inputs.indices.filter { inputs[$0]["autofocus"] != nil }, is: [focus])
            let below = tree.all("p", in: "main").filter { $0.attributes.isEmpty }.map(\.text)
            // The last one has the button.
            try promise(
                Array(below.dropLast().suffix(form.paragraphs.count)), is: form.paragraphs.map { shown.text($0) })
            let notices = tree.all("p").filter { $0["class"] == "notice" }
            try promise(notices.map(\.text), is: form.notice.map { [shown.text($0)] } ?? [])
            try shown.checkButtons(of: form.keys, in: tree, besides: ["submit"])
        }
    }

    /// The summary has a link to each field with a remark.
    private func checkSummary(of form: Form, in tree: HTMLTree, _ shown: Case) throws {
        let remarked = form.fields.filter { $0.remark != nil }
        let links = tree.all("a", in: "main")
        try promise(links.compactMap { $0["href"] }, is: remarked.map { "#f-\($0.name)" })
        let texts = remarked.map { field in
            shown.text(field.label) + ": " + (field.remark.map { shown.text($0) } ?? "")
        }
        try promise(links.map(\.text), is: texts)
    }

    @Test func 一覧のどの項目にも行とキーがある() async {
        await forAll(150) { choices in
            let items = choices.list(0...4) { choices in
                Choices.Choice(
                    lines: choices.list(0...3) { $0.sentence() }, plainLines: [],
                    keys: choices.keys().filter { $0.effect != .leave })
            }
            let view = Choices(
                heading: choices.sentence(), notice: choices.isTrue() ? choices.sentence() : nil, list: items,
                keys: choices.keys())
            return Case(&choices, view)
        } holds: { shown in
            let view = try promised(shown.screen.view as? Choices)
            let tree = try shown.read()
            try promise(tree.all("h1").map(\.text), is: [shown.text(view.heading)])
            try promise(tree.all("li").count, is: view.list.count)
            let paragraphs = tree.all("p", in: "li").map(\.text)
            try promise(paragraphs, is: view.list.flatMap(\.lines).map { shown.text($0) })
            let keys = view.list.enumerated().flatMap { item, choice in
                choice.keys.indices.map { "c\(item).\($0)" }
            }
            try promise(tree.actions(in: "li").compactMap { $0["value"] }, is: keys)
            try promise(
                tree.actions(in: "li").map(\.text), is: view.list.flatMap(\.keys).map { shown.capital(of: $0) })
            try shown.checkButtons(of: view.keys, in: tree, besides: keys)
        }
    }

    @Test func 実行中はシーンだけがあり_待てば自分で読み直す() async {
        await forAll(60) { choices in
            let page = Page(heading: choices.sentence(), paragraphs: [choices.sentence()], keys: choices.keys())
            var shown = Case(&choices, page)
            shown.isRunning = true
            shown.scene = choices.isTrue() ? choices.sentence() : nil
            return shown
        } holds: { shown in
            let tree = try shown.read()
            try promise(tree.actions().count, is: 0)
            try promise(tree.all("p", in: "main").map(\.text), is: [shown.scene.map { shown.text($0) } ?? ""])
            try promise(tree.all("progress").count, is: 1)
            try promise(tree.all("meta").contains { $0["http-equiv"] == "refresh" }, "it reloads itself")
        }
    }

    @Test(arguments: Language.allCases) func ほかの言語に替えられる(language: Language) throws {
        let markup = ScreenMarkup(of: product, menu: [], token: "t", in: language)

        let tree = try HTMLTree(markup.document(BrowserPage(screen: .door(), number: 1)).text)

        let buttons = tree.all("button").filter { $0["name"] == "language" }
        #expect(buttons.compactMap { $0["value"] } == Language.allCases.filter { $0 != language }.map(\.rawValue))
        #expect(tree.all("span").compactMap { $0["lang"] } == [language.rawValue])
        #expect(!tree.all("meta").contains { $0["http-equiv"] != nil })
    }

    @Test func 欄の端に書いてある終わりは_要素を終わらせない() throws {
        let typed = "\"><script>alert('1')</script>"
        let form = try #require(Screen.door().view.form)
        let entry = FormEntry(of: form, filledWith: ["name": Secret(typed), "word": Secret(typed)])

        let document = ScreenMarkup(of: product, menu: [], token: "t", in: .en)
            .document(BrowserPage(screen: .door(), number: 1, entry: entry)).text

        #expect(!document.contains("<script"))
        try expect(HTMLTree(document).all("input").first { $0["id"] == "f-name" }?["value"], equals: typed)
    }

    @Test func スタイルは外のものを使わない() {
        for needle in ["http:", "https:", "url(", "@import", "expression", "<", "\u{0}"] {
            #expect(!StyleSheet.text.contains(needle))
        }
        #expect(StyleSheet.text.count { $0 == "{" } == StyleSheet.text.count { $0 == "}" })
    }
}
