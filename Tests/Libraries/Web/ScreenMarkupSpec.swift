import Testing
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@testable import UsecasesTerminal
@testable import UsecasesWeb

/// The attributes of each element that the renderer writes.
private let vocabulary: [String: Set<String>] = [
    "html": ["lang"], "head": [], "meta": ["charset", "content", "http-equiv", "name"], "title": [],
    "link": ["href", "rel"], "body": [], "a": ["aria-current", "aria-describedby", "class", "href"], "header": [],
    "nav": ["aria-label"], "main": ["id"], "footer": [], "form": ["action", "aria-label", "method"],
    "button": ["aria-describedby", "class", "formnovalidate", "lang", "name", "value"],
    "span": ["aria-current", "lang"], "h1": ["class"], "h2": [], "p": ["class", "id", "role"], "ul": ["class"],
    "li": [], "details": [], "summary": [], "div": ["class", "role"], "label": ["for"], "pre": ["class", "tabindex"],
    "progress": ["aria-label"], "option": ["selected", "value"],
    "svg": ["aria-label", "class", "role", "shape-rendering", "viewBox"], "rect": ["fill", "height", "width"],
    "path": ["d"],
    "select": ["aria-describedby", "aria-invalid", "autofocus", "id", "name"],
    "input": [
        "aria-describedby", "aria-hidden", "aria-invalid", "autocapitalize", "autocomplete", "autofocus", "checked",
        "class", "id", "maxlength", "name", "readonly", "required", "spellcheck", "tabindex", "type", "value",
    ],
]

private let product = Product(name: "shop", version: "1")
private let token = "the-token"
private let place = UsecasePlace(Knock.self)

/// The addresses of a program with one page, which changes something or not.
private func links(changing: Bool) -> PageLinks {
    PageLinks(
        [place].compactMap(\.self).map { place in
            var place = place
            place.isSafe = !changing
            return place
        })
}

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
                "</h1><script>alert(1)</script>", "\"><script>alert('1')</script>", "\" onclick=\"x", "' autofocus '",
                "&lt;", "&#60;", "]]>", "<!--",
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
    let menu: [KeyBinding]
    let language: Language
    /// Whether the use case changes something, so its forms are posted.
    let changes: Bool
    var page: BrowserPage

    init(_ choices: inout RandomChoices, _ view: any View) {
        page = BrowserPage(Screen("random", view), at: "/web/random")
        menu = choices.keys()
        language = choices.one(of: Language.allCases)
        changes = choices.isTrue()
    }

    var description: String { document }

    var document: String {
        ScreenMarkup(
            of: product, menu: menu, links: links(changing: changes), token: Secret(token), in: language
        ) { "nonce" }.document(page).text
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
        for link in tree.all("a").compactMap({ $0["href"] }) {
            let leads = link.hasPrefix("#") ? ids.contains(String(link.dropFirst())) : link.hasPrefix("/web")
            try promise(leads, "\(link) leads somewhere")
        }
        // A posted form without the secret would have no effect.
        for (index, form) in tree.elements.enumerated() where form.name == "form" {
            let inputs = tree.all("input").filter { $0.ancestors.contains(index) }
            func values(_ name: String) -> [String] { inputs.filter { $0["name"] == name }.compactMap { $0["value"] } }
            let isPosted = form["method"] == "post"
            try promise(isPosted || !changes, "what changes something is posted")
            try promise(values("token"), is: isPosted ? [token] : [])
            let isOfUsecase = form["action"] == "/web/knock"
            try promise(isOfUsecase || form["action"] == "/web/language", "a form goes to a page")
            try promise(values("form"), is: isPosted && isOfUsecase ? ["nonce"] : [])
            try promise(form.ancestors.allSatisfy { tree.elements[$0].name != "form" }, "no form is inside another")
        }
        let items = tree.elements.filter { element in
            ["a", "button"].contains(element.name) && element["href"] != "/web/usecases"
                && element.ancestors.contains { tree.elements[$0].name == "nav" }
        }
        try promise(items.map(\.text), is: menu.filter(isShown).map { capital(of: $0) })
        return tree
    }

    func capital(of key: KeyBinding) -> String { capital(key.action.text(in: language)) }

    func capital(_ text: String) -> String { held(text.prefix(1).uppercased() + text.dropFirst()) }

    /// Whether the key leads to a page. Only the use case of the specs and the present page have one.
    func isShown(_ key: KeyBinding) -> Bool {
        switch key.effect {
        case .leave: false
        case .again, .dispatch: true
        case .show(let screen): screen.address != nil
        }
    }

    /// Checks that each of the keys has exactly one link or button, and that no other exists.
    func checkActions(of keys: [KeyBinding], in tree: HTMLTree, besides others: [String] = []) throws {
        let shown = keys.filter(isShown)
        try promise(tree.actions().map(\.text).sorted(), is: (others + shown.map { capital(of: $0) }).sorted())
    }
}

