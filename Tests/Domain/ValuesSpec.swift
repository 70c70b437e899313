import CalearningDomain
import Testing
import UsecasesEngine
import UsecasesLaboratory
import UsecasesTesting

@testable import CalearningTestSupport

@Suite struct 値オブジェクト {
    @Suite struct 示される値 {
        private static let hostile = "a\n\u{1B}[2J\u{202E}b"

        @Test func 一行になり_長ければ初めだけになる() async {
            await forAll { choices in
                let count = choices.number(in: 198...203)
                return choices.isTrue() ? choices.text(0...20) : choices.text(count...count, of: "a\n日\u{1B}")
            } holds: { text in
                let shown = text.onOneLine
                let scalars = text.unicodeScalars
                try promise(shown.unicodeScalars.contains(where: \.commandsDisplays), is: false)
                if !scalars.contains(where: \.commandsDisplays) {
                    try promise(shown, is: scalars.count <= 200 ? text : String(scalars.prefix(200)) + "…")
                }
                try promise(shown.unicodeScalars.last == "…", is: scalars.count > 200 || scalars.last == "…")
            }
        }

        @Test func 呼び出しとシーンと保存する値に現れる値も一行() {
            let long = String(repeating: "長", count: 300)
            let call = PortCallName(
                port: "DataStore", operation: "get(_:orSave:)", arguments: [Self.hostile, long])
            let scene = SceneText(.basic, Shown.アプリは示す(text: Self.hostile, list: [Self.hostile]))
            let key = Key<String>("text", example: ("stored", "a"))

            #expect(
                "\(call)" == #"DataStore.get(a\n\u{1B}[2J\u{202E}b, orSave: "# + String(repeating: "長", count: 200)
                    + "…)")
            #expect(scene.values == [#"list: ["a\n\u{1B}[2J\u{202E}b"]"#, #"text: a\n\u{1B}[2J\u{202E}b"#])
            #expect("\(key.with(Self.hostile))" == #"text: a\n\u{1B}[2J\u{202E}b"#)
        }

        private enum Shown: SceneName {
            case アプリは示す(text: String, list: [String])
        }
    }

    @Suite struct デバイスの種別 {
        @Test func 端末は11() {
            #expect(DeviceKind.terminal.rawValue == 11)
        }
    }
}
