import HTTPTypes
import Hummingbird
import NIOCore
import UsecasesTesting

@testable import CalearningDomain
@testable import UsecasesService

extension FuzzTarget {
    /// A body is read, or rejected with a client error status and a text of bounded length.
    static let requests = FuzzTarget(
        name: "requests", sizeLimit: 20_000,
        check: .later { bytes in
            let message = FuzzMessage(bytes)
            var head = HTTPRequest(method: .post, scheme: "http", authority: "a", path: "/udids")
            for (name, value) in message.fields {
                guard let name = HTTPField.Name(name) else { continue }
                head.headerFields.append(HTTPField(name: name, value: value))
            }
            let request = Request(head: head, body: RequestBody(buffer: ByteBuffer(bytes: message.body)))
            do {
                let body = try await JSONRequest(request)
                try promise(message.body.count <= HTTPConnections.bodyLimit, "a body has its limit")
                if let text = body[RegistrationBody.CodingKeys.kind], let number = JSONInteger(text) {
                    try promise(number.value.magnitude < 1_000_000_000, "a number has nine digits")
                }
                _ = try body.text(RegistrationBody.CodingKeys.kind)
            } catch let refusal as Refusal {
                try promise((400..<500).contains(refusal.status.code), "the fault is the client's")
                try promise(JSONBody.text(of: refusal.response).readableBytes < 500, "a refusal is short")
            }
        })
}
