extension LoopbackServer {
    /// Returns a server that sends a complete answer with a length.
    package static func answering(
        _ status: Int, _ body: String, headers: [String: String] = ["Content-Type": "application/json"]
    ) throws -> LoopbackServer {
        try LoopbackServer { $0.send(head(status, length: body.utf8.count, headers) + body) }
    }

    /// Returns a server that answers by path, each with a status, a body and headers. It answers 404 without a body for
    /// any other path.
    package static func routing(_ routes: [String: (Int, String, [String: String])]) throws -> LoopbackServer {
        try LoopbackServer { connection, request in
            let (status, body, headers) = routes[request.path] ?? (404, "", [:])
            connection.send(head(status, length: body.utf8.count, headers) + body)
        }
    }

    /// Returns a server that sends the bytes unchanged, and then closes the connection.
    package static func sending(_ text: String) throws -> LoopbackServer {
        try LoopbackServer { $0.send(text) }
    }

    /// Returns a server that sends nothing until the client gives up.
    package static func neverAnswering() throws -> LoopbackServer {
        try LoopbackServer { $0.waitForHangUp() }
    }

    package static func head(_ status: Int, length: Int?, _ headers: [String: String] = [:]) -> String {
        var lines = ["HTTP/1.1 \(status) Status", "Connection: close"] + headers.map { "\($0): \($1)" }
        if let length { lines.append("Content-Length: \(length)") }
        return lines.joined(separator: "\r\n") + "\r\n\r\n"
    }
}
