import Foundation
import HTTPTypes
import UsecasesTesting

@testable import CalearningDomain
@testable import CalearningInfrastructure
@testable import UsecasesAPIClient
@testable import UsecasesEngine
@testable import UsecasesTerminal

extension FuzzTarget {
    /// Any answer of a server leads to a result or to an error that can be reported without secrets.
    ///
    /// The first line is the status.
    static let answers = FuzzTarget(
        name: "answers", sizeLimit: 16 << 10,
        check: .later { bytes in
            let message = FuzzMessage(bytes)
            // Transports deliver no other statuses.
            guard let status = Int(message.first), (100...999).contains(status) else { return }
            var head = HTTPResponse(status: HTTPResponse.Status(code: status))
            for (name, value) in message.fields {
                guard let name = HTTPField.Name(name) else { continue }
                head.headerFields.append(HTTPField(name: name, value: value))
            }
            let calls = try Calls(head, Data(message.body))
            let github = Calls.token
            try await calls.check(github) { calls throws(ErrorWrapper) in _ = try await calls.github.zen() }
            try await calls.check(github) { calls throws(ErrorWrapper) in _ = try await calls.github.user(.example) }
            try await calls.check { calls throws(ErrorWrapper) in _ = try await calls.status.status() }
            try await calls.check { calls throws(ErrorWrapper) in _ = try await calls.version.version() }
            try await calls.check(InstallationKey.example.rawValue) { calls throws(ErrorWrapper) in
                _ = try await calls.backend.publishUDID(for: .example)
            }
        })

    /// A coded body is decoded to one result, or fails in one way, in any division into pieces. No piece exceeds its limit.
    ///
    /// The first byte selects the coding, the second the size of the pieces.
    static let codings = FuzzTarget(
        name: "codings", sizeLimit: 16 << 10,
        check: .now { bytes in
            guard bytes.count >= 2 else { return }
            let names = ["gzip", "deflate", "br"]
            let head = HTTPResponse(
                status: .ok, headerFields: [.contentEncoding: names[Int(bytes[0]) % names.count]])
            let body = Data(bytes[2...])
            let whole = try? decoded(body, of: head, inPiecesOf: max(body.count, 1))
            let pieces = try? decoded(body, of: head, inPiecesOf: Int(bytes[1]) + 1)
            // A result over the limit may be detected before or after a later fault.
            if let whole, let pieces, max(whole.count, pieces.count) <= limit {
                try promise(whole == pieces, "a body is the same in pieces: \(whole.count) and \(pieces.count) bytes")
            }
        })

    private static let limit = 1 << 20

    /// Decodes the body. Stops when the limit is exceeded.
    private static func decoded(_ body: Data, of head: HTTPResponse, inPiecesOf size: Int) throws -> Data {
        guard let decoder = try ContentDecoder(for: head) else { return body }
        var result = Data()
        func read() throws {
            while result.count <= limit {
                let piece = try decoder.read(upTo: 4096)
                if piece.isEmpty { return }
                try promise(piece.count <= 4096, "no more is given out than is asked for")
                result.append(piece)
            }
        }
        for start in stride(from: 0, to: body.count, by: size) {
            decoder.append(body[start..<min(start + size, body.count)])
            try read()
        }
        try decoder.finish()
        return result
    }

    /// A value that is read from a field or an argument is written back unchanged, and has a single meaning.
    static let fields = FuzzTarget(
        name: "fields", sizeLimit: 16 << 10,
        check: .now { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            if let key = InstallationKey(text) { try promise(key.rawValue == text, "a key is its text") }
            if let udid = UDID(text) { try promise("\(udid)" == text, "a UDID is its text") }
            if let uuid = UUIDv7(text) { try promise("\(uuid)" == text, "a UUID is its text") }
            if let login = GitHubLogin(text) {
                try promise(login.rawValue == text && text.utf8.count <= 39, "a login is its text")
            }
            if let trace = TraceContext(traceparent: text) {
                try promise(TraceContext(traceparent: trace.traceparent) == trace, "a trace is read as it is written")
                try promise(
                    text.utf8.starts(with: trace.traceparent.utf8.dropLast(2)) || !text.hasPrefix("00"),
                    "a trace is its text")
            }
            if let address = try? BaseAddress(text) {
                try promise((try? BaseAddress("\(address)")) == address, "\(address) is read as it is written")
                try promise(!address.authority.contains("@"), "an address has no user")
            }
            try checkDates(text)
            let redacted = ("http://user:s3cret@a/" + text).redactedAddress
            try promise(!redacted.contains("s3cret"), "what is told of an address has no password")
        })

