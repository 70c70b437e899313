import Foundation
import HTTPTypes
import UsecasesTesting

@testable import UsecasesAPIClient

extension FuzzTarget {
    /// A coded body is decoded to one result, or fails in one way, in any division into pieces. It never exceeds the
    /// limit.
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
            let limited = try? ContentDecoder(for: head)?.decode(body, upTo: 1000, status: 200)
            try promise(limited?.count ?? 0 <= 1000, "no more is decoded than may be")
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
}
