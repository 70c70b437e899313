#if Server
import Foundation
public import Hummingbird
public import NIOCore
import UsecasesEngine

/// Encodes the bodies of responses.
public enum JSONBody {
    /// Encodes the value. Secrets are redacted, unless the response is for their owner.
    public static func text(of value: some Encodable, withSecrets: Bool = false) -> ByteBuffer {
        let encoder = JSONEncoder()
        if withSecrets { encoder.userInfo[.secretReceiver] = { @Sendable (_: String) in } }
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return ByteBuffer(bytes: try encoder.encode(value))
        } catch {
            preconditionFailure("what the service answers can be encoded: \(error)")
        }
    }
}

extension Response {
    /// Creates a response with a JSON body from ``JSONBody``.
    public static func json(_ status: HTTPResponse.Status, _ body: ByteBuffer) -> Response {
        text(status, "application/json", body)
    }

    /// Creates a response with a body of the content type `type`, and the headers for its type and length.
    public static func text(
        _ status: HTTPResponse.Status, _ type: String, _ body: ByteBuffer, headers: HTTPFields = [:]
    ) -> Response {
        var headers = headers
        headers[.contentType] = type
        headers[.contentLength] = "\(body.readableBytes)"
        return Response(status: status, headers: headers, body: .init(byteBuffer: body))
    }
}

/// The text between the quotation marks of a JSON string that ``JSONReader`` has read.
package enum JSONText {
    /// Returns the text of a string value, or `nil` for any other value and for a string with an unpaired surrogate.
    package static func string(_ value: ArraySlice<UInt8>) -> String? {
        guard value.first == UInt8(ascii: "\"") else { return nil }
        return String(validating: unescaped(value.dropFirst().dropLast()), as: UTF8.self)
    }

    /// Returns the bytes of a text with valid escapes. An unpaired surrogate becomes the three bytes of its UTF-8 form.
    /// It is not a character, so it never equals one.
    static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() else {
                bytes.append(byte)
                continue
            }
            switch escaped {
            case UInt8(ascii: "u"):
                var scalar = UInt32(unit(&rest))
                if (0xD800..<0xDC00).contains(scalar), rest.starts(with: #"\u"#.utf8) {
                    var behind = rest.dropFirst(2)
                    let low = UInt32(unit(&behind))
                    if (0xDC00..<0xE000).contains(low) {
                        scalar = 0x10000 + (scalar - 0xD800) << 10 + (low - 0xDC00)
                        rest = behind
                    }
                }
                append(scalar, to: &bytes)
            case UInt8(ascii: "b"): bytes.append(0x08)
            case UInt8(ascii: "f"): bytes.append(0x0C)
            case UInt8(ascii: "n"): bytes.append(0x0A)
            case UInt8(ascii: "r"): bytes.append(0x0D)
            case UInt8(ascii: "t"): bytes.append(0x09)
            default: bytes.append(escaped)
            }
        }
        return bytes
    }

    /// Removes the four digits of an escape, and returns their value.
    private static func unit(_ rest: inout ArraySlice<UInt8>) -> UInt16 {
        defer { rest = rest.dropFirst(4) }
        return rest.prefix(4).reduce(0) { $0 << 4 | UInt16($1.hexDigitValue ?? 0) }
    }

    private static func append(_ scalar: UInt32, to bytes: inout [UInt8]) {
        func tail(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: 0x80 | scalar >> shift & 0x3F) }
        switch scalar {
        case ..<0x80: bytes.append(UInt8(truncatingIfNeeded: scalar))
        case ..<0x800: bytes += [UInt8(truncatingIfNeeded: 0xC0 | scalar >> 6), tail(0)]
        case ..<0x10000: bytes += [UInt8(truncatingIfNeeded: 0xE0 | scalar >> 12), tail(6), tail(0)]
        default: bytes += [UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18), tail(12), tail(6), tail(0)]
        }
    }
}
#endif
