package import UsecasesEngine
package import UsecasesTerminal

/// The HTML of any screen, without code for a particular screen. All texts are escaped.
package struct ScreenMarkup {
    /// The paths of the pages that show no use case.
    package enum Place {
        package static let style = "/web/style.css"
        package static let icon = "/web/icon.svg"
        package static let usecases = "/web/usecases"
        package static let language = "/web/language"
    }

    private let product: Product
    private let menu: [KeyBinding]
    private let links: PageLinks
    /// The secret of the forms. Only pages of this browser have it. `nil` for a page without forms.
    private let token: Secret?
    private let language: Language
    /// Returns a random identifier. Each form has its own, so that two equal forms are two.
    private let nonce: () -> String

    package init(
        of product: Product, menu: [KeyBinding], links: PageLinks, token: Secret?, in language: Language,
        nonce: @escaping () -> String = { "" }
    ) {
        self.product = product
        self.menu = menu
        self.links = links
        self.token = token
        self.language = language
        self.nonce = nonce
    }

    /// Returns the whole document.
    package func document(_ page: BrowserPage) -> Markup {
        let refresh: Markup = page.isWaiting ? "<meta http-equiv=\"refresh\" content=\"1\">" : ""
        let form = page.screen.view.form
        let hasRemark = form?.fields.contains { $0.remark != nil } == true
        let failed = page.hasFailed || hasRemark || form != nil && page.screen.exitStatus != .success
        let error = failed ? language.text(en: "Error: ", ja: "エラー: ") : ""
        let title = heading(of: page.screen).trimmingSuffix(".")
        return """
            <!doctype html>
            <html lang="\(language.rawValue)">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            \(refresh)
            <title>\(error)\(title) – \(product.title)</title>
            <link rel="stylesheet" href="\(Place.style)">
            <link rel="icon" href="\(Place.icon)">
            </head>
            <body>
            <a class="skip" href="#content">\(language.text(en: "Skip to the content", ja: "本文へ"))</a>
            <header>
            <a class="brand" href="\(PageLinks.root)">\(product.title)</a>
            <nav aria-label="\(language.text(en: "Menu", ja: "メニュー"))">
            \(menu.map { control($0, page) })
            <a href="\(Place.usecases)">\(language.text(en: "All use cases", ja: "すべてのユースケース"))</a>
            </nav>
            </header>
            <main id="content">
            \(page.isWaiting ? waiting(page) : content(page))
            </main>
            <footer>
            \(languages(page))
            </footer>
            </body>
            </html>

            """
    }

    /// Returns what is above the page of all use cases: a way back, and the same page for other actors and languages.
    package static func top(of product: Product, for actor: Actor?, in language: Language) -> Markup {
        func anchor(_ actor: Actor?, _ other: Language, _ text: String) -> Markup {
            let texts = ["language": other.rawValue].merging(actor.map { ["actor": $0.rawValue] } ?? [:]) { $1 }
            return "<a href=\"\(Place.usecases)?\(FormFields.text(of: texts))\">\(text)</a>"
        }
        let actors = [nil] + Actor.allCases
        let kinds = actors.map { other -> Markup in
            let text = other?.word.text(in: language) ?? language.text(en: "all", ja: "すべて")
            return other == actor ? "<span aria-current=\"true\">\(text)</span>" : anchor(other, language, text)
        }
        return """
            <a class="skip" href="#content">\(language.text(en: "Skip to the content", ja: "本文へ"))</a>
            <nav class="top" aria-label="\(language.text(en: "Pages", ja: "ページ"))">
            <a href="\(PageLinks.root)">\(product.title)</a>
            \(kinds)
            \(anchor(actor, language.other, language == .en ? "日本語" : "English"))
            </nav>
            """
    }

    // MARK: Around the screen

    private func languages(_ page: BrowserPage) -> Markup {
        guard let token else { return "" }
        let buttons = Language.allCases.map { other -> Markup in
            let name = other == .en ? "English" : "日本語"
            return other == language
                ? "<span lang=\"\(other.rawValue)\" aria-current=\"true\">\(name)</span>"
                : "<button class=\"quiet\" name=\"language\" value=\"\(other.rawValue)\" lang=\"\(other.rawValue)\">\(name)</button>"
        }
        return """
            <form method="post" action="\(Place.language)" aria-label="\(language.text(en: "Language", ja: "言語"))">
            \(hidden(["token": token.reveal(), "back": page.path, "query": FormFields.text(of: page.texts)]))
            \(buttons)
            </form>
            """
    }

    // MARK: The screen

    private func waiting(_ page: BrowserPage) -> Markup {
        """
        <h1>\(heading(of: page.screen))</h1>
        <p role="status">\(language.text(en: "This takes a moment.", ja: "少しお待ちください。"))</p>
        <progress aria-label="\(language.text(en: "Under way", ja: "実行中"))"></progress>
        """
    }

    private func content(_ page: BrowserPage) -> Markup {
        switch page.screen.view {
        case let form as Form: content(of: form, page)
        case let choices as Choices: content(of: choices, page)
        case let view as Page:
            content(
                text(view.heading), isAlarm: view.headingStyle == .alarm, paragraphs: view.paragraphs.map { text($0) },
                details: view.details.map { text($0) }, page)
        case let view:
            content(
                heading(of: page.screen), paragraphs: Array(view.plainLines(in: language).dropFirst()), page)
        }
    }

    private func content(
        _ heading: String, isAlarm: Bool = false, paragraphs: [String], details: [String] = [], _ page: BrowserPage
    ) -> Markup {
        let summary = language.text(en: "Details for a report", ja: "報告のための詳細")
        let hidden: Markup =
            details.isEmpty
            ? "" : "<details>\n<summary>\(summary)</summary>\n\(self.paragraphs(details))\n</details>"
        return """
            \(notice(page))
            <h1\(isAlarm ? " class=\"alarm\"" as Markup : "")>\(heading)</h1>
            \(self.paragraphs(paragraphs))
            \(hidden)
            \(output(page.output))
            \(actions(page))
            """
    }

    private func content(of choices: Choices, _ page: BrowserPage) -> Markup {
        let items = choices.list.enumerated().map { item, choice -> Markup in
            let lines = choice.lines.enumerated().map { line, sentence -> Markup in
                line == 0 ? "<p id=\"item-\(item)\">\(text(sentence))</p>" : "<p>\(text(sentence))</p>"
            }
            let controls = choice.keys.map { control($0, page, describedBy: "item-\(item)", isButton: true) }
            return """
                <li>
                \(lines)
                \(controls)
                </li>
                """
        }
        return """
            \(notice(page))
            <h1>\(text(choices.heading))</h1>
            <ul class="items">
            \(items)
            </ul>
            \(actions(page))
            """
    }

    private func content(of form: Form, _ page: BrowserPage) -> Markup {
        let remarks = form.fields.filter { $0.remark != nil }
        let focus =
            remarks.first?.name ?? form.fields.first { $0.mustBeTyped && typed($0, page).isEmpty }?.name
            ?? form.fields.first?.name
        let fields = form.fields.map { field($0, page, hasFocus: $0.name == focus) }
        let user: Markup =
            page.user.map { name in
                let label = language.text(en: "Account: \(name)", ja: "アカウント: \(name)")
                let input: Markup =
                    "<input class=\"hidden\" name=\"user\" autocomplete=\"username\" value=\"\(name)\" readonly tabindex=\"-1\" aria-hidden=\"true\">"
                return "<p id=\"user\">\(label)</p>\(input)"
            } ?? ""
        let isNew = form.fields.contains { $0.purpose == "new-password" }
        let reveal: Markup =
            isNew && !page.isRevealed
            ? "<button name=\"show\" value=\"yes\" formnovalidate>\(language.text(en: "Show the new password", ja: "新しいパスワードを表示"))</button>"
            : ""
        let style = form.isDangerous ? "danger" : "primary"
        let sent = form.fields.contains(where: \.isSwitch) ? hidden([BrowserPage.sent: "yes"]) : ""
        return """
            \(notice(page))
            <h1>\(text(form.heading))</h1>
            \(summary(remarks))
            \(self.form(form.submission.address, """
                \(user)
                \(fields)\(sent)
                \(self.paragraphs(form.paragraphs.map { text($0) }))
                <div class="actions"><button class="\(style)"\(page.user == nil ? "" : " aria-describedby=\"user\"" as Markup)>\
                \(capitalised(form.action))</button>\(reveal)</div>
                """, isSecret: form.fields.contains(where: \.isSecret)))
            \(actions(page))
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
        let hint: Markup = field.hint.map { "<p class=\"hint\" id=\"h-\(field.name)\">\(text($0))</p>" } ?? ""
        let remark: Markup = field.remark.map { "<p class=\"remark\" id=\"r-\(field.name)\">\(text($0))</p>" } ?? ""
        let ids = (field.hint == nil ? [] : ["h-\(field.name)"]) + (field.remark == nil ? [] : ["r-\(field.name)"])
        let described: Markup = ids.isEmpty ? "" : " aria-describedby=\"\(ids.joined(separator: " "))\""
        let invalid: Markup = field.remark == nil ? "" : " aria-invalid=\"true\""
        // A code that is used once is no password for a browser to keep.
        let isShown =
            !field.isSecret || field.purpose == "one-time-code"
            || page.isRevealed && field.purpose == "new-password"
        let value: Markup = field.isSecret && !page.isRevealed ? "" : " value=\"\(typed(field, page))\""
        let purpose: Markup = field.purpose.map { " autocomplete=\"\($0)\"" } ?? " autocomplete=\"off\""
        let names: Markup = "id=\"f-\(field.name)\" name=\"\(field.name)\""
        let common: Markup = "\(described)\(invalid)\(hasFocus ? " autofocus" as Markup : "")"
        let control: Markup
        if field.isSwitch {
            let checked: Markup = typed(field, page) == Form.Field.on ? " checked" : ""
            control = "<input \(names) type=\"checkbox\" value=\"\(Form.Field.on)\"\(checked)\(common)>"
        } else if let choices = field.choices {
            let options = choices.map { choice -> Markup in
                let selected: Markup = choice.text == typed(field, page) ? " selected" : ""
                return "<option value=\"\(choice.text)\"\(selected)>\(text(choice.label))</option>"
            }
            control = "<select \(names)\(common)>\n\(options)\n</select>"
        } else {
            control = """
                <input \(names) type="\(isShown ? "text" : "password")" maxlength="\(FieldText.limit)"\
                \(field.isOptional ? "" : " required" as Markup) spellcheck="false" autocapitalize="none"\
                \(purpose)\(value)\(common)>
                """
        }
        return """
            <div class="field">
            <label for="f-\(field.name)">\(text(field.label))</label>
            \(hint)
            \(remark)
            \(control)
            </div>
            """
    }

    private func typed(_ field: Form.Field, _ page: BrowserPage) -> String {
        page.entry[field.name]?.reveal() ?? field.initial
    }

    // MARK: Links and buttons

    /// Returns the keys as links and buttons. A browser cannot quit, and has its own key to go back.
    private func actions(_ page: BrowserPage) -> Markup {
        let controls = page.screen.view.keys.map { control($0, page, isButton: true) }.filter { !$0.text.isEmpty }
        return controls.isEmpty ? "" : "<div class=\"actions\">\n\(controls)\n</div>"
    }

    /// Returns a link to the page of the key, or a button if its run changes something. Empty if it leads nowhere.
    private func control(
        _ key: KeyBinding, _ page: BrowserPage, describedBy: String? = nil, isButton: Bool = false
    ) -> Markup {
        let address: PageAddress? =
            switch key.effect {
            case .dispatch(let behaviour): behaviour.address
            case .show(let screen): screen.address
            case .again, .leave: nil
            }
        let description: Markup = describedBy.map { " aria-describedby=\"\($0)\"" } ?? ""
        let style: Markup = isButton ? " class=\"button\(key.keys.contains(.enter) ? " primary" : "")\"" : ""
        if case .again = key.effect {
            return "<a\(style)\(description) href=\"\(page.address)\">\(capitalised(key.action))</a>"
        }
        guard let address, let place = links.place(of: address) else { return "" }
        if case .dispatch = key.effect, !place.isSafe {
            return form(
                address,
                "<button\(key.keys.contains(.enter) ? " class=\"primary\"" as Markup : "")\(description)>\(capitalised(key.action))</button>",
                isSecret: false)
        }
        let href = PageLinks.address(place.path, address.texts)
        let current: Markup = !isButton && href == page.path ? " aria-current=\"page\"" : ""
        return "<a\(style)\(description)\(current) href=\"\(href)\">\(capitalised(key.action))</a>"
    }

    private func form(_ address: PageAddress, _ content: Markup, isSecret: Bool) -> Markup {
        guard let place = links.place(of: address) else { return "" }
        let action = PageLinks.address(place.path)
        guard !place.isSafe || isSecret else {
            return "<form method=\"get\" action=\"\(action)\">\n\(hidden(address.texts))\n\(content)\n</form>"
        }
        let own = ["token": token?.reveal() ?? "", "form": nonce()]
        return """
            <form method="post" action="\(action)">
            \(hidden(address.texts.merging(own) { $1 }))
            \(content)
            </form>
            """
    }

    private func hidden(_ fields: [String: String]) -> Markup {
        let inputs = fields.sorted { $0.key < $1.key }.map { name, text -> Markup in
            "<input type=\"hidden\" name=\"\(name)\" value=\"\(text)\">"
        }
        return "\(inputs)"
    }

    // MARK: Texts

    private func notice(_ page: BrowserPage) -> Markup {
        let role: Markup = page.screen.exitStatus == .success && !page.hasFailed ? "status" : "alert"
        return page.screen.view.notice.map { "<p class=\"notice\" role=\"\(role)\">\(text($0))</p>" } ?? ""
    }

    private func paragraphs(_ texts: [String]) -> Markup { "\(texts.map { "<p>\($0)</p>" as Markup })" }

    /// Returns a paragraph for each line of prose, and a block for the lines between two of them.
    private func output(_ lines: [Line]) -> Markup {
        var blocks: [Markup] = []
        for part in lines.split(omittingEmptySubsequences: false, whereSeparator: { $0.style == .prose }) {
            var shown = part.drop { $0.text.isEmpty }
            while shown.last?.text.isEmpty == true { shown.removeLast() }
            let text = shown.map(\.text).joined(separator: "\n")
            if !shown.isEmpty { blocks.append("<pre class=\"output\" tabindex=\"0\">\n\(text)</pre>") }
            if part.endIndex < lines.endIndex { blocks.append("<p>\(lines[part.endIndex].text)</p>") }
        }
        return "\(blocks)"
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

extension String {
    fileprivate func trimmingSuffix(_ suffix: String) -> String {
        hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
    }
}
