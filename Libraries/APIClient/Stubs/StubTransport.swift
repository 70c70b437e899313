public import Foundation
public import HTTPTypes
import Synchronization
public import UsecasesEngine
import UsecasesSystem

/// A transport that responds to expected requests without a network.
///
/// An unexpected request fails with an error that lists the expected ones. ``verify()`` reports missing requests.
public final class StubTransport: HTTPTransport {
    /// The error of expected requests that were not sent.
    public struct Unmet: Error, CustomStringConvertible {
        /// The missing requests, each with its method and address.
        public let requests: [String]
        /// The list of the missing requests.
        public var description: String { "expected, and did not come: " + requests.joined(separator: ", ") }
    }

    private struct Open {
        let request: ExpectedRequest
        var answers: [StubAnswer]
    }

    private let clock: any Clock
    private let open: Mutex<[Open]>

    /// Creates a stub. The delays of answers are measured on `clock`.
    public init(_ expected: [ExpectedRequest], clock: any Clock) {
        self.clock = clock
        open = Mutex(expected.map { Open(request: $0, answers: $0.answers) })
    }

    /// Calls `perform` with a stub, then verifies that all expected requests were sent.
    public static func expecting<Success: Sendable>(
        _ expected: [ExpectedRequest], clock: any Clock,
        perform: (StubTransport) async throws -> Success
    ) async throws -> Success {
        let stub = StubTransport(expected, clock: clock)
        let result = try await perform(stub)
        try stub.verify()
        return result
    }

    /// Throws ``Unmet`` if an expected request was not sent.
    public func verify() throws(Unmet) {
        let requests = open.withLock { $0.filter { !$0.answers.isEmpty }.map(\.request.description) }
        if !requests.isEmpty { throw Unmet(requests: requests) }
    }

    /// Returns the prepared answer after its delay. Throws if the request is not expected or not valid.
    public func exchange(_ request: APIRequest) async throws(TransportError) -> APIResponse {
        CostMeter.count(\.exchanges)
        if let flaw = request.flaw { throw TransportError(.unsendable(flaw), request: request) }
        let answer = try answer(to: request)
        do {
            try await clock.sleep(for: answer.delay)
        } catch {
            throw TransportError(.cancelled, request: request)
        }
        switch answer.outcome {
        case .failure(let kind): throw TransportError(kind, request: request)
        case .response(let head, let data):
            guard !request.isStreamed else {
                return APIResponse(head, body: .stream(HTTPBodyStream(of: data)), to: request)
            }
            guard data.count <= request.responseLimit else {
                throw TransportError(
                    .tooLarge(limit: request.responseLimit, status: head.status.code), request: request)
            }
            return APIResponse(head, body: .complete(data), to: request)
        }
    }

    private func answer(to request: APIRequest) throws(TransportError) -> StubAnswer {
        let (answer, expected) = open.withLock { open -> (StubAnswer?, [String]) in
            let candidates = open.indices.filter { !open[$0].answers.isEmpty }
            guard let index = candidates.first(where: { open[$0].request.matches(request) }) else {
                return (nil, candidates.map { open[$0].request.description })
            }
            return (open[index].answers.removeFirst(), [])
        }
        if let answer { return answer }
        let came = "\(request.head.method.rawValue) \(Redaction(request).redact(request.url))"
        let body = request.body.isEmpty ? "" : " with \(request.body.shown(for: request))"
        let wanted = expected.isEmpty ? "no request" : expected.joined(separator: ", ")
        throw TransportError(.unexpected("\(wanted) was expected, and \(came)\(body) came"), request: request)
    }
}

/// The answer of a stub, with its delay.
public struct StubAnswer: Sendable {
    enum Outcome: Sendable {
        case response(HTTPResponse, Data)
        case failure(TransportError.Kind)
    }

    let outcome: Outcome
    let delay: Duration

    private init(_ outcome: Outcome, _ delay: Duration) {
        self.outcome = outcome
        self.delay = delay
    }

    /// Creates a response with a payload of data. By default, the headers declare JSON.
    public static func response(
        _ status: Int = 200, _ payload: Data = Data(), headers: HTTPFields = [.contentType: "application/json"],
        delay: Duration = .zero
    ) -> StubAnswer {
        StubAnswer(.response(HTTPResponse(status: .init(code: status), headerFields: headers), payload), delay)
    }

    /// Creates a response with a payload of text. By default, the headers declare JSON.
    public static func response(
        _ status: Int = 200, _ text: String, headers: HTTPFields = [.contentType: "application/json"],
        delay: Duration = .zero
    ) -> StubAnswer {
        response(status, Data(text.utf8), headers: headers, delay: delay)
    }

    /// Creates a response with the content of a file. Throws if the file cannot be read.
    public static func fixture(
        _ file: URL, status: Int = 200, headers: HTTPFields = [.contentType: "application/json"],
        delay: Duration = .zero
    ) throws -> StubAnswer {
        response(status, try InputFile.read(file.path(percentEncoded: false)), headers: headers, delay: delay)
    }

    /// Creates a failure of the given kind.
    public static func failure(_ kind: TransportError.Kind, delay: Duration = .zero) -> StubAnswer {
        StubAnswer(.failure(kind), delay)
    }
}

/// A request that a stub expects, with the answers to return in order.
public struct ExpectedRequest: Sendable {
    let method: HTTPRequest.Method
    /// The path with its query, on any host.
    let path: String
    /// The body as text, without secrets. `nil` for any body.
    let body: String?
    let answers: [StubAnswer]

    /// Creates a request that is expected once for each answer. `path` is the path as sent, with its query.
    public init(
        _ method: HTTPRequest.Method, _ path: String, body: String? = nil, answers: [StubAnswer]
    ) {
        self.method = method
        self.path = path
        self.body = body
        self.answers = answers
    }

    /// Creates a request that is expected once. `body` is `nil` for any body.
    public init(_ method: HTTPRequest.Method, _ path: String, body: String? = nil, _ answer: StubAnswer) {
        self.init(method, path, body: body, answers: [answer])
    }

    func matches(_ request: APIRequest) -> Bool {
        request.head.method == method && request.head.path == path
            && (body.map { request.body.shown(for: request) == $0 } ?? true)
    }
}

extension ExpectedRequest: CustomStringConvertible {
    /// The method, the path and the body.
    public var description: String {
        "\(method.rawValue) \(path)" + (body.map { " with \($0)" } ?? "")
    }
}

extension HTTPBody {
    /// Returns the body as text, without secrets. The boundary of a form is replaced by a fixed name.
    func shown(for request: APIRequest) -> String {
        guard let data else { return "‹\(length) bytes›" }
        var text = String(decoding: data, as: UTF8.self)
        let type = request.head.headerFields[.contentType] ?? ""
        if let boundary = type.firstMatch(of: #/boundary=(\S+)/#)?.output.1 { text.replace(boundary, with: "boundary") }
        return Redaction(request).redact(payload: text)
    }
}
