#if Server
public import Hummingbird
import Logging
import NIOHTTP1
public import UsecasesEngine

/// A response with a status of 400 or above, in the common format of the contract.
public struct Refusal: Error {
    /// The status, 400 or above.
    public let status: HTTPResponse.Status
    /// The content of the body.
    public let response: ErrorResponse
    /// Additional headers, such as `Retry-After`.
    public let headers: HTTPFields
    /// The event for the security log, or `nil` without one.
    public let event: String?

    /// Creates a refusal whose body has the given code, title and message. `event`, such as `access-refused`, is for the
    /// security log.
    public init(
        _ status: HTTPResponse.Status, _ code: String, _ title: String, _ message: String, headers: HTTPFields = [:],
        event: String? = nil
    ) {
        self.status = status
        response = ErrorResponse(code: code, title: title, message: message)
        self.headers = headers
        self.event = event
    }
}

extension Refusal {
    /// A response to a malformed request. `closes` is `true` if the meaning of the following bytes is uncertain.
    public static func malformed(_ message: String, closes: Bool = false) -> Refusal {
        Refusal(
            .badRequest, "BAD_REQUEST", "The request is malformed", message,
            headers: closes ? [.connection: "close"] : [:])
    }

    /// The response to a client that has disconnected. It records that the client caused the failure.
    static let abandoned = malformed("The body ended before it was whole.", closes: true)

    /// The response to a request that cannot be parsed. The connection is unusable after it.
    static let unreadable = Refusal(
        .badRequest, "BAD_REQUEST", "The request is malformed",
        "This is not HTTP/1.1, or its headers are too large, or it ended too soon.", headers: [.connection: "close"])

    /// The response for an unknown path. `paths` are the paths of the service, at least two.
    static func notFound(paths: [String]) -> Refusal {
        let list = paths.dropLast().joined(separator: ", ") + " and " + (paths.last ?? "")
        return Refusal(.notFound, "NOT_FOUND", "There is nothing here", "The paths of this service are \(list).")
    }

    static func methodNotAllowed(_ allowed: [HTTPRequest.Method]) -> Refusal {
        let methods = allowed.map(\.rawValue).joined(separator: ", ")
        return Refusal(
            .methodNotAllowed, "METHOD_NOT_ALLOWED", "The method is not allowed",
            "This path allows \(methods).", headers: [.allow: methods])
    }

    /// The response if the rest of a request does not arrive in time.
    static let tooSlow = Refusal(
        .requestTimeout, "REQUEST_TIMEOUT", "The request took too long",
        "The request did not arrive whole in the time that is given to it. Send it again.",
        headers: [.connection: "close"])

    static func tooLarge(limit: Int) -> Refusal {
        Refusal(
            .contentTooLarge, "CONTENT_TOO_LARGE", "The request is too large",
            "The body has more than \(limit) bytes.", headers: [.connection: "close"])
    }

    package static let notJSON = Refusal(
        .unsupportedMediaType, "UNSUPPORTED_MEDIA_TYPE", "The request is not JSON",
        "Send the body as JSON, with the header Content-Type: application/json.")

    /// Status 422, because the idempotency key was used before with a different body.
    public static let keyReused = Refusal(
        .unprocessableContent, ErrorResponse.keyReused, "The key was used before",
        "The Idempotency-Key was used before, with another body. Send the same body, or another key.")

    /// The response to a client over its rate limit. `wait` is the minimum time to wait, given in whole seconds.
    public static func tooManyRequests(wait: Duration) -> Refusal {
        let seconds = wait.components.seconds + 1
        return Refusal(
            .tooManyRequests, "TOO_MANY_REQUESTS", "Too many requests",
            "This address has sent too many requests. Try again in \(seconds) s.",
            headers: [.retryAfter: "\(seconds)"], event: "rate-exceeded")
    }

    /// The response if the maximum number of requests is already waiting.
    static let crowded = Refusal(
        .serviceUnavailable, "SERVICE_UNAVAILABLE", "The service is busy",
        "Too many such requests are waiting. Nothing was done. Try again in a few seconds.", headers: [.retryAfter: "5"]
    )

    /// Returns a response with the kind of the cause. Paths, addresses and rows are only in the log.
    static func unavailable(because error: ErrorWrapper, _ text: ServiceText) -> Refusal {
        switch error.hindrance {
        case .noSpace:
            return notNow("NO_SPACE", "There is no space left for \(text.needed). \(text.advice)")
        case .newerVersion:
            return notNow(
                "NEWER_VERSION",
                "A newer version of this service has written \(text.needed). The data are intact. An operator must install that version again."
            )
        case .sizeLimit, .noLocks, .noPermission, .foreignOwner, .openToOthers, .readOnly, .tooManyOpenFiles, .missing,
            .unusablePlace, .alreadyThere, .irregularFile, .tooLarge, .heldLock, .unconfirmed, nil:
            if case .system(.dataStore(.damaged), _, _) = error {
                return notNow(
                    "DAMAGED", "A part of the data is damaged. An operator must read the log of this service.")
            }
            return unavailable(text)
        }
    }

    /// The response for an error with a status, such as `HTTPError(.conflict)`.
    static func plain(_ error: any HTTPResponseError) -> Refusal {
        let title = error.status.reasonPhrase.isEmpty ? "The request was refused" : error.status.reasonPhrase
        let code = String(title.uppercased().map { $0.isASCII && $0.isLetter ? $0 : "_" })
        return Refusal(error.status, code, title, (error as? HTTPError)?.body ?? "The service refuses this request.")
    }

    /// The response for a cause without further details.
    static func unavailable(_ text: ServiceText) -> Refusal {
        notNow("SERVICE_UNAVAILABLE", "\(text.silence) \(text.advice)")
    }

    /// The response while the service is ending. Another server may take over.
    static let ending = notNow("ENDING", "This server is about to end. Ask another one, or try again later.")

    private static func notNow(_ code: String, _ message: String) -> Refusal {
        Refusal(.serviceUnavailable, code, "The service is unavailable", message, headers: [.retryAfter: "1"])
    }
}

extension Refusal: ResponseGenerator {
    /// Returns the response with its body as JSON, or without its body to HEAD.
    public func response(from request: Request, context: some RequestContext) -> Response {
        Response.text(status, "application/json", JSONBody.text(of: response), headers: headers).answering(request)
    }
}

extension Response {
    /// Returns the response to the request, without its body if the method is HEAD. The length is still the length of the
    /// body for a GET.
    fileprivate func answering(_ request: Request) -> Response {
        request.method == .head ? createHeadResponse() : self
    }
}

/// Converts responses with a status of 400 or above to the format of the contract. Removes the body for HEAD.
struct ErrorAnswers: RouterMiddleware {
    let routes: Routes
    let text: ServiceText
    let log: SecurityLog

    @concurrent func handle(
        _ request: Request, context: ServerContext, next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context).answering(request)
        } catch let refusal as Refusal {
            log.record(refusal, context)
            return refusal.response(from: request, context: context)
        } catch let error as HTTPParserError {
            // The connection answers this error.
            throw error
        } catch let error as any HTTPResponseError where error.status == .notFound {
            let allowed = routes.methods(of: request.uri.path)
            let refusal = allowed.map { Refusal.methodNotAllowed($0) } ?? routes.notFound
            return refusal.response(from: request, context: context)
        } catch let error as any HTTPResponseError where error.status.kind == .clientError {
            return Refusal.plain(error).response(from: request, context: context)
        } catch {
            context.log(.error, "an error that no answer was foreseen for", ["error": "\(error)"])
            return Refusal.unavailable(text).response(from: request, context: context)
        }
    }
}
#endif
