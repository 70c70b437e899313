import CalearningPresentation
import Foundation
import Testing
import Usecases
import UsecasesTerminal

@testable import CalearningTestSupport

@Suite struct やりとりの障害の説明 {
    private struct Cause: ExchangeError, CustomStringConvertible {
        let fault: ExchangeFault?
        let description = "the cause"
        var causedBy: (any Error)? { nil }
    }

    private static let unsendable = [
        ExchangeFault.RequestFlaw.header(name: "Authorization"), .noHost, .invalidAddress, .unsupportedScheme,
        .unreadableFiles,
    ].map { ExchangeFault.unsendable(reason: $0) }
    static let faults: [ExchangeFault] =
        ExchangeFault.Disconnection.allCases.map { .disconnected($0) }
        + ExchangeFault.CertificateFlaw.allCases.map { .untrusted($0) }
        + ExchangeFault.AnswerFlaw.allCases.map { .malformed($0) }
        + [.tooMany(limit: 5), .otherOrigin, .insecure, .otherMethod, .noAddress].map { .redirect($0) }
        + [.insecure, .tooLarge(limit: 1 << 20), .proxy(status: nil), .proxy(status: 407)]
        + unsendable + [.tooManyOpenFiles, .missingLibrary, .unreadableAuthorities]

    static func error(_ fault: ExchangeFault) -> ErrorWrapper {
        let (args, cause) = (["url": "https://server/path"], Cause(fault: fault))
        return switch fault {
        case .disconnected: .service(error: .client(.ネットワーク接続不可), args: args, causedBy: cause)
        case .tooManyOpenFiles, .missingLibrary, .unreadableAuthorities:
            .system(error: .api(.クライアントの初期化に失敗), args: args, causedBy: cause)
        case .untrusted, .insecure, .malformed, .tooLarge, .redirect, .proxy, .unsendable:
            .system(error: .api(.その他のエラー(statusCode: nil)), args: args, causedBy: cause)
        }
    }

    @Test func どの障害にも自分の文がある() {
        let reports = Self.faults.map { ErrorReport(Self.error($0)) }

        let english = Set(reports.map { $0.message.text(in: .en) })
        let japanese = Set(reports.map { $0.message.text(in: .ja) })

        #expect(english.count == Self.faults.count)
        #expect(japanese.count == Self.faults.count)
        #expect(english.isDisjoint(with: japanese))
    }

    @Test(arguments: Self.faults)
    func 待つ時間を延ばせと言うのは時間切れのときだけ(fault: ExchangeFault) {
        let report = ErrorReport(Self.error(fault))

        let text = [report.message, report.advice].map { $0.text(in: .en) + $0.text(in: .ja) }.joined()

        #expect(text.contains("--timeout") == (fault == .disconnected(.timedOut)))
        #expect(!text.contains("calearning service") && !text.contains("calearningのサービス"))
    }

    @Test(arguments: [
        (ExchangeFault.missingLibrary, ["libcurl4", "Debian", "Fedora", "Alpine"]),
        (.unreadableAuthorities, ["--ca-file", "SSL_CERT_FILE"]), (.untrusted(.unknownAuthority), ["--ca-file"]),
        (.proxy(status: 407), ["407", "https_proxy"]), (.redirect(.tooMany(limit: 5)), ["after 5"]),
    ])
    func 何をすればよいかを言う(fault: ExchangeFault, words: [String]) {
        let report = ErrorReport(Self.error(fault))

        let text = report.message.text(in: .en) + report.advice.text(in: .en)

        #expect(words.filter { !text.contains($0) } == [])
    }

    @Test(arguments: Self.faults)
    func 書き留めて読み戻しても同じ文になる(fault: ExchangeFault) throws {
        let error = Self.error(fault)

        let recorded = try JSONDecoder().decode(ErrorWrapper.self, from: JSONEncoder().encode(error))

        #expect(recorded.fault == fault)
        #expect(ErrorReport(recorded).message == ErrorReport(error).message)
    }
}
