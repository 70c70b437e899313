import Foundation
import HTTPTypes
public import UsecasesEngine

/// Describes why a call failed, with all known details. Its printed forms contain no secrets.
public struct APIError: DetailedError, ExchangeError {
    /// The part of a call that failed.
    public enum Stage: String, Sendable, Hashable {
        /// The request could not be built. Nothing was sent.
        case building
        /// No complete response was received.
        case exchanging
        /// The server answered 400 or above, or with a redirect that was not followed.
        case refused
        /// A successful response could not be read.
        case reading
    }

    /// The stage of the call that failed.
    public let stage: Stage
    /// The request as it was sent, including its secrets. `nil` if it could not be built.
    public let request: APIRequest?
    /// The response, if a complete one was received.
    public let response: ReceivedResponse?
    /// All attempts, ending with the failed one. Empty if requests are not retried.
    public let attempts: [Attempt]
    /// The underlying error. `nil` if the server's response is itself the failure.
    public let causedBy: (any Error)?
    package let fault: ExchangeFault?
    private let outcome: String

    init(
        _ stage: Stage, request: APIRequest?, response: ReceivedResponse? = nil, attempts: [Attempt] = [],
        fault: ExchangeFault? = nil, causedBy: (any Error)?
    ) {
        self.stage = stage
        self.request = request
        self.response = response
        self.attempts = attempts
        self.fault = fault
        self.causedBy = causedBy
        outcome = response.map { "status \($0.status)" } ?? "the request cannot be made"
    }

    init(_ error: TransportError, request: APIRequest) {
        self.request = error.request ?? request
        response = nil
        attempts = error.attempts
        causedBy = error.causedBy
        fault = error.kind.fault
        outcome = error.description
        if case .unsendable = error.kind { stage = .building } else { stage = .exchanging }
    }

    /// Removes the secrets of this exchange from reports about it. The target of a redirect can have others.
    var redaction: Redaction {
        Redaction(request, response?.head, alsoHiding: response?.headers[.location]?.secretsOfAddress ?? [])
    }

    /// Removes the secrets of this exchange from a text.
    func redact(_ text: String) -> String { redaction.redact(payload: text) }
}

extension APIError: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The outcome in one line, including the target of an unfollowed redirect and the number of attempts.
    public var description: String {
        let location =
            response?.headers[.location].map { ", a redirect to \($0.redactedAddress) that is not followed" } ?? ""
        let count = attempts.count > 1 ? ", after \(attempts.count) attempts" : ""
        return redact(outcome + location + count)
    }

    /// The text of ``report``.
    public var debugDescription: String { report }
    /// Shows only ``report``, as the properties contain secrets.
    public var customMirror: Mirror { Mirror(self, children: ["report": report]) }
}

extension APIError {
    /// The whole error as text, suitable for sending by mail.
    public var report: String {
        let redaction = redaction
        var lines = ["stage: \(stage.rawValue)", "outcome: \(description)"]
        if let request {
            lines.append("request: \(request.head.method.rawValue) \(redaction.redact(request.url))")
            lines += message(request.head.headerFields, redaction.excerpt(of: request.body))
        }
        if let response {
            lines.append("response: \(response.status)")
            lines += message(
                response.headers, response.payload.isEmpty ? nil : redaction.excerpt(of: response.payload))
        }
        lines += attempts.enumerated().map { "attempt \($0 + 1): \($1)" }
        lines += sequence(first: causedBy) { ($0 as? any CausedError)?.causedBy }.prefix { $0 != nil }
            .compactMap { $0.map { "caused by: \(redact("\($0)"))" } }
        return lines.joined(separator: "\n")
    }

    private func message(_ fields: HTTPFields, _ payload: String?) -> [String] {
        redaction.report(fields).map { "    \($0.name): \($0.value)" }
            + (payload.map { ["", "    " + $0.replacing("\n", with: "\n    ")] } ?? [])
    }
}

extension ErrorWrapper {
    /// Maps a failed exchange to an error of the Domain.
    init(_ error: TransportError, _ request: APIRequest) {
        let failure = APIError(error, request: request)
        switch error.kind {
        case .disconnected: self = .service(error: .client(.networkUnreachable), args: failure.args, causedBy: failure)
        case .tooLarge(_, let status): self = failure.wrapped(.api(.exchangeFailed(statusCode: status)))
        case .unexpected(let message):
            self = failure.wrapped(.mock(.stubMismatch(message: failure.redact(message))))
        case .unauthenticated: self = Self.unauthenticated(failure)
        case .tooManyOpenFiles, .missingLibrary, .unreadableAuthorities: self = failure.wrapped(.api(.clientUnusable))
        case .unsendable, .untrusted, .insecure, .malformed, .proxy, .other:
            self = failure.wrapped(.api(.exchangeFailed(statusCode: nil)))
        case .cancelled: self = failure.wrapped(.task(.interrupted))
        }
    }

    /// Returns the error that prevented a token from being obtained, as the error of the call.
    private static func unauthenticated(_ failure: APIError) -> ErrorWrapper {
        switch failure.causedBy as? ErrorWrapper {
        case .service(let error, _, _)?: .service(error: error, args: failure.args, causedBy: failure)
        case .system(let error, _, _)?: .system(error: error, args: failure.args, causedBy: failure)
        case nil: failure.wrapped(.api(.exchangeFailed(statusCode: nil)))
        }
    }

    /// All known details of the failed call. `nil` if the error is not from a call.
    public var api: APIError? { causedBy as? APIError }
}

extension APIError {
    /// The request, without secrets.
    var args: [String: String] {
        guard let request else { return [:] }
        let redaction = redaction
        var args = ["method": request.head.method.rawValue, "url": redaction.redact(request.url)]
        args["params"] = redaction.excerpt(of: request.body)
        return args
    }

    func wrapped(_ error: SystemErrors) -> ErrorWrapper { .system(error: error, args: args, causedBy: self) }
}
