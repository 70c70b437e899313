import HTTPTypes

/// An event in the life of a request. Events of the same request have the same number.
package struct ExchangeEvent: Sendable, Hashable {
    package enum Phase: Sendable, Hashable {
        case sent(bytes: Int)
        /// `bytes` is `nil` for a body that has not been read yet.
        case received(status: Int, bytes: Int?, after: Duration)
        case failed(reason: String, after: Duration)
    }

    package let number: Int
    package let method: String
    /// Without secrets.
    package let url: String
    package let phase: Phase

    init(_ number: Int, _ request: HttpRequest, _ phase: Phase) {
        self.number = number
        method = request.head.method.rawValue
        url = Redaction(request).redact(request.url)
        self.phase = phase
    }
}

extension ExchangeEvent: CustomStringConvertible {
    /// One line for a log.
    public var description: String {
        let request = "#\(number) \(method) \(url)"
        switch phase {
        case .sent(let bytes): return "\(request) sent \(bytes) bytes"
        case .received(let status, let bytes, let duration):
            return "\(request) received \(status), \(bytes.map { "\($0) bytes" } ?? "a stream") after \(duration.told)"
        case .failed(let reason, let duration): return "\(request) failed after \(duration.told): \(reason)"
        }
    }
}
