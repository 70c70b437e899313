#if !canImport(Darwin)
import CalearningDomain
import HTTPTypes
import Testing
import Usecases
import UsecasesAPIClient

@testable import CalearningTestSupport

@Suite(.timeLimit(.minutes(5))) struct libcurlによる輸送 {
    @Test func libcurlがなければ何も送らずにそう言う() async throws {
        let server = try LoopbackServer.answering(200, "")
        defer { server.stop() }
        let transport = CurlTransport(libraries: ["libcurl-that-nobody-has.so.4"])

        let error = await #expect(throws: TransportError.self) {
            try await transport.exchange(.fixture(.get, server.address))
        }

        #expect(error?.kind == .missingLibrary)
        let cause = try #require(error?.causedBy)
        #expect("\(cause)".contains("libcurl-that-nobody-has.so.4"))
        #expect(server.requests.isEmpty)
    }

    @Test func libcurlでないものも使わない() async throws {
        let transport = CurlTransport(libraries: ["libc.so.6"])

        let error = await #expect(throws: TransportError.self) {
            try await transport.exchange(.fixture(.get, "http://127.0.0.1:9"))
        }

        #expect(error?.kind == .missingLibrary)
    }

    @Test func 途中の応答が際限なく来れば読むのをやめる() async throws {
        let server = try LoopbackServer { connection in
            while connection.send("HTTP/1.1 103 Early Hints\r\nX-Hint: x\r\n\r\n") {}
        }
        defer { server.stop() }
        let transport = CurlTransport()

        let error = await #expect(throws: TransportError.self) {
            try await transport.exchange(.fixture(.get, server.address))
        }

        #expect(error?.kind == .malformed(.headTooLarge))
    }

    /// Fewer header fields than the number that libcurl itself refuses.
    @Test(arguments: [
        String(repeating: "X-Many: x\r\n", count: 2000),
        String(repeating: "X-Long: \(String(repeating: "x", count: 15_000))\r\n", count: 10),
    ])
    func 要らないほど多いヘッダは読まない(fields: String) async throws {
        let server = try LoopbackServer.sending("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\(fields)\r\n")
        defer { server.stop() }
        let transport = CurlTransport()

        let error = await #expect(throws: TransportError.self) {
            try await transport.exchange(.fixture(.get, server.address))
        }

        #expect(error?.kind == .malformed(.headTooLarge))
    }

    @Test func ISO8859_1の値は文字として読める() async throws {
        let server = try LoopbackServer {
            $0.send(
                Array("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX-City: Z".utf8) + [0xFC] + Array("rich\r\n\r\n".utf8))
        }
        defer { server.stop() }

        let response = try await CurlTransport().exchange(.fixture(.get, server.address))

        #expect(response.head.headerFields[.init(literal: "X-City")] == "Zürich")
    }
}
#endif
