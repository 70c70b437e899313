/// A position in a trace. Services pass it in the header `traceparent` (W3C Trace Context, level 1).
public struct TraceContext: Sendable, Hashable {
    // Not both zero.
    private let high: UInt64
    private let low: UInt64
    /// Not zero.
    private let span: UInt64
    /// Whether the service that started the trace may be recording it, and requests that other services record it too.
    package var isSampled: Bool

    private init(high: UInt64, low: UInt64, span: UInt64, isSampled: Bool) {
        self.high = high
        self.low = low
        self.span = span
        self.isSampled = isSampled
    }

    /// Creates a sampled trace that begins with a run and has the run's identifier.
    public init(run: UUIDv7, randomSource: any RandomSource) {
        self.init(high: run.high, low: run.low, span: randomSource.nextNotZero(), isSampled: true)
    }

    /// Creates a new trace.
    public init(isSampled: Bool, randomSource: any RandomSource) {
        self.init(
            high: randomSource.next(), low: randomSource.nextNotZero(), span: randomSource.nextNotZero(),
            isSampled: isSampled)
    }

    /// Returns a new span of the same trace.
    package func child(randomSource: any RandomSource) -> TraceContext {
        TraceContext(high: high, low: low, span: randomSource.nextNotZero(), isSampled: isSampled)
    }

    /// 32 hexadecimal digits in lower case, such as `0af7651916cd43dd8448eb211c80319c`.
    package var traceID: String { String(hexadecimal: high, low) }

    /// 16 hexadecimal digits in lower case, such as `b7ad6b7169203331`.
    package var spanID: String { String(hexadecimal: span) }
}

extension TraceContext {
    /// Parses the header, or returns `nil` for a text that the recommendation says to ignore. In a version after 00,
    /// only the fields of version 00 are read. Flags other than `sampled` are dropped.
    public init?(traceparent: String) {
        var reader = HexReader(traceparent)
        guard let version = reader.read(digits: 2), version != 0xFF, reader.readDash(),
            let high = reader.read(digits: 16), let low = reader.read(digits: 16), high | low != 0, reader.readDash(),
            let span = reader.read(digits: 16), span != 0, reader.readDash(),
            let flags = reader.read(digits: 2), reader.readEnd(orDash: version > 0)
        else { return nil }
        self.init(high: high, low: low, span: span, isSampled: flags & 1 == 1)
    }

    /// The header in version 00, such as `00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01`.
    public var traceparent: String { "00-\(traceID)-\(spanID)-\(isSampled ? "01" : "00")" }
}

/// A reader of hexadecimal fields, whose digits must be in lower case.
private struct HexReader {
    private var rest: String.UTF8View.Iterator

    init(_ text: String) {
        rest = text.utf8.makeIterator()
    }

    mutating func readDash() -> Bool {
        rest.next() == UInt8(ascii: "-")
    }

    /// Returns whether the text ends here. If `mayGoOn` is true, the text may also continue with a dash.
    mutating func readEnd(orDash mayGoOn: Bool) -> Bool {
        switch rest.next() {
        case .none: true
        case .some(let byte): mayGoOn && byte == UInt8(ascii: "-")
        }
    }

    /// Reads this many digits, at most 16.
    mutating func read(digits: Int) -> UInt64? {
        var word: UInt64 = 0
        for _ in 0..<digits {
            guard let byte = rest.next(), byte.isLowercaseHexDigit, let digit = byte.hexDigitValue else { return nil }
            word = word << 4 | UInt64(digit)
        }
        return word
    }
}

extension RandomSource {
    /// Returns a random number that is not zero, because zero means that no identifier exists.
    fileprivate func nextNotZero() -> UInt64 {
        let word = next()
        return word == 0 ? 1 : word
    }
}
