public import Foundation
import HTTPTypes
import Synchronization
public import Usecases
import UsecasesSystem

/// Exchanges in the format HTTP Archive 1.2 (http://www.softwareishard.com/blog/har-12-spec/). Browsers and proxies can
/// also open its files.
public struct HAR: Sendable, Hashable, Codable {
    /// The log of an archive.
    public struct Log: Sendable, Hashable, Codable {
        /// The version of the format.
        public var version = "1.2"
        package var creator = Creator()
        /// The exchanges in the order of recording.
        public var entries: [Entry] = []
    }

    package struct Creator: Sendable, Hashable, Codable {
        package var name = "UsecasesAPIClient"
        package var version = "1"
    }

    /// An exchange, with the request and its response or failure.
    public struct Entry: Sendable, Hashable, Codable {
        let startedDateTime: String
        /// The duration in milliseconds.
        let time: Double
        let request: Request
        let response: Response
        var cache: [String: String] = [:]
        let timings: Timings
    }

    struct Pair: Sendable, Hashable, Codable {
        let name: String
        let value: String
    }

    struct Request: Sendable, Hashable, Codable {
        struct PostData: Sendable, Hashable, Codable {
            let mimeType: String
            let text: String
        }

        let method: String
        let url: String
        var httpVersion = "HTTP/1.1"
        var cookies: [Pair] = []
        let headers: [Pair]
        let queryString: [Pair]
        let postData: PostData?
        var headersSize = -1
        let bodySize: Int
    }

    struct Response: Sendable, Hashable, Codable {
        struct Content: Sendable, Hashable, Codable {
            let size: Int
            let mimeType: String
            let text: String?
            /// `base64` if the content is not text.
            let encoding: String?
        }

        /// The status code. 0 for a failed exchange.
        let status: Int
        let statusText: String
        var httpVersion = "HTTP/1.1"
        var cookies: [Pair] = []
        let headers: [Pair]
        let content: Content
        let redirectURL: String
        var headersSize = -1
        let bodySize: Int
        /// The reason that the exchange failed.
        let _error: String?
    }

    struct Timings: Sendable, Hashable, Codable {
        var send = 0.0
        let wait: Double
        var receive = 0.0
    }

    /// The recorded exchanges.
    public var log = Log()

    /// Creates an empty archive.
    public init() {}

    /// Reads an archive. Throws if the file cannot be read, is not a regular file, or is larger than
    /// 64 MiB. Also throws if it is not an HTTP Archive.
    public init(contentsOf file: URL) throws {
        self = try JSONDecoder().decode(HAR.self, from: InputFile.read(file.path(percentEncoded: false)))
    }

    /// Returns the archive as JSON.
    public func encoded() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(self)
    }

    /// Writes the archive to a file, and replaces an earlier one. Throws if it cannot be written.
    public func write(to file: URL) throws {
        try encoded().write(to: file, options: .atomic)
    }
}

extension HAR.Entry {
    /// Creates an entry without the secrets of the exchange.
    init(
        _ request: APIRequest, _ outcome: Result<APIResponse, TransportError>, at start: Timestamp,
        took time: Duration
    ) {
        let milliseconds = time.seconds * 1000
        let response = try? outcome.get()
        let redaction = Redaction(request, response?.head)
        self.init(
            startedDateTime: "\(start)", time: milliseconds, request: HAR.Request(request, redaction),
            response: HAR.Response(outcome, redaction), timings: HAR.Timings(wait: milliseconds))
    }

    /// The request and response for a stub that replays this entry.
    var expected: ExpectedRequest {
        get throws {
            guard let method = HTTPRequest.Method(request.method) else { throw NoMethod(name: request.method) }
            return ExpectedRequest(
                method, .url(request.url), body: request.postData?.text ?? "", [try response.answer])
        }
    }
}

extension HAR.Request {
    fileprivate init(_ request: APIRequest, _ redaction: Redaction) {
        let url = redaction.redact(request.url)
        let query = URLComponents(string: url)?.queryItems ?? []
        self.init(
            method: request.head.method.rawValue, url: url, headers: HAR.pairs(redaction, request.head.headerFields),
            queryString: query.map { HAR.Pair(name: $0.name, value: $0.value ?? "") },
            postData: request.body.isEmpty
                ? nil
                : PostData(
                    mimeType: request.head.headerFields[.contentType] ?? "", text: request.body.shown(for: request)),
            bodySize: request.body.length)
    }
}

