#if Server
import HTTPTypes
import Testing
import UsecasesEngine
import UsecasesTesting

@testable import UsecasesService

private struct Preference {
    let name: String
    /// The quality as written, or `nil` for none.
    let quality: String?
    let written: String

    init(_ choices: inout RandomChoices) {
        name = choices.one(of: [
            "ja", "en", "JA", "En", "ja-JP", "en-GB", "ja-Latn-JP-x-a", "fr", "*", "jav", "eng", "x-ja", "",
        ])
        quality = choices.one(of: [
            nil, "0", "0.0", "0.000", "0.001", "0.3", "0.5", "0.50", "0.8", "1", "1.000", "nan", "-1",
        ])
        let space = choices.one(of: ["", " "])
        written =
            choices.one(of: ["", " "]) + name + (quality.map { space + ";" + space + "q=" + $0 } ?? "")
            + choices.one(of: ["", " "])
    }

    var language: Language? {
        let lowercase = name.lowercased()
        return Language.allCases.first { lowercase == $0.rawValue || lowercase.hasPrefix($0.rawValue + "-") }
    }

    var weight: Double { quality.flatMap { Double($0) } ?? 1 }
}

@Suite struct ブラウザへのヘッダ {
    /// Checks that no known language has a greater weight, and that none of the same weight comes first.
    @Test func 選ばれた言語より望まれている言語はない() async {
        await forAll(1000) { choices in
            choices.list(0...8) { Preference(&$0) }
        } holds: { preferences in
            let chosen = BrowserHeaders.preferred(preferences.map(\.written).joined(separator: ","))
            let accepted = preferences.filter { $0.language != nil && $0.weight > 0 }
            guard let place = accepted.firstIndex(where: { $0.language == chosen && isBest($0, in: accepted) }) else {
                try promise(accepted.isEmpty, "an accepted language is chosen")
                try promise(chosen, is: .en)
                return
            }
            for preference in accepted[..<place] {
                try promise(preference.weight < accepted[place].weight, "\(preference.written) comes first")
            }
        }
    }

    private func isBest(_ preference: Preference, in others: [Preference]) -> Bool {
        others.allSatisfy { $0.weight <= preference.weight }
    }

    @Test func どんな文字でも言語は決まる() async {
        await forAll(500) { choices in
            choices.one(of: [choices.text(0...12, of: "jaen-;q=.,01* \t"), choices.text(0...8)])
        } holds: { text in
            let chosen = BrowserHeaders.preferred(text)
            let mentionsJapanese = text.lowercased().contains("ja")
            try promise(chosen == .en || mentionsJapanese, "English unless Japanese is asked for")
        }
    }

    @Test func 一覧がなければ英語で_長い一覧は初めだけを読む() {
        let long = String(repeating: "fr,", count: 100_000)

        #expect(BrowserHeaders.preferred(nil) == .en)
        #expect(BrowserHeaders.preferred(long + "ja") == .en)
        #expect(BrowserHeaders.preferred("ja," + long) == .ja)
        #expect(BrowserHeaders.preferred(String(repeating: "j", count: 1_000_000)) == .en)
    }

    @Test(arguments: [(false, "device", "language"), (true, "__Host-device", "__Host-language")])
    func クッキーはスクリプトにもほかのサイトにも渡らない(isSecure: Bool, device: String, language: String) {
        let headers = BrowserHeaders(isSecure: isSecure)

        let attributes = headers.cookie(headers.deviceCookie, "value").components(separated: "; ")

        #expect(headers.deviceCookie == device && headers.languageCookie == language)
        #expect(attributes.first == "\(device)=value")
        #expect(
            Set(attributes.dropFirst())
                == Set(
                    ["Path=/", "Max-Age=34560000", "HttpOnly", "SameSite=Lax"] + (isSecure ? ["Secure"] : [])))
        #expect(headers.cookie("a", "b", days: 1).contains("Max-Age=86400;"))
    }

    @Test func ページはスクリプトも枠も許さず_どこにも残らない() throws {
        let fields = BrowserHeaders(isSecure: false).page()

        let policy = try #require(fields[.contentSecurityPolicy]).components(separated: "; ")
        #expect(
            Set(policy) == [
                "default-src 'none'", "img-src 'self'", "style-src 'self'", "form-action 'self'", "base-uri 'none'",
                "frame-ancestors 'none'",
            ])
        #expect(fields[.cacheControl] == "no-store")
    }
}

extension String {
    fileprivate func components(separated separator: String) -> [String] {
        split(separator: separator, omittingEmptySubsequences: false).map { String($0) }
    }
}
#endif
