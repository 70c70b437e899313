// If NIO is imported, the specs beside it no longer find the declarations of the C library.
#if FUZZING && Server
import HTTPTypes
import Hummingbird
import NIOCore
import UsecasesTesting

@testable import CalearningPresentation
@testable import UsecasesTerminal

extension FuzzTarget {
    /// A registration is read, or rejected with a client error status and a text of bounded length.
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
                let registration = try await RegistrationRequest(request)
                try promise((0...9999).contains(registration.kind.rawValue), "a kind is from 0 to 9999")
                try promise(message.body.count <= HTTPConnections.bodyLimit, "a body has its limit")
                try promise(head.headerFields[values: .idempotencyKey].count <= 1, "there is one key")
                try promise(
                    registration.key?.rawValue.utf8.allSatisfy { (0x21...0x7E).contains($0) } ?? true,
                    "a key is visible")
            } catch let refusal as Refusal {
                try promise((400..<500).contains(refusal.status.code), "the fault is the client's")
                try promise(JSONBody.text(of: refusal.response).readableBytes < 500, "a refusal is short")
            }
        })
}
#endif
