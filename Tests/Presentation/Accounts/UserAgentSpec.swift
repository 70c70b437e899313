#if Server
import UsecasesEngine
import CalearningDomain
import Testing
import UsecasesTesting

@testable import CalearningPresentation

@Suite struct ブラウザの名前 {
    private static let webKit = "AppleWebKit/537.36 (KHTML, like Gecko)"
    private static let mobileWebKit = "AppleWebKit/605.1.15 (KHTML, like Gecko)"

    @Test(arguments: [
        ("(X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"),
        ("(X11; Ubuntu; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0", "Firefox on Linux"),
        ("(Windows NT 10.0; Win64; x64; rv:141.0) Gecko/20100101 Firefox/141.0", "Firefox on Windows"),
        ("(Macintosh; Intel Mac OS X 10.15; rv:141.0) Gecko/20100101 Firefox/141.0", "Firefox on Mac"),
        ("(Android 15; Mobile; rv:141.0) Gecko/141.0 Firefox/141.0", "Firefox on Android"),
        (
            "(iPhone; CPU iPhone OS 15_6 like Mac OS X) \(mobileWebKit) FxiOS/141.0 Mobile/15E148 Safari/605.1.15",
            "Firefox on iPhone"
        ),
        ("(X11; Linux x86_64) \(webKit) Chrome/139.0.0.0 Safari/537.36", "Chrome on Linux"),
        ("(Windows NT 10.0; Win64; x64) \(webKit) Chrome/139.0.0.0 Safari/537.36", "Chrome on Windows"),
        ("(Macintosh; Intel Mac OS X 10_15_7) \(webKit) Chrome/139.0.0.0 Safari/537.36", "Chrome on Mac"),
        ("(X11; CrOS x86_64 14541.0.0) \(webKit) Chrome/139.0.0.0 Safari/537.36", "Chrome on ChromeOS"),
        ("(Linux; Android 10; K) \(webKit) Chrome/139.0.0.0 Mobile Safari/537.36", "Chrome on Android"),
        (
            "(Linux; Android 14; Pixel 8 Build/UQ1A; wv) \(webKit) Version/4.0 Chrome/139.0.0.0 Mobile Safari/537.36",
            "Chrome on Android"
        ),
        ("(X11; Linux x86_64) \(webKit) HeadlessChrome/139.0.0.0 Safari/537.36", "Chrome on Linux"),
        (
            "(iPhone; CPU iPhone OS 18_6 like Mac OS X) \(mobileWebKit) CriOS/139.0.7258.76 Mobile/15E148 Safari/604.1",
            "Chrome on iPhone"
        ),
        (
            "(iPhone; CPU iPhone OS 18_6 like Mac OS X) \(mobileWebKit) Version/18.6 Mobile/15E148 Safari/604.1",
            "Safari on iPhone"
        ),
        (
            "(iPad; CPU OS 16_7 like Mac OS X) \(mobileWebKit) Version/16.6 Mobile/15E148 Safari/604.1",
            "Safari on iPad"
        ),
        ("(Macintosh; Intel Mac OS X 10_15_7) \(mobileWebKit) Version/18.6 Safari/605.1.15", "Safari on Mac"),
        ("(Windows NT 10.0; Win64; x64) \(webKit) Chrome/139.0.0.0 Safari/537.36 Edg/139.0.0.0", "Edge on Windows"),
        (
            "(Linux; Android 10; K) \(webKit) Chrome/139.0.0.0 Mobile Safari/537.36 EdgA/139.0.0.0",
            "Edge on Android"
        ),
        (
            "(iPhone; CPU iPhone OS 18_6 like Mac OS X) \(mobileWebKit) Version/18.0 EdgiOS/139.0 Mobile/15E148 Safari/604.1",
            "Edge on iPhone"
        ),
        ("(X11; Linux x86_64) \(webKit) Chrome/137.0.0.0 Safari/537.36 OPR/121.0.0.0", "Opera on Linux"),
        (
            "(Linux; Android 15; SAMSUNG SM-S931B) \(webKit) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36",
            "Samsung Internet on Android"
        ),
        ("(Windows NT 10.0; Win64; x64) \(webKit) Chrome/138.0.0.0 Safari/537.36 Vivaldi/7.5", "Vivaldi on Windows"),
        (
            "(Windows NT 10.0; Win64; x64) \(webKit) Chrome/136.0.0.0 YaBrowser/25.6.0.0 Safari/537.36",
            "Yandex on Windows"
        ),
    ])
    func ブラウザとシステムからなる(header: String, name: String) {
        #expect(DeviceName(userAgent: "Mozilla/5.0 " + header)?.rawValue == name)
    }

    @Test(arguments: [
        "", " ", "\0", "curl/8.14.1", "python-requests/2.32.4", "Mozilla/5.0", "Firefox/141.0", "Linux; Android",
        "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
        "Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko",
        "Mozilla/5.0 (X11; Linux x86_64) \(mobileWebKit) Version/18.0 Safari/605.1.15",
        "Mozilla/5.0 (Linux; U; Android 4.0.3) \(mobileWebKit) Version/4.0 Mobile Safari/534.30",
        "Lynx/2.9.2 libwww-FM/2.14", "firefox/1 linux", "\u{1B}[31mFirefox\u{202E}/1 (Linux)",
    ])
    func ほかのものからは作れない(header: String) {
        #expect(DeviceName(userAgent: header) == nil)
    }

    /// The name consists of words of the program only, so a header can put nothing into it.
    @Test func どんな文字列からも知っている言葉だけの名前になる() async {
        let words = ["Firefox/", "Safari/", "iPhone", "Linux", "(", "; ", "\u{202E}", "<b>", "\n", "X"]
        await forAll(500) { choices in
            choices.list(0...12) { choices in choices.one(of: words + [choices.text(0...4)]) }.joined()
        } holds: { header in
            let names = ["Firefox on iPhone", "Firefox on Linux", "Safari on iPhone"]
            let name = DeviceName(userAgent: header)
            try promise(name.map { names.contains($0.rawValue) } ?? true, "\(header) is \(name?.rawValue ?? "")")
        }
    }

    @Test func 初めの千バイトだけが読まれる() {
        let mark = "(Linux) Firefox/"
        let padding = { String(repeating: "あ", count: $0 / 3) + String(repeating: " ", count: $0 % 3) }

        #expect(DeviceName(userAgent: padding(1000 - mark.utf8.count) + mark)?.rawValue == "Firefox on Linux")
        #expect(DeviceName(userAgent: padding(1001 - mark.utf8.count) + mark) == nil)
        #expect(DeviceName(userAgent: String(repeating: "Firefox", count: 1_000_000)) == nil)
    }
}
#endif