    private static func checkDates(_ text: String) throws {
        if let time = Timestamp(httpDate: text) {
            try promise(text.utf8.allSatisfy { $0 < 0x80 }, "a date of HTTP is ASCII")
            try promise(("0000"..."9999").contains("\(time)".prefix(4)), "a date has a year of four digits")
            try promise("\(time)".count == 24, "a time is written in 24 characters")
        }
        let headers: HTTPFields = [.retryAfter: text]
        guard let pause = RetryAfter(headers)?.pause(from: Timestamp(milliseconds: 0)) else { return }
        try promise((.zero ... .seconds(300_000_000_000)).contains(pause), "a pause is bounded")
    }

    /// For any lines, the head of a response is read once. It has a final status and at most one length.
    static let heads = FuzzTarget(
        name: "heads", sizeLimit: 16 << 10,
        check: .now { bytes in
            var reader = ResponseHeadReader()
            var heads: [HTTPResponse] = []
            do {
                for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
                    if let head = try reader.read(line + [0x0A]) { heads.append(head) }
                }
            } catch {
                // An invalid head is rejected.
            }
            guard let head = heads.first else { return }
            try promise(heads.count == 1, "what follows a head is no other one")
            try promise((200...999).contains(head.status.code), "\(head.status) is final")
            let lengths = head.headerFields[values: .contentLength].flatMap { $0.split(separator: ",") }
            try promise(Set(lengths.compactMap { Int($0.filter { $0 != " " && $0 != "\t" }) }).count <= 1, "one length")
            try promise(head.headerFields.count <= ResponseHeadReader.fieldLimit, "fields are bounded")
        })
}

/// A transport that answers every request in the same way.
private struct OneAnswer: HTTPTransport {
    let head: HTTPResponse
    let body: Data

    func exchange(_ request: APIRequest) async throws(TransportError) -> APIResponse {
        APIResponse(head, body: .complete(body), to: request)
    }
}

/// The services of the program, all answered by one server.
private struct Calls {
    static let token = "t0ken-of-the-user"

    let github: APIGitHub
    let status: APIStatusPage
    let version: APIVersionedAPI
    let backend: APIBackend

    init(_ head: HTTPResponse, _ body: Data) throws(BaseAddress.Flaw) {
        let clock = FuzzClock()
        let address = try BaseAddress("https://a.example/v1")
        let transport = OneAnswer(head: head, body: body)
            .followingRedirects()
            .retrying(RetryPolicy(deadline: .seconds(60)), clock: clock, randomSource: SeededRandomSource())
        func client<Service: APIService>(of service: Service) -> LiveAPIClient<Service> {
            LiveAPIClient(service, transport: transport, clock: clock, timeout: FuzzClock.deadline)
        }
        github = APIGitHub(
            client: client(of: GitHubAPIs(address: address, token: Secret(Self.token))), clock: clock, hasToken: false)
        status = APIStatusPage(client: client(of: GitHubStatusAPIs(address: address)))
        version = APIVersionedAPI(client: client(of: MovableTypeAPIs(address: address)))
        backend = APIBackend(client: client(of: BackendAPIs(address: address)), clock: clock)
    }

    /// Checks a call. `secret` is the secret that the call sends.
    func check(_ secret: String? = nil, _ call: (Calls) async throws(ErrorWrapper) -> Void) async throws {
        do throws(ErrorWrapper) {
            try await call(self)
        } catch {
            let report = ErrorReport(error)
            let sentences = [report.message, report.advice].flatMap { [$0.text(in: .en), $0.text(in: .ja)] }
            let shown = sentences + report.causedBy + report.details
            try promise(!shown[0].isEmpty, "an error has a message")
            for text in shown + report.args.values {
                try promise(secret.map { !text.contains($0) } ?? true, "a secret is told to nobody: \(text)")
            }
            let copy = try JSONDecoder().decode(ErrorWrapper.self, from: JSONEncoder().encode(error))
            try promise(copy.name == error.name, "an error is recorded as it was")
        }
    }
}
