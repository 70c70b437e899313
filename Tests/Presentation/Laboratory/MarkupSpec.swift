import CalearningPresentation
import Testing
import UsecasesTerminal

@testable import CalearningTestSupport

@Suite struct マークアップ {
    @Test func 差し込んだ文字はすべてエスケープする() {
        let text = #"<b a='1' c="2">&amp;</b>"#

        let markup: Markup = "<i>\(text)</i>"

        #expect(markup.text == "<i>&lt;b a=&#39;1&#39; c=&quot;2&quot;&gt;&amp;amp;&lt;/b&gt;</i>")
    }

    @Test func 差し込んだマークアップはそのまま() {
        let inner: Markup = "<b>\("&")</b>"

        let markup: Markup = "<i>\(inner)</i>\([inner, inner], separator: "|")"

        #expect(markup.text == "<i><b>&amp;</b></i><b>&amp;</b>|<b>&amp;</b>")
    }

    @Test func 文書に置けない文字は置き換える() {
        let text = "a\u{0}b\u{1B}c\u{85}d\ne\tf"

        let markup: Markup = "\(text)"

        #expect(markup.text == "a\u{FFFD}b\u{FFFD}c\u{FFFD}d\ne\tf")
    }

    @Test func 日本語と絵文字は変わらない() {
        let text = "条件_主語は動作 → ✗ 👩‍💻"

        let markup: Markup = "\(text)"

        #expect(markup.text == text)
    }
}
