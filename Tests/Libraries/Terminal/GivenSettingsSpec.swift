import Testing
import UsecasesEngine
import UsecasesTestSupport

@testable import UsecasesTerminal

private enum Setting: String, SettingName {
    case place = "some-place"
    case trust

    var isDecisive: Bool { self == .trust }
}

@Suite struct 設定の探し方 {
    private func source(
        option: String? = nil, variable: String? = nil, file: String? = nil, of name: Setting = .place,
        in language: Language = .en
    ) -> String? {
        var given = GivenSettings<Setting>(
            product: .sample, options: option.map { [name: $0] } ?? [:],
            variables: variable.map { [name.variable(of: .sample): $0] } ?? [:])
        given.places = file.map { [(name: "/empty", values: [:]), (name: "/c.json", values: [name: $0])] } ?? []
        return given[name].map { "\($0.source.text(in: language)) \($0.text)" }
    }

    @Test func オプション_環境変数_ファイルの順に探し_どこにあったかを伝える() {
        #expect(source(option: "a", variable: "b", file: "c") == "--some-place a")
        #expect(source(variable: "b", file: "c") == "SAMPLE_SOME_PLACE b")
        #expect(source(file: "c") == "some-place in /c.json c")
        #expect(source(file: "c", in: .ja) == "/c.json の some-place c")
        #expect(source() == nil)
    }

    @Test func 空の環境変数はないのと同じ_ただし行き先や信じる相手を決めるものは別() {
        #expect(source(variable: "", file: "c") == "some-place in /c.json c")
        #expect(source(variable: "", file: "c", of: .trust) == "SAMPLE_TRUST ")
    }

    /// Each setting is looked up under the name that corresponds to its option.
    @Test func 共通の設定は環境変数の名を一つずつ持つ() {
        let names = CommonSetting.allCases.map { $0.variable(of: .sample) }

        #expect(Set(names).count == names.count)
        #expect(names.contains("SAMPLE_STATE_DIR"))
    }
}
