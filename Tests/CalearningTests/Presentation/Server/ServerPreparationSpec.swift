#if Server
import Domain
import Foundation
import Testing

@testable import Presentation

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
        settings.certificate = .init(chain: "/none", key: "/none")

        let all = ServerPreparation(settings, except: []) { _ in Sentence("bad") }
        let none = ServerPreparation(settings, except: [.host, .databaseDirectory, .tlsKey]) { _ in Sentence("bad") }

        #expect(all.problems.count == 4)
        #expect(none.problems == [])
    }
}
#endif
