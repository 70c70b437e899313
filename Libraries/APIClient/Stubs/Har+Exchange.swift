import Foundation
import HTTPTypes
import Usecases

extension Har.Entry {
    /// Creates an entry without the secrets of the exchange.
    init(
        _ request: HttpRequest, _ outcome: Result<HttpResponse, TransportError>, at start: Timestamp,
        took time: Duration
    ) {
        let milliseconds = time.seconds * 1000
        let response = try? outcome.get()
        let redaction = Redaction(request, response?.head)
        self.init(
            startedDateTime: "\(start)", time: milliseconds, request: Har.Request(request, redaction),
            response: Har.Response(outcome, redaction), timings: Har.Timings(wait: milliseconds))
    }

    /// The request and answer with which a stub replays this entry.
    var expected: ExpectedRequest {
        get throws {
            guard let method = HTTPRequest.Method(request.method) else { throw NoMethod(name: request.method) }
            return ExpectedRequest(
                method, .url(request.url), body: request.postData?.text ?? "", [try response.answer])
        }
    }
}

extension Har.Request {
    fileprivate init(_ request: HttpRequest, _ redaction: Redaction) {
        let url = redaction.redact(request.url)
        let query = URLComponents(string: url)?.queryItems ?? []
        self.init(
            method: request.head.method.rawValue, url: url, headers: Har.pairs(redaction, request.head.headerFields),
            queryString: query.map { Har.Pair(name: $0.name, value: $0.value ?? "") },
            postData: request.body.isEmpty
                ? nil
                : PostData(
                    mimeType: request.head.headerFields[.contentType] ?? "", text: request.body.shown(for: request)),
            bodySize: request.body.length)
    }
}

extension Har.Response {
    fileprivate init(_ outcome: Result<HttpResponse, TransportError>, _ redaction: Redaction) {
        switch outcome {
        case .success(let response):
            let fields = response.head.headerFields
            let text = String(data: response.data, encoding: .utf8)
            self.init(
                status: response.head.status.code, statusText: response.head.status.reasonPhrase,
                headers: Har.pairs(redaction, fields),
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
    /// More than any server sends or any browser accepts.
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

extension Har {
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