@Suite struct 画面のHTML {
    @Test func ページのどの文字も_打たれたとおりにそこにある() async {
        await forAll(150) { choices in
            let page = Page(
                heading: choices.sentence(), headingStyle: choices.isTrue() ? .alarm : .heading,
                paragraphs: choices.list(0...4) { $0.sentence() }, details: choices.list(0...4) { $0.sentence() },
                keys: choices.keys())
            let output = choices.list(0...6) { Line($0.hostileText(), style: $0.one(of: [.plain, .prose, .alarm])) }
            var shown = Case(&choices, page)
            shown.page.output = output
            return shown
        } holds: { shown in
            let page = try promised(shown.page.screen.view as? Page)
            let tree = try shown.read()
            try promise(tree.all("h1").map(\.text), is: [shown.text(page.heading)])
            try promise(tree.all("h1")[0]["class"], is: page.headingStyle == .alarm ? "alarm" : nil)
            let title = shown.text(page.heading)
            try promise(
                tree.all("title").map(\.text),
                is: [(title.hasSuffix(".") ? String(title.dropLast()) : title) + " – Shop"])
            let prose = shown.page.output.filter { $0.style == .prose }.map { held($0.text) }
            let paragraphs = (page.paragraphs + page.details).map { shown.text($0) }
            try promise(tree.all("p", in: "main").map(\.text), is: paragraphs + prose)
            try promise(tree.all("p", in: "details").map(\.text), is: page.details.map { shown.text($0) })
            let blocks = shown.page.output.split { $0.style == .prose }.compactMap { part in
                part.firstIndex { !$0.text.isEmpty }.map { part[$0...(part.lastIndex { !$0.text.isEmpty } ?? $0)] }
            }
            // HTML leaves out the first line break of a `pre`.
            try promise(
                tree.all("pre").map(\.text), is: blocks.map { "\n" + held($0.map(\.text).joined(separator: "\n")) })
            try shown.checkActions(of: page.keys, in: tree)
        }
    }

