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
        let dash = UInt8(ascii: "-")
        let fields = traceparent.utf8.split(separator: dash, maxSplits: 4, omittingEmptySubsequences: false)
        let areValid = zip(fields, [2, 32, 16, 2]).allSatisfy { field, count in
            field.count == count && field.allSatisfy(\.isLowercaseHexDigit)
        }
        guard fields.count >= 4, areValid else { return nil }
        let (version, trace) = (fields[0].number, fields[1])
        let (high, low, span) = (trace.prefix(16).number, trace.dropFirst(16).number, fields[2].number)
        guard version < 0xFF, high | low != 0, span != 0, version > 0 || fields.count == 4 else { return nil }
        self.init(high: high, low: low, span: span, isSampled: fields[3].number & 1 == 1)
    }

    /// The header in version 00, such as `00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01`.
    public var traceparent: String { "00-\(traceID)-\(spanID)-\(isSampled ? "01" : "00")" }
}

extension Substring.UTF8View {
    /// The value of at most 16 hexadecimal digits.
    fileprivate var number: UInt64 { reduce(0) { $0 << 4 | UInt64($1.hexDigitValue ?? 0) } }
}

extension RandomSource {
    /// Returns a random number that is not zero, because zero means that no identifier exists.
    fileprivate func nextNotZero() -> UInt64 {
        let word = next()
        return word == 0 ? 1 : word
    }
}
