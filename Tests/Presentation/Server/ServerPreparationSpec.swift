#if Server
import Foundation
import NIOCore
import Testing
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

@testable import CalearningPresentation
@testable import UsecasesService
@testable import UsecasesTerminal

@Suite struct サービスの支度 {
    @Test func 証明書には有効でないときと期限の十四日前からだけ一言ある() async {
        let day: Int64 = 86_400_000
        await forAll { choices in
            let begin = 1000 * day
            let end = begin + choices.number(near: 0, 14 * day, 90 * day, within: day)
            return (begin, end, choices.one(of: [begin, end, end - 14 * day]) + choices.number(in: -2...2))
        } holds: { begin, end, now in
            let validity = CertificateValidity(
                begin: Timestamp(milliseconds: begin), end: Timestamp(milliseconds: end))

            let remark = validity.remark(at: Timestamp(milliseconds: now))?.text(in: .en)

            try promise(remark == nil, is: now >= begin && now <= end - 14 * day)
            try promise(remark?.contains("has expired") == true, is: now > end)
            try promise(
                remark?.contains("less than 14 days") == true, is: now >= begin && now <= end && now > end - 14 * day)
            try promise(remark?.contains("not valid yet") == true, is: now < begin && now <= end)
        }
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

    @Test(arguments: [
        (59_001, 59_001, "127.0.0.1", true), (59_001, 59_001, "127.0.0.2", false),
        (59_001, 59_002, "127.0.0.1", false), (0, 0, "127.0.0.1", false),
    ])
    func 管理のポートは_同じホストのほかのポートか自動のもの(port: Int, management: Int, host: String, isRefused: Bool) {
        var settings = ServerSettings(database: .sqlite("/x"))
        (settings.host, settings.managementHost) = ("127.0.0.1", host)
        (settings.port, settings.managementPort) = (port, management)

        let problems = ServerPreparation(settings, except: [], further: .init()).problems.map { $0.text(in: .en) }

        #expect(problems.contains { $0.hasPrefix("management-port is the port") } == isRefused, "\(problems)")
    }

    @Test func 接続は開けるファイルの数から_ほかに使うものを除いた数まで() async {
        await forAll { choices in
            let reserved = 128 + ConnectionPlaces.reserved
            return (
                choices.number(near: 0, reserved, 3 * reserved, 1024, 1_000_000, within: 3),
                choices.number(in: 1...2000),
                choices.isTrue()
            )
        } holds: { files, configured, isManaged in
            var settings = ServerSettings(database: .sqlite("/x"))
            settings.maximumConnections = configured
            settings.managementPort = isManaged ? 1 : nil
            let log = RecordedLog()

            let limited = settings.withinLimits(ofFiles: files, logger: log.logger).maximumConnections

            let others = 128 + ConnectionPlaces.reserved * (isManaged ? 3 : 1)
            try promise(limited, is: min(configured, max(1, files - others)))
            try promise(log.lines.isEmpty, is: limited == configured)
        }
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
            listeningOn: "127.0.0.1:80", cause: IOError(errnoCode: code, reason: "bind"))

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
    func TLSなしで外から届くなら注意し_ページは見せない(host: String, isExposed: Bool) throws {
        var settings = ServerSettings(database: .sqlite("/x"))
        settings.host = host
        func check(isExposed: Bool) {
            for isWeb in [false, true] {
                settings.web = isWeb
                let found = ServerPreparation(settings, except: [.host], further: .init())
                #expect(found.remarks(at: Timestamp(milliseconds: 0)).isEmpty == !isExposed)
                #expect(found.problems.count == (isExposed && isWeb ? 1 : 0))
                #expect(found.problems.allSatisfy { $0.text(in: .en).hasPrefix("web needs TLS.") })
            }
        }

        check(isExposed: isExposed)
        settings.trustedProxies = [try #require(AddressRange("10.0.0.0/8"))]
        check(isExposed: false)
    }
}
#endif