    @Test func フォームの欄には名札と_打った文字があり_秘密は書かない() async {
        let secret = "nobody-may-see-this"
        await forAll(150) { choices in
            let count = choices.number(in: 1...4)
            let fields = (0..<count).map { number in
                Form.Field(
                    name: "field\(number)", label: choices.sentence(), isSecret: choices.isTrue(),
                    hint: choices.isTrue() ? choices.sentence() : nil,
                    remark: choices.isTrue() ? choices.sentence() : nil,
                    purpose: choices.isTrue() ? "username" : nil)
            }
            let form = Form(
                heading: choices.sentence(), notice: choices.isTrue() ? choices.sentence() : nil, fields: fields,
                action: choices.sentence(), submission: KnockSubmission(),
                paragraphs: choices.list(0...3) { $0.sentence() }, keys: choices.keys())
            var texts: [String: Secret] = [:]
            for field in fields { texts[field.name] = Secret(field.isSecret ? secret : choices.hostileText()) }
            var shown = Case(&choices, form)
            if choices.isTrue() { shown.page.entry = texts }
            if choices.isTrue() { shown.page.user = choices.hostileText() }
            return shown
        } holds: { shown in
            let form = try promised(shown.page.screen.view.form)
            let tree = try shown.read()
            try promise(!shown.document.contains(secret), "no secret is written")
            try promise(tree.all("h1").map(\.text), is: [shown.text(form.heading)])
            let inputs = tree.all("input", in: "main").filter { $0["type"] != "hidden" && $0["type"] != nil }
            try promise(inputs.compactMap { $0["name"] }, is: form.fields.map(\.name))
            let user = tree.all("input").filter { $0["name"] == "user" }
            try promise(user.compactMap { $0["value"] }, is: shown.page.user.map { [held($0)] } ?? [])
            let typed = form.fields.map { $0.isSecret ? "" : shown.page.entry[$0.name]?.reveal() ?? "" }
            for ((field, input), text) in zip(zip(form.fields, inputs), typed) {
                let labels = tree.all("label").filter { $0["for"] == input["id"] }
                try promise(labels.map(\.text), is: [shown.text(field.label)])
                try promise(input["id"], is: "f-\(field.name)")
                try promise(input["type"], is: field.isSecret ? "password" : "text")
                try promise(input["value"], is: field.isSecret ? nil : held(text))
                try promise(input["autocomplete"], is: field.purpose ?? "off")
                try promise(input["aria-invalid"], is: field.remark == nil ? nil : "true")
                let ids = (input["aria-describedby"] ?? "").split(separator: " ")
                let described = ids.map { id in tree.all("p").filter { $0["id"] ?? "" == id }.map(\.text) }
                try promise(described, is: [field.hint, field.remark].compactMap { $0.map { [shown.text($0)] } })
            }
            try checkSummary(of: form, in: tree, shown)
            let focus =
                form.fields.firstIndex { $0.remark != nil }
                ?? form.fields.firstIndex { (shown.page.entry[$0.name]?.reveal() ?? "").isEmpty } ?? 0
            try promise(inputs.indices.filter { inputs[$0]["autofocus"] != nil }, is: [focus])
            let below = tree.all("p", in: "main").filter { $0.attributes.isEmpty }.map(\.text)
            try promise(Array(below.suffix(form.paragraphs.count)), is: form.paragraphs.map { shown.text($0) })
            let notices = tree.all("p").filter { $0["class"] == "notice" }
            try promise(notices.map(\.text), is: form.notice.map { [shown.text($0)] } ?? [])
            try shown.checkActions(
                of: form.keys, in: tree, besides: [shown.capital(form.action.text(in: shown.language))])
        }
    }

