import Foundation
import HTTPTypes
import Testing
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@testable import UsecasesAPIClient

/// Secrets in every part of a request, and every report about it.
@Suite(.timeLimit(.minutes(5))) struct 秘密 {
    /// The secrets contain all characters that need escaping anywhere.
    private static let secrets = [
        "header": "h3ader\"secret", "token": "t0ken+/=secret", "query": "qu3ry secret&=/", "body": "b0dy\"\\secret/",
        "path": "p4th secret/", "form": "f0rm secret+", "part": "p4rt secret\n", "cookie": "c00kie-secret",
        "answer": "4nswer-secret", "key": "k3y-secret",
    ]

    private static func secret(_ name: String) -> Secret { Secret(secrets[name] ?? "") }

    private struct Vault: APIService {
        let address: BaseAddress
        var headers: HTTPFields {
            var headers = HTTPFields()
            headers.append(.secret(.init(literal: "X-Api-Key"), secret("header")))
            headers.append(.secret(.init(literal: "Idempotency-Key"), secret("key")))
            return headers
        }
    }

    private struct Open: API {
        typealias Service = Vault
        struct Entity: Codable, Sendable { let door: Int }

        let method: Method
        var path: Path { "/vaults/\(secret("path"))/open" }
        var query: Query { ["code": secret("query"), "plain": "query"] }
    }

    private struct Parameters: Encodable, Sendable {
        let password: Secret
        let note = "visible-body"
    }

    private static var payloads: [Payload] {
        var form = MultipartForm()
        form.append("password", secret("part"))
        form.append("note", "visible-body")
        return [
            .json(Parameters(password: secret("body"))), .form(["password": secret("form"), "note": "visible-body"]),
            .multipart(form),
        ]
    }

    /// Answers of a server that has received all secrets.
    private static let echoes: [(status: Int, body: @Sendable (APIRequest) throws -> String)] = [
        (200, { _ in #"{"door":"not a number","access_token":"\#(secrets["answer"] ?? "")"}"# }),
        (200, { "you sent \(String(decoding: try $0.body.read(), as: UTF8.self)) to \($0.url)" }),
        (403, { _ in #"{"refresh_token":"\#(secrets["answer"] ?? "")"}"# }),
        (
            403,
            { request in
                let texts = ["no", secrets["token"] ?? "", secrets["header"] ?? ""]
                return String(
                    decoding: try JSONEncoder().encode(["code": texts[0], "title": texts[1], "message": texts[2]]),
                    as: UTF8.self)
            }
        ),
        (500, { "\($0.head.headerFields)" }), (302, { _ in "" }), (0, { _ in "" }),
    ]

    @Test(arguments: 0..<3, 0..<7)
    func どこにも現れない(payload: Int, echo: Int) async throws {
        let server = ClosureTransport { request, _ throws(TransportError) in
            let (status, body) = Self.echoes[echo]
            guard status > 0, let text = try? body(request) else {
                throw TransportError(.disconnected(.connectionLost), request: request)
            }
            let cookie = "s=\(Self.secrets["cookie"] ?? "")"
            return .fixture(
                status, text, headers: [.setCookie: cookie, .location: request.url + "&again"], to: request)
        }
        let address = try BaseAddress("http://vault")
        let token = BearerToken(Self.secret("token"))
        let tokens = BearerTokens(token, clock: ManualClock()) { token }
        let client = LiveAPIClient(
            Vault(address: address), transport: server.authenticating(with: tokens, for: address), clock: ManualClock())
        let api = Open(method: .post(Self.payloads[payload]))

        let thrown = await #expect(throws: ErrorWrapper.self) { try await client.call(api) }

        let error = try #require(thrown)
        let failure = try #require(error.api)
        var dumped = ""
        dump(failure, to: &dumped)
        let everything =
            ["\(error.args)", "\(error)", "\(failure)", failure.debugDescription, failure.report, dumped]
            + error.causes.map { "\($0)" }
            + [error.service.map { "\($0)" }, error.system.map { "\($0)" }].compactMap { $0 }

        // The requests still contained the secrets.
        let sent = try #require(server.requests.first)
        #expect(sent.head.headerFields[.authorization] == "Bearer \(Self.secrets["token"] ?? "")")
        #expect(sent.head.headerFields[.init(literal: "X-Api-Key")] == Self.secrets["header"])
        for text in everything {
            // Every secret contains this word, and no other text does.
            #expect(!text.lowercased().contains("secret"), "\(text)")
        }
        #expect(everything.contains { $0.contains("visible-body") })
    }

    /// Checks secrets in the name of a header field, and at the end of a truncated excerpt of a body.
    @Test(arguments: [200, 404], [0, 991, 999, 4090, 70_000])
    func サーバが思わぬところに書いても現れない(status: Int, place: Int) async throws {
        let secret = Self.secrets["key"] ?? ""
        let name = try #require(HTTPField.Name("X-\(secret)-Y"))
        let server = ClosureTransport { request, _ throws(TransportError) in
            let body = String(repeating: "x", count: place) + secret
            return .fixture(status, body, headers: [name: secret, .contentType: "text/\(secret)"], to: request)
        }
        let client = LiveAPIClient(
            Vault(address: try BaseAddress("http://vault")), transport: server, clock: ManualClock())

        let error = await #expect(throws: ErrorWrapper.self) { try await client.call(Open(method: .get)) }

        let failure = try #require(error?.api)
        for text in [failure.report, error?.system.map { "\($0)" } ?? ""] {
            #expect(!text.contains("k3y"), "\(text)")
        }
    }

    @Test func ほかの文字と結びついても現れない() async {
        await forAll { choices in
            let scalars: [Unicode.Scalar] = ["q", "7", "\u{301}", "あ"]
            let secret = String(String.UnicodeScalarView(choices.list(4...8) { $0.one(of: scalars) }))
            let (before, after) = (choices.one(of: ["", "x", "\""]), choices.one(of: ["", "y", "\u{301}", "\u{302}"]))
            return (secret, before + secret + after)
        } holds: { secret, body in
            let shown = Redaction(.fixture(secrets: [secret])).redact(payload: body)
            try promise(!Array(shown.unicodeScalars).contains(Array(secret.unicodeScalars)), "it is not shown")
        }
    }
}
