import Foundation
import HTTPTypes
import Synchronization
public import Usecases

/// Answers only the requests that it expects, offline.
///
/// An unexpected request fails with an error that lists the expected ones; missing requests are reported by ``verify()``.
public final class StubTransport: HttpTransport {
    /// Expected requests that were not made.
    public struct Unmet: Error, CustomStringConvertible {
        package let requests: [String]
        /// The list of the missing requests.
        public var description: String { "expected, and did not come: " + requests.joined(separator: ", ") }
    }

    private struct Open {
        let request: ExpectedRequest
        var answers: [StubAnswer]
    }

    private let clock: any Clock
    private let open: Mutex<[Open]>

    /// `clock` times the delays of answers.
    public init(_ expected: [ExpectedRequest], clock: any Clock) {
        self.clock = clock
        open = Mutex(expected.map { Open(request: $0, answers: $0.answers) })
    }

    /// Provides a stub, and verifies at the end that all expected requests were made.
    package static func expecting<Success: Sendable>(
        _ expected: [ExpectedRequest], clock: any Clock,
        perform: (StubTransport) async throws -> Success
    ) async throws -> Success {
        let stub = StubTransport(expected, clock: clock)
        let result = try await perform(stub)
        try stub.verify()
        return result
    }

    /// Throws ``Unmet`` if an expected request was not made.
    public func verify() throws(Unmet) {
        let requests = open.withLock { $0.filter { !$0.answers.isEmpty }.map(\.request.description) }
        if !requests.isEmpty { throw Unmet(requests: requests) }
    }

    /// Answers after the delay of the answer; throws if the request is not expected, or not valid.
    public func exchange(_ request: HttpRequest) async throws(TransportError) -> HttpResponse {
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
                return HttpResponse(head, body: .stream(HttpBodyStream(of: data)), to: request)
            }
            guard data.count <= request.responseLimit else {
                throw TransportError(
                    .tooLarge(limit: request.responseLimit, status: head.status.code), request: request)
            }
            return HttpResponse(head, body: .complete(data), to: request)
        }
    }

    private func answer(to request: HttpRequest) throws(TransportError) -> StubAnswer {
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
