import HTTPTypes
import UsecasesEngine

/// Parses the head of a response line by line. Skips informational heads (1xx) and trailers. Rejects a response whose
/// lines exceed the limits.
struct ResponseHeadReader {
    /// The maximum size of all lines of one exchange, in bytes.
    static let sizeLimit = 1 << 17
    /// The maximum number of lines of one exchange, including status lines and empty lines.
    static let fieldLimit = 1000

    private var status: HTTPResponse.Status?
    private var fields = HTTPFields()
    private var name: HTTPField.Name?
    private var value: [UInt8] = []
    private var size = 0
    private var count = 0
    private var isOver = false

    /// Returns the head if `line` is the empty line that ends it.
    mutating func read<Line: BidirectionalCollection<UInt8>>(
        _ line: Line
    ) throws(ExchangeFault.AnswerFlaw) -> HTTPResponse? where Line.SubSequence: BidirectionalCollection {
        size += line.count
        count += 1
        guard size <= Self.sizeLimit, count <= Self.fieldLimit else { throw .headTooLarge }
        // Trailers may also end with an empty line.
        guard !isOver else { return nil }
        let line = line.trimmingLineBreak
        if status == nil {
            status = try Self.status(in: line)
        } else if line.isEmpty {
            return try end()
        } else if let first = line.first, first == 0x20 || first == 0x09 {
            // A folded line continues the previous value (RFC 9112, 5.2).
            guard name != nil else { throw .head }
            value.append(0x20)
            value.append(contentsOf: line.trimmingSpaces)
        } else {
            keep()
            guard let colon = line.firstIndex(of: 0x3A),
                let name = HTTPField.Name(String(decoding: line[..<colon], as: UTF8.self))
            else { throw .head }
            self.name = name
            value.append(contentsOf: line[colon...].dropFirst().trimmingSpaces)
        }
        return nil
    }

    private mutating func end() throws(ExchangeFault.AnswerFlaw) -> HTTPResponse? {
        keep()
        defer {
            status = nil
            fields = HTTPFields()
        }
        guard let status, status.kind != .informational else { return nil }
        var length: Substring?
        for field in fields where field.name == .contentLength {
            for text in field.value.split(separator: ",").lazy.map(\.trimmed) {
                guard Self.isLength(text), length.map({ $0 == text }) ?? true else { throw .length }
                length = text
            }
        }
        isOver = true
        return HTTPResponse(status: status, headerFields: fields)
    }

    private static func isLength(_ text: Substring) -> Bool {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } && Int64(text) != nil
    }

    private mutating func keep() {
        guard let name else { return }
        // Bytes that are not valid UTF-8 are read as ISO 8859-1, as in early HTTP.
        let text =
            String(validating: value, as: UTF8.self)
            ?? String(String.UnicodeScalarView(value.map { Unicode.Scalar($0) }))
        fields.append(HTTPField(name: name, value: text))
        self.name = nil
        value.removeAll(keepingCapacity: true)
    }

    private static func status<Line: BidirectionalCollection<UInt8>>(
        in line: Line
    ) throws(ExchangeFault.AnswerFlaw) -> HTTPResponse.Status {
        var rest = line[...]
        let version = rest.popWord()
        let digits = rest.popWord()
        guard version.starts(with: "HTTP/".utf8), digits.count == 3,
            let code = Int(String(decoding: digits, as: UTF8.self)), (100...999).contains(code)
        else { throw .head }
        return HTTPResponse.Status(code: code, reasonPhrase: String(decoding: rest.dropFirst(), as: UTF8.self))
    }
}

extension BidirectionalCollection<UInt8> {
    fileprivate var trimmingSpaces: SubSequence {
        let rest = drop { $0 == 0x20 || $0 == 0x09 }
        guard let last = rest.lastIndex(where: { $0 != 0x20 && $0 != 0x09 }) else { return rest }
        return rest[...last]
    }

    fileprivate var trimmingLineBreak: SubSequence {
        var line = self[...]
        if line.last == 0x0A { line.removeLast() }
        if line.last == 0x0D { line.removeLast() }
        return line
    }
}

extension Collection<UInt8> where SubSequence == Self {
    /// Removes and returns the first word, without the spaces before it.
    fileprivate mutating func popWord() -> SubSequence {
        self = drop { $0 == 0x20 }
        let word = prefix { $0 != 0x20 }
        self = self[word.endIndex...]
        return word
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        var rest = drop { $0 == " " || $0 == "\t" }
        while rest.last == " " || rest.last == "\t" { rest.removeLast() }
        return rest
    }
}
