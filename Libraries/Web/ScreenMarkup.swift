package import Usecases
package import UsecasesTerminal

/// The HTML of any screen, without code for a particular screen. All texts are escaped.
package struct ScreenMarkup {
    /// The paths of the pages.
    package enum Place {
        package static let root = "/web"
        package static let style = "/web/style.css"
        package static let usecases = "/web/usecases"
    }

    private let product: Product
    private let menu: [KeyBinding]
    /// The secret of the forms. Only pages of this browser have it. `nil` for a page without forms.
    private let token: Secret?
    private let language: Language

    package init(of product: Product, menu: [KeyBinding], token: Secret?, in language: Language) {
        self.product = product
        self.menu = menu
        self.token = token
        self.language = language
    }

    /// Returns the whole document.
    package func document(_ page: BrowserPage) -> Markup {
        let refresh: Markup = page.running.isRunning ? "<meta http-equiv=\"refresh\" content=\"1\">" : ""
        return """
            <!doctype html>
            <html lang="\(language.rawValue)">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            \(refresh)
            <title>\(heading(of: page.screen)) – \(product.title)</title>
            <link rel="stylesheet" href="\(Place.style)">
            </head>
            <body>
            <a class="skip" href="#content">\(language.text(en: "Skip to the content", ja: "本文へ"))</a>
            <header>
            <a class="brand" href="\(Place.root)">\(product.title)</a>
            <nav aria-label="\(language.text(en: "Menu", ja: "メニュー"))">
            \(navigation(page))
            </nav>
            </header>
            <main id="content">
            \(page.running.isRunning ? waiting(page) : content(page))
            </main>
            <footer>
            \(languages)
            </footer>
            </body>
            </html>

            """
    }

    // MARK: Around the screen

    private func navigation(_ page: BrowserPage) -> Markup {
        let buttons = menu.enumerated().map { button(.menu($0.offset), $0.element.action) }
        let form: Markup = buttons.isEmpty || page.running.isRunning ? "" : self.form(page, "\(buttons)")
        return """
            \(form)
            <a href="\(Place.usecases)">\(language.text(en: "All use cases", ja: "すべてのユースケース"))</a>
            """
    }

    private var languages: Markup {
        guard let token else {
            return "<a href=\"\(Place.root)\">\(language.text(en: "Open the page again", ja: "ページを開き直す"))</a>"
        }
        let buttons = Language.allCases.map { other -> Markup in
            let name = other == .en ? "English" : "日本語"
            return other == language
                ? "<span lang=\"\(other.rawValue)\" aria-current=\"true\">\(name)</span>"
                : "<button class=\"quiet\" name=\"language\" value=\"\(other.rawValue)\" lang=\"\(other.rawValue)\">\(name)</button>"
        }
        return """
            <form method="post" action="\(Place.root)" aria-label="\(language.text(en: "Language", ja: "言語"))">
            <input type="hidden" name="token" value="\(token.reveal())">
            \(buttons)
            </form>
            """
    }

    // MARK: The screen

    private func waiting(_ page: BrowserPage) -> Markup {
        let scene = page.running.scene.map { text($0) } ?? ""
        return """
            <h1>\(heading(of: page.screen))</h1>
            <p role="status">\(scene)</p>
            <progress aria-label="\(language.text(en: "Under way", ja: "実行中"))"></progress>
            """
    }

    private func content(_ page: BrowserPage) -> Markup {
        switch page.screen.view {
        case let form as Form: content(of: form, page)
        case let choices as Choices: content(of: choices, page)
        case let view as Page:
            content(
                view.heading, style: view.headingStyle, paragraphs: view.paragraphs.map { text($0) }, view.keys, page)
        case let view:
            content(
                heading(of: page.screen), paragraphs: Array(view.plainLines(in: language).dropFirst()), view.keys, page)
        }
    }

    private func content(
        _ heading: Sentence, style: Line.Style, paragraphs: [String], _ keys: [KeyBinding], _ page: BrowserPage
    ) -> Markup {
        content(text(heading), isAlarm: style == .alarm, paragraphs: paragraphs, keys, page)
    }

    private func content(
        _ heading: String, isAlarm: Bool = false, paragraphs: [String], _ keys: [KeyBinding], _ page: BrowserPage
    ) -> Markup {
        """
        <h1\(isAlarm ? " class=\"alarm\"" as Markup : "")>\(heading)</h1>
        \(self.paragraphs(paragraphs))
        \(output(page.output))
        \(actions(keys, page))
        """
    }

    private func content(of choices: Choices, _ page: BrowserPage) -> Markup {
        let items = choices.list.enumerated().map { item, choice -> Markup in
            let lines = choice.lines.map { "<p>\(text($0))</p>" as Markup }
            let buttons = choice.keys.enumerated().map { button(.choice(item, key: $0.offset), $0.element.action) }
            return """
                <li>
                \(lines)
                \(buttons.isEmpty ? "" : form(page, "\(buttons)"))
                </li>
                """
        }
        return """
            <h1>\(text(choices.heading))</h1>
            \(notice(choices.notice, page))
            <ul class="items">
            \(items)
            </ul>
            \(actions(choices.keys, page))
            """
    }

    private func content(of form: Form, _ page: BrowserPage) -> Markup {
        let remarks = form.fields.filter { $0.remark != nil }
        let focus =
            remarks.first?.name ?? form.fields.first { typed($0, page).isEmpty }?.name ?? form.fields.first?.name
        let fields = form.fields.map { field($0, page, hasFocus: $0.name == focus) }
        return """
            <h1>\(text(form.heading))</h1>
            \(notice(form.notice, page))
            \(summary(remarks))
            \(self.form(page, """
                \(fields)
                \(self.paragraphs(form.paragraphs.map { text($0) }))
                <p><button class="primary" name="act" value="\(BrowserAction.submit.value)">\
                \(capitalised(form.action))</button></p>
                """))
            \(actions(form.keys, page))
            """
    }

    private func summary(_ remarks: [Form.Field]) -> Markup {
        guard !remarks.isEmpty else { return "" }
        let items = remarks.map { field -> Markup in
            "<li><a href=\"#f-\(field.name)\">\(text(field.label)): \(field.remark.map { text($0) } ?? "")</a></li>"
        }
        return """
            <div class="summary" role="alert">
            <h2>\(language.text(en: "Please correct this", ja: "直してください"))</h2>
            <ul>
            \(items)
            </ul>
            </div>
            """
    }

    private func field(_ field: Form.Field, _ page: BrowserPage, hasFocus: Bool) -> Markup {
        let remark: Markup = field.remark.map { "<p class=\"remark\" id=\"r-\(field.name)\">\(text($0))</p>" } ?? ""
        let described: Markup =
            field.remark == nil ? "" : " aria-invalid=\"true\" aria-describedby=\"r-\(field.name)\""
        let value: Markup = field.isSecret ? "" : " value=\"\(typed(field, page))\""
        let purpose: Markup = field.purpose.map { " autocomplete=\"\($0)\"" } ?? " autocomplete=\"off\""
        return """
            <div class="field">
            <label for="f-\(field.name)">\(text(field.label))</label>
            \(remark)
            <input id="f-\(field.name)" name="f.\(field.name)" type="\(field.isSecret ? "password" : "text")" \
            maxlength="\(FieldText.limit)" required spellcheck="false" autocapitalize="none"\
            \(purpose)\(value)\(described)\(hasFocus ? " autofocus" as Markup : "")>
            </div>
            """
    }

    private func typed(_ field: Form.Field, _ page: BrowserPage) -> String {
        field.isSecret ? "" : page.entry?[field.name].reveal() ?? ""
    }

    /// Returns the keys as buttons. A browser cannot quit, and has its own key to reveal a password.
    private func actions(_ keys: [KeyBinding], _ page: BrowserPage) -> Markup {
        var buttons = keys.enumerated().filter { $0.element.effect != .leave }.map { index, key in
            button(.key(index), key.action, isPrimary: key.keys.contains(.enter))
        }
        if page.canGoBack { buttons.append(button(.back, .back)) }
        return buttons.isEmpty ? "" : form(page, "\(buttons)", class: "actions")
    }

    private func form(_ page: BrowserPage, _ content: Markup, class name: String = "") -> Markup {
        """
        <form method="post" action="\(Place.root)"\(name.isEmpty ? "" : " class=\"\(name)\"" as Markup)>
        <input type="hidden" name="token" value="\(token?.reveal() ?? "")">
        <input type="hidden" name="page" value="\(page.number)">
        \(content)
        </form>
        """
    }

    private func button(_ action: BrowserAction, _ sentence: Sentence, isPrimary: Bool = false) -> Markup {
        "<button\(isPrimary ? " class=\"primary\"" as Markup : "") name=\"act\" value=\"\(action.value)\">\(capitalised(sentence))</button>"
    }

    private func notice(_ sentence: Sentence?, _ page: BrowserPage) -> Markup {
        let role: Markup = page.screen.exitStatus == .success ? "status" : "alert"
        return sentence.map { "<p class=\"notice\" role=\"\(role)\">\(text($0))</p>" } ?? ""
    }

    private func paragraphs(_ texts: [String]) -> Markup { "\(texts.map { "<p>\($0)</p>" as Markup })" }

    private func output(_ lines: [Line]) -> Markup {
        guard !lines.isEmpty else { return "" }
        return "<pre class=\"output\" tabindex=\"0\">\n\(lines.map(\.text).joined(separator: "\n"))</pre>"
    }

    private func heading(of screen: Screen) -> String { screen.view.plainHeading(in: language) }

    private func text(_ sentence: Sentence) -> String { sentence.text(in: language) }

    /// Returns the text of an action with a capital. Actions begin with a small letter, because a terminal shows them
    /// in a row.
    private func capitalised(_ sentence: Sentence) -> String {
        let text = text(sentence)
        return text.prefix(1).uppercased() + text.dropFirst()
    }
}

extension View {
    /// The heading of the view, or its first line if it has no heading.
    fileprivate func plainHeading(in language: Language) -> String {
        switch self {
        case let view as Form: view.heading.text(in: language)
        case let view as Choices: view.heading.text(in: language)
        case let view as Page: view.heading.text(in: language)
        default: plainLines(in: language).first ?? ""
        }
    }
}
