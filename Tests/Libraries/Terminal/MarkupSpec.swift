import Testing
import UsecasesEngine
import UsecasesTerminal
import UsecasesTesting

@Suite struct マークアップ {
    /// Returns the text after decoding the five necessary entities.
    @Test func HTMLに書かれた文は_印にならず元に戻る() async {
        await forAll(400) {
            $0.text(0...10, of: "<>&\"'a;端é👩‍💻#3\n")
        } holds: { text in
            let markup: Markup = "<p title=\"\(text)\">"
            let inside = markup.text.dropFirst("<p title=\"".count).dropLast(2)
            try promise(!inside.contains { "<>\"'".contains($0) }, "\(inside) has no marks")
            let entities = ["&lt;": "<", "&gt;": ">", "&quot;": "\"", "&#39;": "'", "&amp;": "&"]
            let read = inside.replacing(#/&(lt|gt|quot|#39|amp);/#) { entities[String($0.0)] ?? "?" }
            try promise(String(read), is: text)
        }
    }

    @Test func 差し込んだマークアップはそのまま() {
        let inner: Markup = "<b>\("&")</b>"

        let markup: Markup = "<i>\(inner)</i>\([inner, inner], separator: "|")"

        #expect(markup.text == "<i><b>&amp;</b></i><b>&amp;</b>|<b>&amp;</b>")
    }
}
