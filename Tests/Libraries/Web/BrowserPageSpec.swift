import Testing
import UsecasesEngine
import UsecasesTestSupport

@testable import UsecasesTerminal

@Suite struct ブラウザのページの住所 {
    private static let word = Form.Field(name: "word", label: Sentence("Word"))
    private static let kind = Form.Field(
        name: "kind", label: Sentence("Kind"), choices: ["a", "b"].map { .init($0, label: Sentence($0)) }, initial: "b")
    private static let flag = Form.Field(name: "flag", label: Sentence("Flag"), isOn: true)
    private static let note = Form.Field(name: "note", label: Sentence("Note"), isOptional: true, initial: "n")

    private static func filled(_ fields: [Form.Field], _ texts: [String: String]) -> (BrowserPage, Form) {
        let form = Form(
            heading: Sentence("Form"), fields: fields, action: Sentence("go"), submission: KnockSubmission())
        var page = BrowserPage(Screen("form", form), at: "/web/knock", texts: texts)
        page.fill(form, with: texts)
        return (page, form)
    }

    @Test(
        arguments: [
            ([:], false, ["", "b", "yes", "n"]),
            (["other": "x"], false, ["", "b", "yes", "n"]),
            (["word": "", "kind": "a"], false, ["", "a", "yes", "n"]),
            (["word": "x"], true, ["x", "b", "yes", "n"]),
            (["word": "x", "kind": "a", "note": "", "sent": "yes"], true, ["x", "a", "", ""]),
            (["word": "x", "kind": "z", "flag": "yes", "note": "m", "sent": "yes"], true, ["x", "z", "yes", "m"]),
            (["kind": "a", "sent": "yes"], false, ["", "a", "", ""]),
        ] as [([String: String], Bool, [String])])
    func 打つべき文字があれば足り_送られていない欄は初めのまま(texts: [String: String], answers: Bool, entry: [String]) {
        let (page, form) = Self.filled([Self.word, Self.kind, Self.flag, Self.note], texts)

        let filled = form.fields.map { page.entry[$0.name]?.reveal() }
        #expect(page.answers(form) == answers)
        #expect(filled == entry)
    }

    @Test(arguments: [([:], false), (["note": ""], true), (["sent": "yes"], true)] as [([String: String], Bool)])
    func 何も打たなくてよいフォームも_送られなければ示すだけ(texts: [String: String], answers: Bool) {
        let (page, form) = Self.filled([Self.flag, Self.note], texts)

        #expect(page.answers(form) == answers)
    }

    @Test func 秘密は住所にないので_足りることはない() {
        let secret = Form.Field(name: "secret", label: Sentence("Secret"), isSecret: true)
        let (page, form) = Self.filled([Self.word, secret], ["word": "x", "secret": "y"])

        #expect(!page.answers(form))
    }
}
