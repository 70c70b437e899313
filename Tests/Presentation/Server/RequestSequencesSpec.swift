#if Server
import Foundation
import CalearningPresentation
import Testing
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

@testable import UsecasesService

/// A request as it is sent, and the rule of RFC 9110 and 9112, or of the contract, for its answer.
private struct Sent {
    enum Ending { case never, always, perhaps }

    let name: String
    let head: String
    var body: [UInt8] = []
    let status: Int
    var ending = Ending.never
    var isInvited = false
    var isNew = false
}

extension Sent {
    private static let json = "Content-Type: application/json\r\n"
    private static let device = Array(#"{"appDeviceKbn":11}"#.utf8)

    private static func head(_ line: String, _ fields: String = "", version: String = "1.1") -> String {
        "\(line) HTTP/\(version)\r\nHost: a\r\n\(fields)\r\n"
    }

    private static func post(_ fields: String, length: Int? = nil) -> String {
        head("POST /udids", fields + "Content-Length: \(length ?? device.count)\r\n")
    }

    /// The body in chunks of random lengths, with or without an extension and a trailer.
    private static func chunked(_ body: [UInt8], _ randomness: inout SeededRandomSource) -> [UInt8] {
        var text = ""
        var rest = body[...]
        while !rest.isEmpty {
            let chunk = rest.prefix(.random(in: 1...rest.count, using: &randomness))
            rest = rest.dropFirst(chunk.count)
            text += String(chunk.count, radix: 16) + (Bool.random(using: &randomness) ? ";x=1" : "") + "\r\n"
            text += String(decoding: chunk, as: UTF8.self) + "\r\n"
        }
        return Array("\(text)0\r\n\(Bool.random(using: &randomness) ? "X-Trailer: a\r\n" : "")\r\n".utf8)
    }

    static func all(_ randomness: inout SeededRandomSource) -> [Sent] {
        let chunks = "\(json)Transfer-Encoding: chunked\r\n"
        let long = [UInt8](repeating: UInt8(ascii: " "), count: 16 * 1024 - device.count)
        return [
            Sent(name: "get", head: head("GET /health"), status: 200),
            Sent(
                name: "get with a body", head: head("GET /health", "Content-Length: 19\r\n"), body: device, status: 200),
            Sent(name: "post", head: post(json), body: device, status: 201, isNew: true),
            Sent(
                name: "chunks", head: head("POST /udids", chunks), body: chunked(device, &randomness), status: 201,
                isNew: true),
            Sent(
                name: "expect", head: post("\(json)Expect: 100-continue\r\n"), body: device, status: 201,
                isInvited: true, isNew: true),
            Sent(
                name: "expect, chunks", head: head("POST /udids", "\(chunks)Expect: 100-Continue\r\n"),
                body: chunked(device, &randomness), status: 201, isInvited: true, isNew: true),
            Sent(
                name: "two keys", head: post("\(json)Idempotency-Key: a\r\nIdempotency-Key: b\r\n"), body: device,
                status: 400),
            Sent(name: "two types", head: post("\(json)Content-Type: text/plain\r\n"), body: device, status: 415),
            Sent(name: "no type", head: post(""), body: device, status: 415),
            Sent(name: "no object", head: post(json), body: Array("[1234567890, 12345]".utf8), status: 400),
            Sent(
                name: "the longest body", head: post(json, length: 16 * 1024), body: long + device, status: 201,
                isNew: true),
            Sent(
                name: "a byte more", head: post(json, length: 16 * 1024 + 1), body: long + device + [0x20], status: 413,
                ending: .perhaps),
            Sent(
                name: "a byte more in chunks", head: head("POST /udids", chunks),
                body: chunked(long + device + [0x20], &randomness), status: 413, ending: .perhaps),
            Sent(name: "nothing there", head: head("GET /nothing"), status: 404),
            Sent(name: "another method", head: head("DELETE /udids"), status: 405),
            Sent(name: "close", head: head("GET /health", "Connection: close\r\n"), status: 200, ending: .always),
            Sent(
                name: "keep-alive and close",
                head: head("GET /health", "Connection: keep-alive\r\nConnection: close\r\n"),
                status: 200, ending: .always),
            Sent(name: "HTTP/1.0", head: head("GET /health", version: "1.0"), status: 200, ending: .always),
            Sent(
                name: "HTTP/1.0, kept", head: head("GET /health", "Connection: keep-alive\r\n", version: "1.0"),
                status: 200),
            Sent(name: "two hosts", head: head("GET /health", "Host: b\r\n"), status: 400, ending: .always),
            Sent(
                name: "two lengths", head: head("POST /udids", "\(json)Content-Length: 19\r\nContent-Length: 20\r\n"),
                body: device, status: 400, ending: .always),
            Sent(
                name: "length and chunks", head: head("POST /udids", "\(chunks)Content-Length: 19\r\n"),
                body: chunked(device, &randomness), status: 400, ending: .always),
            Sent(name: "no request", head: "\u{1}\u{2}\r\n\r\n", status: 400, ending: .always),
        ]
    }
}

private func final(_ bytes: [UInt8]) -> [RawAnswer] { RawAnswer.all(in: bytes).filter { $0.status != 100 } }

/// Sends all requests together, cut anywhere. Returns the answers until the connection is closed.
private func pipelined(_ requests: [Sent], _ port: Int, _ randomness: inout SeededRandomSource) async throws
    -> [RawAnswer]
{
    let connection = try RawConnection(port: port)
    var rest = requests.flatMap { Array($0.head.utf8) + $0.body }[...]
    while !rest.isEmpty {
        let piece = rest.prefix(
            .random(in: 1...max(1, rest.count / .random(in: 1...8, using: &randomness)), using: &randomness))
        rest = rest.dropFirst(piece.count)
        guard connection.send(piece) else { break }
    }
    return final(await connection.read())
}

/// Sends each request after the previous answer. A body that expects an invitation is sent after it.
private func inTurn(_ requests: [Sent], _ port: Int) async throws -> [RawAnswer] {
    let connection = try RawConnection(port: port)
    var answers: [RawAnswer] = []
    for request in requests {
        connection.send(request.head)
        if request.isInvited { await expect(connection.answer()?.status, equals: 100, "\(request.name)") }
        connection.send(request.body)
        guard let answer = await connection.answer() else { break }
        answers.append(answer)
        if answer.headers["connection"] == "close" { break }
    }
    connection.finish()
    await expect(connection.read(), equals: [])
    return answers
}

/// Compares sequences of requests on one connection with the rule for each single request. Requests do not change each
/// other's answers, and no answer follows the last one.
@Suite(.timeLimit(.minutes(5))) struct 一つの接続の要求の列 {
    @Test(arguments: [true, false]) func 答えはどれも_その要求だけの答えと同じ(isPipelined: Bool) async throws {
        try await RunningService.run { port in
            var randomness = SeededRandomSource.unpredictable()
            let comment = randomness.comment
            var udids: Set<String> = []
            for _ in 0..<80 {
                var requests: [Sent] = []
                for _ in 0..<Int.random(in: 1...12, using: &randomness) {
                    let all = Sent.all(&randomness)
                    // Requests that end the connection are rare, so others follow each other.
                    let drawn = all.filter { $0.ending != .always || .random(in: 0..<6, using: &randomness) == 0 }
                    requests.append(drawn[.random(in: 0..<drawn.count, using: &randomness)])
                }
                requests.append(Sent.all(&randomness).first { $0.name == "close" }!)
                let names = requests.map(\.name)

                let answers =
                    isPipelined
                    ? try await pipelined(requests, port, &randomness) : try await inTurn(requests, port)

                #expect(!answers.isEmpty, "\(names) \(comment)")
                #expect(answers.map(\.status) == requests.prefix(answers.count).map(\.status), "\(names) \(comment)")
                for (index, (request, answer)) in zip(requests, answers).enumerated() {
                    let closes = answer.headers["connection"] == "close"
                    #expect(closes == (index == answers.count - 1), "\(index) of \(names) \(comment)")
                    if request.ending != .perhaps {
                        #expect(closes == (request.ending == .always), "\(index) of \(names) \(comment)")
                    }
                    #expect((answer.code != nil) == (request.status >= 400), "\(index) of \(names) \(comment)")
                    if request.isNew {
                        #expect(udids.insert(answer.udid ?? "").inserted, "\(index) of \(names) \(comment)")
                    }
                }
            }
        }
    }
}
#endif
