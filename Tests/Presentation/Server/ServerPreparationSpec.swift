#if Server
import Foundation
import NIOCore
import Testing
import Usecases

@testable import CalearningTestSupport

@testable import CalearningPresentation
@testable import UsecasesService
@testable import UsecasesTerminal

@Suite struct サービスの支度 {
    @Test(arguments: [
        ("10.0.0.0/8", "10.0.0.0/8"), ("127.0.0.1", "127.0.0.1"), ("127.0.0.1/32", "127.0.0.1"), ("::1", "::1"),
        ("2001:DB8:0::/32", "2001:db8::/32"), ("0.0.0.0/0", "0.0.0.0/0"), ("::ffff:10.0.0.1", "10.0.0.1"),
    ])
    func アドレスの範囲は受け取れる形で書かれる(text: String, written: String) throws {
        let range = try #require(AddressRange(text))

        #expect("\(range)" == written)
        #expect(AddressRange("\(range)") == range)
    }

    private static let day: Int64 = 24 * 3600 * 1000

    @Test(
        arguments: [
            (-1, "not valid yet"), (0, nil), (85, nil), (86, nil), (87, "less than 14 days"),
            (100, "less than 14 days"),
            (101, "has expired"),
        ] as [(Int64, String?)])
    func 証明書の切れ目は二週間前から告げられる(day: Int64, words: String?) {
        let validity = CertificateValidity(
            begin: Timestamp(milliseconds: 0), end: Timestamp(milliseconds: 100 * Self.day))

        let remark = validity.remark(at: Timestamp(milliseconds: day * Self.day))?.text(in: .en)

        #expect((remark == nil) == (words == nil), "\(remark ?? "")")
        if let words { #expect(remark?.contains(words) == true, "\(remark ?? "")") }
    }

    @Test func 疑わしい設定の上には何も調べない() {
        var settings = ServerSettings(database: .sqlite("/x"))
        settings.host = "999.1.1.1"
        (settings.tlsCertificate, settings.tlsKey) = ("/none", "/none")

        let bad = ServerPreparation.Findings(problem: Sentence("bad"))
        let all = ServerPreparation(settings, except: [], further: bad)
        let none = ServerPreparation(settings, except: [.host, .tlsKey], further: .init())

        #expect(all.problems.count == 4)
        #expect(none.problems == [])
    }

    @Test func 読めないファイルの理由は日本語でも言う() {
        var settings = ServerSettings(database: .sqlite("/x"))
        (settings.tlsCertificate, settings.tlsKey) = ("/dev/null", "/dev/null")

        let preparation = ServerPreparation(settings, except: [.host], further: .init())
        let problems = preparation.problems + SettingsFile("/dev/null", []).problems

        #expect(problems.count == 3)
        for problem in problems { #expect(problem.text(in: .ja).englishPhrases == [], "\(problem.text(in: .ja))") }
    }

    @Test(arguments: [EADDRINUSE, EMFILE]) func 待ち受けられない理由は日本語でも言う(code: Int32) {
        let failure = ServerFailure(
            CannotListen(address: "127.0.0.1:80", cause: IOError(errnoCode: code, reason: "bind")))

        #expect(failure.causes.allSatisfy { $0.hasSuffix(" (errno \(code))") })
        for sentence in [failure.message, failure.advice] {
            #expect(sentence.text(in: .ja).contains(#/[ぁ-ん]/#))
            #expect(sentence.text(in: .ja).englishPhrases == [])
        }
    }

    @Test(arguments: [
        ("127.0.0.1", false), ("127.255.255.255", false), ("::1", false), ("localhost", false), ("0.0.0.0", true),
        ("128.0.0.0", true), ("126.255.255.255", true), ("::", true), ("::2", true), ("calearning.example.org", true),
    ])
    func TLSなしで外から届くなら注意する(host: String, isExposed: Bool) throws {
        var settings = ServerSettings(database: .sqlite("/x"))
        settings.host = host
        func remarks(_ settings: ServerSettings) -> [Sentence] {
            ServerPreparation(settings, except: [.host], further: .init()).remarks(at: Timestamp(milliseconds: 0))
        }

        #expect(remarks(settings).isEmpty == !isExposed)
        settings.trustedProxies = [try #require(AddressRange("10.0.0.0/8"))]
        #expect(remarks(settings) == [])
    }
}
#endif
