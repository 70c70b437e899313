import Foundation
import HTTPTypes
import Testing
import Usecases
import UsecasesAPIClient
import UsecasesTesting

@testable import CalearningTestSupport

/// The status lines that a server can send. A status has three digits and is at least 100.
@Suite(.timeLimit(.minutes(5))) struct ステータス行の輸送の契約 {
    private static let interim = [
        "", "HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 102 P\r\n\r\n",
    ]

    @Test(
        arguments: [
            "000", "001", "007", "042", "050", "099", "0", "7", "20", "1000", "2000", "0200", "99999999999999999999",
            "-1", "-20", "-200", "+200", "abc", "2x0", "20x", "200x", "1e2", "0x1", "٢٠٠", "２００", "2 0 0", "20 0", "",
        ], interim)
    func 三桁の数でないステータスは読めない応答(status: String, before: String) async throws {
        for body in [
            "Content-Length: 0\r\n\r\n", "Content-Length: 2\r\n\r\nok", "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "\r\n",
        ] {
            let server = try LoopbackServer.sending("\(before)HTTP/1.1 \(status) Status\r\n\(body)")
            defer { server.stop() }

            let error = await #expect(throws: TransportError.self) {
                try await NetworkTransport(authorities: nil).exchange(.fixture(.get, server.address))
            }

            #expect(error?.kind == .malformed(.head), "\(body.debugDescription) \(String(describing: error?.causedBy))")
        }
    }

    @Test func 最後の応答になるのは二百から九百九十九までの三桁の数だけ() async throws {
        let server = try LoopbackServer { connection, request in
            let status = request.path.dropFirst().removingPercentEncoding ?? ""
            connection.send("HTTP/1.1 \(status) Status\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
        }
        defer { server.stop() }
        let transport = NetworkTransport(authorities: nil)

        await forAll(300) { choices in
            choices.isTrue()
                ? "\(choices.number(near: 0, 100, 199, 200, 999, within: 30))"
                : choices.text(0...5, of: "0123456789+-. \tx")
        } holds: { (status: String) in
            let path = "/" + (status.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
            let outcome: Int?
            do throws(TransportError) {
                outcome = try await transport.exchange(.fixture(.get, server.address, path: path)).head.status.code
            } catch {
                outcome = nil
                let isInterim = status.wholeMatch(of: #/ *1[0-9]{2}( .*)?/#) != nil
                let isClear = [.malformed(.head), .malformed(.notHTTP)].contains(error.kind)
                try promise(
                    isClear || isInterim && error.kind == .disconnected(.connectionLost), "\(error.kind) is clear")
            }
            // Servers may write more than one space before the status.
            let expected = status.firstMatch(of: #/^ *([2-9][0-9]{2})(?: |$)/#).flatMap { Int($0.output.1) }
            try promise(outcome, is: expected)
        }
    }
}
