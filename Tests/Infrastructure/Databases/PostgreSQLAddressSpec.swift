#if Server
import Foundation
import Testing
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

@testable import CalearningInfrastructure
@testable import UsecasesSystem

@Suite struct PostgreSQLの所在 {
    private static let secret = "pl@nted/s3cret:?%#"
    private static let encoded = "pl%40nted%2Fs3cret%3A%3F%25%23"

    @Test(arguments: [
        ("postgres://u@h/d", "postgres://u@h/d"),
        ("postgresql://u:p@h:5433/d?sslmode=require", "postgres://u@h:5433/d"),
        ("postgres://u:p@a:1,b:2/d", "postgres://u@a:1,b:2/d"),
        ("postgres://a,b/d?port=7", "postgres://a:7,b:7/d"),
        ("postgres://[::1]:5/d", "postgres://[::1]:5/d"),
        ("postgres://u@/d?host=/run/pg&port=5433", "postgres://u@/d?host=/run/pg&port=5433"),
        ("postgres://h/d?user=u&password=p", "postgres://u@h/d"),
        ("postgres://", "postgres://"),
    ])
    func 誰がどこにあるかだけが書かれる(url: String, expected: String) throws {
        #expect("\(try PostgreSQLAddress(url))" == expected)
    }

    @Test(arguments: [
        "", "h", "mysql://h/d", "host=h password=planted", "postgres://u:pl@nted@h/d", "postgres://u:pl/anted@h/d",
        "postgres://u:planted/x", "postgres://u:%zz@h/d", "postgres://u:p@h/d?planted=1", "postgres://u:p@h:planted/d",
        "postgres://u:p@h:99999/d", "postgres://[::1/d",
    ])
    func 誤った所在は断られる(url: String) throws {
        #expect(throws: PostgreSQLAddress.Invalid.self) { try PostgreSQLAddress(url) }
    }

    /// The name of an unknown parameter could be the rest of a password.
    @Test(
        arguments: [
            ("postgres://u:p@h/d?pgbouncer=true", "'pgbouncer'"),
            ("postgres://h/d?sslmode=require&schema=x", "'schema'"),
            ("postgres://h/d?password=a&planted=b", nil), ("postgres://u:pl?nted&x=y@h/d?%zz=1", nil),
            ("postgres://h/d?sslmode=bogus", "sslmode must be one of"),
            ("postgres://h/d?sslmode=", "sslmode must be one of"),
            ("postgres://h/d?target_session_attrs=master", "target_session_attrs must be one of"),
            ("postgres://h/d?connect_timeout=soon", "connect_timeout must be a whole number"),
        ] as [(String, String?)])
    func どのパラメータが悪いかが分かる(url: String, words: String?) throws {
        let error = #expect(throws: PostgreSQLAddress.Invalid.self) { try PostgreSQLAddress(url) }

        let problem = error?.problem
        #expect((problem == nil) == (words == nil))
        if let words { #expect(problem?.text(in: .en).contains(words) == true) }
    }

    @Test(arguments: ["libnowhere.so.5", "libm.so.6"])
    func 使えないライブラリは断られる(name: String) {
        #expect(throws: LibraryUnavailable.self) { try PostgreSQLLibrary(names: [name]) }
    }

    @Test(arguments: [
        "postgres://u:\(encoded)@127.0.0.1:1/d", "postgres://u@127.0.0.1:1/d?password=\(encoded)",
        "postgres://u@127.0.0.1:1/d?sslpassword=\(encoded)", "postgres://u:\(encoded)@/d?host=/nowhere",
        "postgres://u:\(encoded)@nowhere.invalid/d",
        "postgres://u:\(encoded)@127.0.0.1:1,localhost:1/d?sslmode=require",
    ])
    func 秘密はどこにも現れない(url: String) async throws {
        let log = RecordedLog()
        let registry = try PostgreSQLDeviceRegistry.fixture(at: url, timeout: .seconds(2), log: log)

        let error = await #expect(throws: ErrorWrapper.self) { try await registry.check() }

        #expect(!log.lines.isEmpty)
        expectNoSecret(in: try shown(error, log, registry, try PostgreSQLAddress(url)))
    }

    @Test func サーバが秘密を繰り返しても現れない() async throws {
        // Sends a protocol error with the password in its message.
        let server = try LoopbackServer(serving: { _, connection in
            let fields =
                "SFATAL\0VFATAL\0C28P01\0Mwrong: \(Self.secret) \(Self.encoded) \(Self.encoded.lowercased()) "
                + "\(Self.secret)\u{301}\0\0"
            let length = UInt32(fields.utf8.count + 4).bigEndian
            connection.send([UInt8(ascii: "E")] + withUnsafeBytes(of: length, Array.init) + Array(fields.utf8))
            connection.waitForHangUp()
        })
        defer { server.stop() }
        let url =
            "postgres://u:\(Self.encoded)@127.0.0.1:\(server.port)/d?gssencmode=disable&sslmode=disable"
        let log = RecordedLog()
        let registry = try PostgreSQLDeviceRegistry.fixture(at: url, log: log)

        let error = await #expect(throws: ErrorWrapper.self) { try await registry.check() }

        let shown = try shown(error, log, registry, try PostgreSQLAddress(url))
        #expect(shown.contains("wrong: [redacted] [redacted] [redacted]"))
        // A combining mark follows the last one.
        #expect(shown.utf8.ranges(of: Self.secret.utf8).isEmpty)
        expectNoSecret(in: shown)
    }

    @Test(arguments: [
        ("postgres://h/d", true), ("postgres://h/d?sslmode=require", true), ("postgres://h/d?sslmode=verify-ca", true),
        ("postgres://h/d?sslmode=verify-full", false), ("postgres:///d", false), ("postgres://localhost/d", false),
        ("postgres://127.0.0.1/d", false), ("postgres://127.255.0.9/d", false), ("postgres://[::1]/d", false),
        ("postgres://u@/d?host=/run/pg", false), ("postgres://localhost,h/d", true),
        ("postgres://127.example.org/d", true),
        ("postgres://localhost/d?hostaddr=192.0.2.1", true), ("postgres://h/d?hostaddr=127.0.0.1", false),
        ("postgres://126.0.0.1/d", true), ("postgres://[::2]/d", true),
    ])
    func 本物かどうか確かめないサーバへの道が分かる(url: String, trustsNetwork: Bool) throws {
        try expect(PostgreSQLAddress(url).trustsNetwork, equals: trustsNetwork)
    }

    private func shown(
        _ error: ErrorWrapper?, _ log: RecordedLog, _ registry: PostgreSQLDeviceRegistry, _ address: PostgreSQLAddress
    ) throws -> String {
        let error = try #require(error)
        var dumped = ""
        dump(error, to: &dumped)
        dump(registry, to: &dumped)
        dump(address, to: &dumped)
        return
            ([
                dumped, "\(error)", String(reflecting: error), "\(error.args)", "\(address)",
                String(reflecting: address),
            ]
            + error.causes.map { "\($0)" } + log.lines).joined(separator: "\n")
    }

    private func expectNoSecret(in text: String) {
        for part in [Self.secret, Self.encoded, Self.encoded.lowercased(), "s3cret"] {
            #expect(!text.contains(part))
        }
    }
}
#endif
