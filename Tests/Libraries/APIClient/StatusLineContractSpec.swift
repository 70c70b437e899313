import Foundation
import HTTPTypes
import Testing
import UsecasesAPIClient
import UsecasesEngine
import UsecasesTesting

/// The status lines that a server can send. A status has three digits and is at least 100.
@Suite(.timeLimit(.minutes(5))) struct ステータス行の輸送の契約 {
    private static let interim = [
        "", "HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 102 P\r\n\r\n",
    ]
    private static let bodies = [
        "Content-Length: 0\r\n\r\n", "Content-Length: 2\r\n\r\nok", "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ]
    private static let wrong = [
        "000", "007", "099", "0", "20", "1000", "0200", "99999999999999999999", "-20", "-200", "+200", "2x0", "20x",
        "200x", "1e2", "0x1", "٢٠٠", "２００", "2 0 0", "20 0", "",
    ]

    @Test func 最後の応答になるのは二百から九百九十九までの三桁の数だけで_ほかは読めない応答() async throws {
        let server = try LoopbackServer { connection, request in
            connection.send(request.path.dropFirst().removingPercentEncoding ?? "")
        }
        defer { server.stop() }
        let transport = NetworkTransport()

        await forAll(1000) { choices in
            let status =
                switch choices.number(in: 0...2) {
                case 0: "\(choices.number(near: 0, 100, 199, 200, 999, within: 30))"
                case 1: choices.text(0...5, of: "0123456789+-. \tx")
                default: choices.one(of: Self.wrong)
                }
            return (status, choices.one(of: Self.interim), choices.one(of: Self.bodies))
        } holds: { (status: String, before: String, body: String) in
            let answer = "\(before)HTTP/1.1 \(status) Status\r\nConnection: close\r\n\(body)"
            let path = "/" + (answer.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
            let outcome: Int?
            do throws(TransportError) {
                outcome = try await transport.exchange(.fixture(.get, server.address, path: path)).head.status.code
            } catch {
                outcome = nil
                // After an interim head, there may be none.
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