extension HAR.Response {
    fileprivate init(_ outcome: Result<APIResponse, TransportError>, _ redaction: Redaction) {
        switch outcome {
        case .success(let response):
            let fields = response.head.headerFields
            let text = String(data: response.data, encoding: .utf8)
            self.init(
                status: response.head.status.code, statusText: response.head.status.reasonPhrase,
                headers: HAR.pairs(redaction, fields),
                content: Content(
                    size: response.data.count, mimeType: fields[.contentType] ?? "",
                    text: text.map(redaction.redact(payload:)) ?? response.data.base64EncodedString(),
                    encoding: text == nil ? "base64" : nil),
                redirectURL: fields[.location].map(redaction.redact(_:)) ?? "", bodySize: response.data.count,
                _error: nil)
        case .failure(let error):
            self.init(
                status: 0, statusText: "", headers: [],
                content: Content(size: 0, mimeType: "", text: nil, encoding: nil),
                redirectURL: "", bodySize: -1, _error: redaction.redact(error.description))
        }
    }

    private static let statuses = 100...999
    /// The maximum number of header fields. No server sends and no browser accepts more.
    private static let fieldLimit = 1000

    fileprivate var answer: StubAnswer {
        get throws {
            if status == 0 {
                let reason = _error.flatMap(TransportError.Reason.init(rawValue:))
                return .failure(reason.map { .disconnected($0) } ?? .other)
            }
            guard Self.statuses.contains(status) else { throw NoStatus(number: status) }
            guard headers.count <= Self.fieldLimit else { throw TooManyFields(count: headers.count) }
            var fields = HTTPFields()
            for pair in headers {
                guard let name = HTTPField.Name(pair.name) else { continue }
                fields.append(HTTPField(name: name, value: pair.value))
            }
            let text = content.text ?? ""
            guard content.encoding == "base64" else { return .response(status, text, headers: fields) }
            guard let data = Data(base64Encoded: text) else { throw NotBase64() }
            return .response(status, data, headers: fields)
        }
    }
}

extension HAR {
    fileprivate static func pairs(_ redaction: Redaction, _ fields: HTTPFields) -> [Pair] {
        redaction.redact(fields).map { Pair(name: $0.name, value: $0.value) }
    }
}

private struct NoMethod: Error, CustomStringConvertible {
    let name: String
    var description: String { "no method of HTTP: \(name)" }
}

private struct NoStatus: Error, CustomStringConvertible {
    let number: Int
    var description: String { "no status of HTTP: \(number)" }
}

private struct TooManyFields: Error, CustomStringConvertible {
    let count: Int
    var description: String { "a response of the archive has \(count) header fields" }
}

private struct NotBase64: Error, CustomStringConvertible {
    var description: String { "a content of the archive says that it is base64, and is not" }
}

/// Records every exchange without its secrets. The archive can be written to a file and replayed. The bodies of streams
/// are not recorded.
public final class RecordingTransport: HTTPTransport {
    private let base: any HTTPTransport
    private let clock: any Clock
    private let recorded = Mutex(HAR())

    /// Creates a recorder of the exchanges of `base`. `clock` gives their times.
    public init(_ base: any HTTPTransport, clock: any Clock) {
        self.base = base
        self.clock = clock
    }

    /// The exchanges recorded so far.
    public var har: HAR { recorded.withLock { $0 } }

    /// Sends the request, and records it with its outcome.
    public func exchange(_ request: APIRequest) async throws(TransportError) -> APIResponse {
        let (start, begin) = (clock.now, clock.uptime)
        let outcome: Result<APIResponse, TransportError>
        do throws(TransportError) {
            outcome = .success(try await base.exchange(request))
        } catch {
            outcome = .failure(error)
        }
        let sent = (try? outcome.get())?.request ?? request
        let entry = HAR.Entry(sent, outcome, at: start, took: clock.uptime - begin)
        recorded.withLock { $0.log.entries.append(entry) }
        return try outcome.get()
    }
}

extension StubTransport {
    /// Creates a stub that replays the recorded exchanges. It expects each request as often as it was recorded, and no
    /// other requests. Secrets are not compared, because they were not recorded.
    public convenience init(replaying har: HAR, clock: any Clock) throws {
        self.init(try har.log.entries.map { try $0.expected }, clock: clock)
    }
}
