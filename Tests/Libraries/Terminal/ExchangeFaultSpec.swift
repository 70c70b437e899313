import Foundation
import Testing
import UsecasesEngine
import UsecasesTerminal
import UsecasesTestSupport

@Suite struct やりとりの障害の説明 {
    @Test func どの障害にも自分の文がある() {
        let reports = ExchangeFault.examples.map { ErrorReport(ErrorWrapper.example(of: $0)) }

        let english = Set(reports.map { $0.message.text(in: .en) })
        let japanese = Set(reports.map { $0.message.text(in: .ja) })

        #expect(english.count == ExchangeFault.examples.count)
        #expect(japanese.count == ExchangeFault.examples.count)
        #expect(english.isDisjoint(with: japanese))
    }

    @Test(arguments: ExchangeFault.examples)
    func 待つ時間を延ばせと言うのは時間切れのときだけ(fault: ExchangeFault) {
        let report = ErrorReport(ErrorWrapper.example(of: fault))

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
        let report = ErrorReport(ErrorWrapper.example(of: fault))

        let text = report.message.text(in: .en) + report.advice.text(in: .en)

        #expect(words.filter { !text.contains($0) } == [])
    }

    @Test(arguments: ExchangeFault.examples)
    func 書き留めて読み戻しても同じ文になる(fault: ExchangeFault) throws {
        let error = ErrorWrapper.example(of: fault)

        let recorded = try JSONDecoder().decode(ErrorWrapper.self, from: JSONEncoder().encode(error))

        #expect(recorded.fault == fault)
        #expect(ErrorReport(recorded).message == ErrorReport(error).message)
    }
}
