import Foundation
import HTTPTypes
import Testing
import UsecasesTesting

@testable import CalearningTestSupport
@testable import UsecasesAPIClient

@Suite struct HARの性質 {
    private struct Exchange: Sendable {
        let method: HTTPRequest.Method
        let path: String
        let status: Int
        let fields: HTTPFields
        let body: Data
    }

    private static func exchange(_ choices: inout RandomChoices, _ number: Int) -> Exchange {
        var fields = HTTPFields()
        for (name, value) in choices.list(
            0...3, of: { ($0.one(of: ["X-A", "Content-Type"]), $0.text(0...4, of: "ab;/")) })
        {
            if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
        }
        return Exchange(
            method: choices.one(of: [.get, .post, .put, .patch, .delete, .options]),
            path: "/\(number)?q=" + choices.text(0...3, of: "ab%41"), status: choices.number(in: 200...599),
            fields: fields,
            body: Data(choices.isTrue() ? Array(choices.text(0...10).utf8) : choices.bytes(0...10)))
    }

    /// The replayed response equals the recorded one in every bit, for text and for other bytes.
    @Test func 記録して書いて読んだものは_同じ順に同じ答えを返す() async {
        await forAll(100) { choices in
            (0..<choices.number(in: 1...3)).map { Self.exchange(&choices, $0) }
        } holds: { exchanges in
            let server = ClosureTransport { request, number throws(TransportError) in
                let exchange = exchanges[number]
                return APIResponse(
                    HTTPResponse(status: .init(code: exchange.status), headerFields: exchange.fields),
                    body: .complete(exchange.body), to: request)
            }
            let recorder = RecordingTransport(server, clock: ManualClock())
            for exchange in exchanges {
                _ = try await recorder.exchange(.fixture(exchange.method, path: exchange.path))
            }
            let har = recorder.har
            let read = try JSONDecoder().decode(HAR.self, from: har.encoded())
            try promise(read == har, "what is read is what was written")

            let stub = try StubTransport(replaying: read, clock: ManualClock())
            for exchange in exchanges {
                let response = try await stub.exchange(.fixture(exchange.method, path: exchange.path))
                try promise(response.head.status.code, is: exchange.status)
                try promise(response.head.headerFields, is: exchange.fields)
                try promise(Array(response.data), is: Array(exchange.body))
            }
            try stub.verify()
        }
    }
}
