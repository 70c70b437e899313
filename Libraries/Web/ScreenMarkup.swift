package import UsecasesEngine
package import UsecasesTerminal

/// The document around the content of any screen.
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
    private let content: ScreenContent
    /// The secret of the forms. Only pages of this browser have it. `nil` for a page without forms.
    private let token: Secret?
    private let language: Language

    /// Creates the document. `nonce` returns a random identifier. Each form has its own, so that two equal forms are two.
    package init(
        of product: Product, menu: [KeyBinding], links: PageLinks, token: Secret?, in language: Language,
        nonce: @escaping () -> String = { "" }
    ) {
        self.product = product
        self.menu = menu
        self.token = token
        self.language = language
        content = ScreenContent(links: links, token: token, in: language, nonce: nonce)
    }

    /// Returns the whole document.
    package func document(_ page: BrowserPage) -> Markup {
        let refresh: Markup = page.isWaiting ? "<meta http-equiv=\"refresh\" content=\"1\">" : ""
        let form = page.screen.view.form
        let hasRemark = form?.fields.contains { $0.remark != nil } == true
        let failed = page.hasFailed || hasRemark || form != nil && page.screen.exitStatus != .success
        let error = failed ? language.text(en: "Error: ", ja: "エラー: ") : ""
        let title = content.heading(of: page.screen).trimmingSuffix(".")
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
            \(menu.map { content.control($0, page) })
            <a href="\(Place.usecases)">\(language.text(en: "All use cases", ja: "すべてのユースケース"))</a>
            </nav>
            </header>
            <main id="content">
            \(page.isWaiting ? content.waiting(page) : content.markup(of: page))
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
            \(content.hidden(["token": token.reveal(), "back": page.path, "query": FormFields.text(of: page.texts)]))
            \(buttons)
            </form>
            """
    }
}

extension String {
    fileprivate func trimmingSuffix(_ suffix: String) -> String {
        hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
    }
}
