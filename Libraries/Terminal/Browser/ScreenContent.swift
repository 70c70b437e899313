package import UsecasesEngine

/// The HTML of what any screen shows, without code for a particular screen. All texts are escaped.
package struct ScreenContent {
    private let links: PageLinks
    /// The secret of the forms. Only pages of this browser have it. `nil` for a page without forms.
    private let token: Secret?
    private let language: Language
    /// Returns a random identifier. Each form has its own, so that two equal forms are two.
    private let nonce: () -> String
    /// The beginning of each identifier if another page shows the screen as an example. Its links and forms lead nowhere.
    private let example: String?

    package init(
        links: PageLinks, token: Secret? = nil, in language: Language, example: String? = nil,
        nonce: @escaping () -> String = { "" }
    ) {
        self.links = links
        self.token = token
        self.language = language
        self.example = example
        self.nonce = nonce
    }

    // MARK: The screen

    package func waiting(_ page: BrowserPage) -> Markup {
        """
        <h1>\(heading(of: page.screen))</h1>
        <p role="status">\(language.text(en: "This takes a moment.", ja: "少しお待ちください。"))</p>
        <progress aria-label="\(language.text(en: "Under way", ja: "実行中"))"></progress>
        """
    }

    /// Returns what is in the middle of the page.
    package func markup(of page: BrowserPage) -> Markup {
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
            <h1\(level(5))\(isAlarm ? " class=\"alarm\"" as Markup : "")>\(heading)</h1>
            \(self.paragraphs(paragraphs))
            \(hidden)
            \(output(page.output))
            \(actions(page))
            """
    }

    private func content(of choices: Choices, _ page: BrowserPage) -> Markup {
        let items = choices.list.enumerated().map { item, choice -> Markup in
            let lines = choice.lines.enumerated().map { line, sentence -> Markup in
                line == 0 ? "<p id=\"\(id("item-\(item)"))\">\(text(sentence))</p>" : "<p>\(text(sentence))</p>"
            }
            let controls = choice.keys.map { control($0, page, describedBy: id("item-\(item)"), isButton: true) }
            return """
                <li>
                \(lines)
                \(controls)
                </li>
                """
        }
        return """
            \(notice(page))
            <h1\(level(5))>\(text(choices.heading))</h1>
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
        let sent = example == nil && form.fields.contains(where: \.isSwitch) ? hidden([BrowserPage.sent: "yes"]) : ""
        let label = language.text(en: "QR code with the content of the text below", ja: "下の文字と同じ内容のQRコード")
        return """
            \(notice(page))
            <h1\(level(5))>\(text(form.heading))</h1>
            \(summary(remarks))
            \(form.picture?.markup(label: label) ?? "")
            \(output(form.secrets.map { Line($0.reveal()) }))
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
            "<li><a\(href("#f-\(field.name)"))>\(text(field.label)): \(field.remark.map { text($0) } ?? "")</a></li>"
        }
        return """
            <div class="summary" role="alert">
            <h2\(level(6))>\(language.text(en: "Please correct this", ja: "直してください"))</h2>
            <ul>
            \(items)
            </ul>
            </div>
            """
    }

    private func field(_ field: Form.Field, _ page: BrowserPage, hasFocus: Bool) -> Markup {
        let (own, hintID, remarkID) = (id("f-\(field.name)"), id("h-\(field.name)"), id("r-\(field.name)"))
        let hint: Markup = field.hint.map { "<p class=\"hint\" id=\"\(hintID)\">\(text($0))</p>" } ?? ""
        let remark: Markup = field.remark.map { "<p class=\"remark\" id=\"\(remarkID)\">\(text($0))</p>" } ?? ""
        let ids = (field.hint == nil ? [] : [hintID]) + (field.remark == nil ? [] : [remarkID])
        let described: Markup = ids.isEmpty ? "" : " aria-describedby=\"\(ids.joined(separator: " "))\""
        let invalid: Markup = field.remark == nil ? "" : " aria-invalid=\"true\""
        // A browser would offer to save a one-time code as a password.
        let isShown =
            !field.isSecret || field.purpose == "one-time-code"
            || page.isRevealed && field.purpose == "new-password"
        let value: Markup = field.isSecret && !page.isRevealed ? "" : " value=\"\(typed(field, page))\""
        let purpose: Markup = field.purpose.map { " autocomplete=\"\($0)\"" } ?? " autocomplete=\"off\""
        let names: Markup = "id=\"\(own)\" name=\"\(field.name)\""
        let common: Markup = "\(described)\(invalid)\(hasFocus && example == nil ? " autofocus" as Markup : "")"
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
            <label for="\(own)">\(text(field.label))</label>
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
    package func control(
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
            return "<a\(style)\(description)\(href(page.address))>\(capitalised(key.action))</a>"
        }
        guard let address, let place = links.place(of: address) else { return "" }
        if case .dispatch = key.effect, !place.isSafe {
            return form(
                address,
                "<button\(key.keys.contains(.enter) ? " class=\"primary\"" as Markup : "")\(description)>\(capitalised(key.action))</button>",
                isSecret: false)
        }
        let target = PageLinks.address(place.path, address.texts)
        let current: Markup = !isButton && target == page.path ? " aria-current=\"page\"" : ""
        return "<a\(style)\(description)\(current)\(href(target))>\(capitalised(key.action))</a>"
    }

    private func form(_ address: PageAddress, _ content: Markup, isSecret: Bool) -> Markup {
        guard let place = links.place(of: address) else { return "" }
        guard example == nil else { return "<form>\n\(content)\n</form>" }
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

    package func hidden(_ fields: [String: String]) -> Markup {
        let inputs = fields.sorted { $0.key < $1.key }.map { name, text -> Markup in
            "<input type=\"hidden\" name=\"\(name)\" value=\"\(text)\">"
        }
        return "\(inputs)"
    }

    private func href(_ target: String) -> Markup { example == nil ? " href=\"\(target)\"" : "" }

    private func id(_ name: String) -> String { example.map { "\($0)-\(name)" } ?? name }

    /// The level of a heading among the headings of the page that shows the example.
    private func level(_ number: Int) -> Markup { example == nil ? "" : " aria-level=\"\(number)\"" }

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

    package func heading(of screen: Screen) -> String { screen.view.plainHeading(in: language) }

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
