import Foundation
import HTTPTypes
import Usecases
import UsecasesTesting

@testable import CalearningDomain
@testable import CalearningInfrastructure
@testable import UsecasesAPIClient
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
        let client = LiveAPIClient(
            GitHubAPIs(address: address, token: Secret(Self.token)), transport: transport, clock: clock,
            timeout: FuzzClock.deadline)
        github = APIGitHub(client: client, clock: clock, hasToken: false)
        status = APIStatusPage(
            client: LiveAPIClient(
                GitHubStatusAPIs(address: address), transport: transport, clock: clock, timeout: FuzzClock.deadline))
        version = APIVersionedAPI(
            client: LiveAPIClient(
                MovableTypeAPIs(address: address), transport: transport, clock: clock, timeout: FuzzClock.deadline))
        backend = APIBackend(
            client: LiveAPIClient(
                BackendAPIs(address: address), transport: transport, clock: clock, timeout: FuzzClock.deadline),
            clock: clock)
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
