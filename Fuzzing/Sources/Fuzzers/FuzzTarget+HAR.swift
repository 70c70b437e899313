import Foundation
import HTTPTypes
import UsecasesTesting

@testable import UsecasesAPIClient

extension FuzzTarget {
    /// A decoded archive is encoded unchanged, and each exchange is replayed or rejected.
    static let har = FuzzTarget(
        name: "har", sizeLimit: 16 << 10,
        check: .later { bytes in
            guard let archive = try? JSONDecoder().decode(HAR.self, from: Data(bytes)) else { return }
            let again = try JSONDecoder().decode(HAR.self, from: archive.encoded())
            try promise(again == archive, "an archive is written as it was read")
            guard let stub = try? StubTransport(replaying: archive, clock: FuzzClock()) else { return }
            for entry in archive.log.entries.prefix(8) {
                guard let method = HTTPRequest.Method(entry.request.method) else { continue }
                let head = HTTPRequest(method: method, scheme: "http", authority: "a", path: "/")
                let body = HTTPBody(Data((entry.request.postData?.text ?? "").utf8))
                guard let request = APIRequest(head, body: body).redirected(to: entry.request.url) else { continue }
                do {
                    let response = try await stub.exchange(request)
                    let statuses = archive.log.entries.map(\.response.status)
                    try promise(statuses.contains(response.head.status.code), "an answer is one of the archive")
                } catch let error as TransportError {
                    try promise(!"\(error)".isEmpty, "a failure is told")
                }
            }
        })
}
