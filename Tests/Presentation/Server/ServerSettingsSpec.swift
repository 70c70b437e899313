#if Server
import ArgumentParser
import Foundation
import Testing
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

@testable import CalearningPresentation
@testable import UsecasesService
@testable import UsecasesTerminal

/// A setting with the values that its sources give.
private struct Given {
    let setting: ServerSetting
    let option: String?
    let variable: String?
    let file: String?

    /// At least one source gives a value.
    init(_ setting: ServerSetting, _ choices: inout RandomChoices) {
        let sources = choices.number(in: 1...7)
        let values = Self.values(of: setting, &choices)
        func value(_ source: Int) -> String? { sources & source > 0 ? choices.one(of: values) : nil }
        self.setting = setting
        (option, variable, file) = (value(1), value(2), value(4))
    }

    /// Returns values of the setting other than its default, out of values of every kind.
    private static func values(of setting: ServerSetting, _ choices: inout RandomChoices) -> [String] {
        let number = choices.number(in: 1...99)
        let texts = [
            "1", "\(number)", "\(number + 1)", "\(number)/s", "\(number)m", "off", "10.0.0.\(number)", "::1,10.0.0.0/8",
            "none",
            "debug", "warning", "/\(number)", "sqlite:/\(number)",
        ]
        return texts.filter { text in
            var settings = ServerSettings()
            return setting.read(text, &settings) && !setting.isEqual(settings, ServerSettings())
        }
    }

    var arguments: [String] {
        option.map { [setting == .web ? "--web" : "--\(setting.name)=\($0)"] } ?? []
    }
    var variables: [String: String] {
        variable.map { [setting.variable(of: CompositionRoot.product): $0] } ?? [:]
    }
    var json: String {
        file.map { #"{"\#(setting.name)":\#(setting.form == .number ? $0 : #""\#($0)""#)}"# } ?? "{}"
    }
}

@Suite struct サービスの設定の表 {
    private static let all = ServerSetting.all(of: CompositionRoot.self)

    @Test func どの設定も_オプションと環境変数とファイルのどれでも効き_この順に勝つ() async throws {
        let directory = TemporaryDirectory()
        for setting in Self.all {
            await forAll(16) {
                Given(setting, &$0)
            } holds: { given in
                try directory.write(given.json, to: "c.json")
                let options = try ServerOptions<CompositionRoot>.parse(
                    given.arguments + ["--configuration", directory.path + "/c.json"])

                let found = await options.configuration(in: given.variables)

                var expected = ServerSettings()
                let text = try promised(given.option ?? given.variable ?? given.file)
                try promise(setting.read(text, &expected), "\(text) is a value")
                try promise(setting.isEqual(found.settings, expected), "\(setting.name) is \(text)")
                try promise(found.invalid.subtracting([.tlsCertificate, .tlsKey]), is: [])
            }
        }
        #expect(Set(Self.all.map(\.name)).count == Self.all.count && Self.all.count > 20)
    }

    /// A limit is a number of connections, a time, or a number a second.
    private static let limits = all.compactMap { setting -> (option: String, bound: String)? in
        guard let text = setting.otherwise?.text(in: .en) else { return nil }
        switch setting.valueName {
        case "1-1000000": return (setting.name, Int(text)?.formatted(.number.locale(Locale(identifier: "en_US"))) ?? "")
        case "seconds": return (setting.name, "\(text) s")
        case "n/s|off": return (setting.name, text.replacing("/s", with: " a second"))
        default: return nil
        }
    }

    @Test func 限りの表には_どの限りもその値とともにある() throws {
        let rows = try Repository.text(of: "docs/reference/limits.md").split(separator: "\n")
            .map { $0.split(separator: "|", omittingEmptySubsequences: false) }.filter { $0.count > 4 }
        for limit in Self.limits {
            let named = rows.filter { $0[2].contains("`--\(limit.option)`") }
            #expect(!named.isEmpty, "\(limit.option)")
            for row in named { #expect(row[3].contains(" \(limit.bound)"), "\(limit.option)") }
        }
        #expect(Self.limits.count == 10)
    }
}
#endif
