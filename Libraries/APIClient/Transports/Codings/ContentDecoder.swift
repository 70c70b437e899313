#if !canImport(Darwin)
import Foundation
import HTTPTypes
import UsecasesEngine

/// Decodes a body as it arrives. Never returns more bytes at a time than requested.
final class ContentDecoder {
    /// The codings whose libraries are installed.
    static let offered: [String] =
        (ZlibLibrary.installed == nil ? [] : ["gzip", "deflate"]) + (BrotliLibrary.installed == nil ? [] : ["br"])

    private let coding: any Coding
    private var input = Data()

    /// Returns `nil` for a body without a coding. Throws for a coding that was not requested.
    init?(for head: HTTPResponse) throws(TransportError) {
        guard let name = head.coding else { return nil }
        switch name {
        case "gzip", "x-gzip": coding = try Self.known(ZlibLibrary.installed.flatMap { Inflation($0, .gzip) }, name)
        case "deflate": coding = try Self.known(ZlibLibrary.installed.flatMap { Inflation($0, .deflate) }, name)
        case "br": coding = try Self.known(BrotliLibrary.installed.flatMap { Unbrotli($0) }, name)
        default: throw TransportError(.malformed(.coding), causedBy: CodingFailure(reason: "it is \(name)"))
        }
    }

    private static func known<Known: Coding>(_ coding: Known?, _ name: String) throws(TransportError) -> Known {
        guard let coding else {
            throw TransportError(.malformed(.coding), causedBy: CodingFailure(reason: "nothing here decodes \(name)"))
        }
        return coding
    }

    func append(_ data: Data) {
        input.append(data)
    }

    /// Returns decoded data, or empty data if more input is needed.
    func read(upTo limit: Int) throws(TransportError) -> Data {
        do throws(CodingFailure) {
            return try coding.decode(&input, upTo: limit)
        } catch {
            throw TransportError(.malformed(.coding), causedBy: error)
        }
    }

    /// Throws if the input is incomplete.
    func finish() throws(TransportError) {
        guard coding.isComplete else {
            throw TransportError(.malformed(.coding), causedBy: CodingFailure(reason: "it stops in the middle"))
        }
    }
}

/// A decoder for one content coding of RFC 9110, 8.4.1.
protocol Coding {
    /// Whether the last byte has been decoded.
    var isComplete: Bool { get }
    /// Decodes the beginning of `input`, and removes the decoded bytes from it.
    func decode(_ input: inout Data, upTo limit: Int) throws(CodingFailure) -> Data
}

struct CodingFailure: Error, CustomStringConvertible {
    let reason: String

    var description: String { "the coding of the response cannot be undone: \(reason)" }
}
#endif