    private func checkSummary(of form: Form, in tree: HTMLTree, _ shown: Case) throws {
        let remarked = form.fields.filter { $0.remark != nil }
        let links = tree.all("a", in: "main").filter { $0["href"]?.hasPrefix("#") == true }
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
            let view = try promised(shown.page.screen.view as? Choices)
            let tree = try shown.read()
            try promise(tree.all("h1").map(\.text), is: [shown.text(view.heading)])
            try promise(tree.all("li").count, is: view.list.count)
            let paragraphs = tree.all("p", in: "li").map(\.text)
            try promise(paragraphs, is: view.list.flatMap(\.lines).map { shown.text($0) })
            let keys = view.list.flatMap(\.keys).filter(shown.isShown).map { shown.capital(of: $0) }
            try promise(tree.actions(in: "li").map(\.text), is: keys)
            try shown.checkActions(of: view.keys, in: tree, besides: keys)
        }
    }

    @Test func フォームのQRコードは_欄の上の名前のある図になる() async {
        await forAll(20) { choices in
            let form = Form(
                heading: choices.sentence(), picture: QRCode(choices.text(1...40)),
                fields: [Form.Field(name: "code", label: choices.sentence())], action: choices.sentence(),
                submission: KnockSubmission())
            return Case(&choices, form)
        } holds: { shown in
            let code = try promised(shown.page.screen.view.form?.picture)
            let tree = try shown.read()
            try promise(tree.all("svg", in: "main").count, is: 1)
            try promise(tree.all("svg", in: "form").count, is: 0)
            let names = tree.elements.map(\.name)
            try promise(
                names.firstIndex(of: "svg") ?? .max < names.firstIndex(of: "label") ?? 0, "it is above the fields")
            let picture = tree.all("svg")[0]
            try promise(picture["role"], is: "img")
            try promise(picture["aria-label"]?.contains("QR") == true, "it has a name")
            try promise(picture["viewBox"], is: "0 0 \(code.size + 8) \(code.size + 8)")
            for (y, row) in try tree.pictureModules().enumerated() {
                for (x, isDark) in row.enumerated() { try promise(isDark, is: code[y - 4, x - 4]) }
            }
        }
    }

    @Test func 書き写す秘密は_欄の上に打たれたとおりにある() async {
        await forAll(60) { choices in
            // A secret begins and ends with a visible character, so no line is empty.
            let secrets = choices.list(0...4) { Secret("x" + $0.hostileText() + "x") }
            let form = Form(
                heading: choices.sentence(), fields: [Form.Field(name: "code", label: choices.sentence())],
                action: choices.sentence(), submission: KnockSubmission(), secrets: secrets)
            return Case(&choices, form)
        } holds: { shown in
            let secrets = try promised(shown.page.screen.view.form?.secrets).map { held($0.reveal()) }
            let tree = try shown.read()
            let text = secrets.isEmpty ? [] : ["\n" + secrets.joined(separator: "\n")]
            try promise(tree.all("pre", in: "main").map(\.text), is: text)
            try promise(tree.all("pre", in: "form").isEmpty, "it is above the fields")
        }
    }

    @Test func QRコードのないフォームには図がない() throws {
        let markup = ScreenMarkup(of: product, menu: [], links: links(changing: true), token: "t", in: .en)

        let tree = try HTMLTree(markup.document(BrowserPage(.door(), at: "/web/knock")).text)

        #expect(tree.all("svg").isEmpty)
    }

    @Test func 選択肢は一覧に_スイッチはチェックボックスになり_任意の欄は空でもよい() async {
        await forAll(100) { choices in
            let values = (0..<choices.number(in: 1...4)).map { number in
                Form.Field.Choice("value\(number)", label: choices.sentence())
            }
            let fields = [
                Form.Field(
                    name: "kind", label: choices.sentence(), choices: values,
                    initial: choices.isTrue() ? choices.one(of: values).text : nil, isOptional: choices.isTrue(),
                    remark: choices.isTrue() ? choices.sentence() : nil),
                Form.Field(name: "flag", label: choices.sentence(), isOn: choices.isTrue()),
                Form.Field(
                    name: "free", label: choices.sentence(), isOptional: choices.isTrue(),
                    initial: choices.hostileText()),
            ]
            let form = Form(
                heading: choices.sentence(), fields: fields, action: choices.sentence(), submission: KnockSubmission())
            var shown = Case(&choices, form)
            if choices.isTrue() {
                let sent = choices.isTrue() ? ["kind": "value0", "flag": "yes"] : ["kind": "another"]
                shown.page.fill(form, with: sent.merging([BrowserPage.sent: "yes"]) { $1 })
            }
            return shown
        } holds: { shown in
            let form = try promised(shown.page.screen.view.form)
            let tree = try shown.read()
            let texts = form.fields.map { shown.page.entry[$0.name]?.reveal() ?? $0.initial }
            let select = try promised(tree.all("select").first)
            try promise(select["name"], is: "kind")
            try promise(select["aria-invalid"], is: form.fields[0].remark == nil ? nil : "true")
            let options = tree.all("option", in: "select")
            let values = try promised(form.fields[0].choices)
            try promise(options.compactMap { $0["value"] }, is: values.map(\.text))
            try promise(options.map(\.text), is: values.map { shown.text($0.label) })
            let selected = options.filter { $0["selected"] != nil }.compactMap { $0["value"] }
            try promise(selected, is: values.map(\.text).filter { $0 == texts[0] })
            let box = try promised(tree.all("input").first { $0["type"] == "checkbox" })
            try promise([box["name"], box["value"]], is: ["flag", "yes"])
            try promise(box["checked"] != nil, is: texts[1] == "yes")
            try promise(tree.all("input").filter { $0["name"] == "sent" }.compactMap { $0["value"] }, is: ["yes"])
            let free = try promised(tree.all("input").first { $0["name"] == "free" })
            try promise(free["value"], is: held(texts[2]))
            try promise(free["required"] == nil, is: form.fields[2].isOptional)
            for control in [select, box, free] {
                let labels = tree.all("label").filter { $0["for"] == control["id"] }
                try promise(labels.count, is: 1)
            }
        }
    }

    @Test func 待つ間はキーがなく_自分で読み直す() async {
        await forAll(60) { choices in
            let page = Page(heading: choices.sentence(), paragraphs: [choices.sentence()], keys: choices.keys())
            var shown = Case(&choices, page)
            shown.page.isWaiting = true
            return shown
        } holds: { shown in
            let tree = try shown.read()
            try promise(tree.actions().count, is: 0)
            try promise(tree.all("progress").count, is: 1)
            try promise(
                tree.all("meta").filter { $0["http-equiv"] == "refresh" }.compactMap { $0["content"] }, is: ["1"])
        }
    }

    @Test(arguments: Language.allCases) func 選べる言語は今のものでないもの(language: Language) throws {
        let markup = ScreenMarkup(of: product, menu: [], links: links(changing: true), token: "t", in: language)

        let tree = try HTMLTree(markup.document(BrowserPage(.door(), at: "/web/knock")).text)

        let buttons = tree.all("button").filter { $0["name"] == "language" }
        #expect(buttons.compactMap { $0["value"] } == Language.allCases.filter { $0 != language }.map(\.rawValue))
        #expect(tree.all("span").compactMap { $0["lang"] } == [language.rawValue])
        #expect(!tree.all("meta").contains { $0["http-equiv"] != nil })
    }

    @Test func 新しいパスワードは_頼まれたときだけ見える() throws {
        let form = Form(
            heading: Sentence("Sign up"),
            fields: [
                Form.Field(name: "old", label: Sentence("Old"), isSecret: true, purpose: "current-password"),
                Form.Field(name: "new", label: Sentence("New"), isSecret: true, purpose: "new-password"),
                Form.Field(name: "code", label: Sentence("Code"), isSecret: true, purpose: "one-time-code"),
            ], action: Sentence("go"), submission: KnockSubmission())
        var page = BrowserPage(Screen("form", form), at: "/web/knock")
        func types() throws -> [String] {
            let markup = ScreenMarkup(of: product, menu: [], links: links(changing: true), token: "t", in: .en)
            return try HTMLTree(markup.document(page).text).all("input", in: "main").compactMap { $0["type"] }
        }
        try expect(types(), equals: ["hidden", "hidden", "password", "password", "text"])
        page.isRevealed = true
        try expect(types(), equals: ["hidden", "hidden", "password", "text", "text"])
    }

    @Test func スタイルは外のものを使わない() {
        for needle in ["http:", "https:", "url(", "@import", "expression", "<", "\u{0}"] {
            #expect(!StyleSheet.text.contains(needle))
        }
        #expect(StyleSheet.text.count { $0 == "{" } == StyleSheet.text.count { $0 == "}" })
    }
}
