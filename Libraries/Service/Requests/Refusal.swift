#if Server
public import Hummingbird
import Logging
import NIOHTTP1
public import Usecases

/// An answer with a status of 400 or above, in the form that the contract gives to all of them.
public struct Refusal: Error {
    /// The status, 400 or above.
    public let status: HTTPResponse.Status
    /// The content of the body.
    public let response: ErrorResponse
    /// Headers in addition to those of the body, such as `Retry-After`.
    public let headers: HTTPFields

    /// Creates a refusal whose body has the given code, title and message.
    public init(
        _ status: HTTPResponse.Status, _ code: String, _ title: String, _ message: String, headers: HTTPFields = [:]
    ) {
        self.status = status
        response = ErrorResponse(code: code, title: title, message: message)
        self.headers = headers
    }
}

extension Refusal {
    /// `closes` if it is uncertain what the following bytes are.
    public static func malformed(_ message: String, closes: Bool = false) -> Refusal {
        Refusal(
            .badRequest, "BAD_REQUEST", "The request is malformed", message,
            headers: closes ? [.connection: "close"] : [:])
    }

    /// The client is gone and will not read it, but it records that it was the client that went away.
    static let abandoned = malformed("The body ended before it was whole.", closes: true)

    /// A request that cannot even be parsed, after which the connection is of no use.
    static let unreadable = Refusal(
        .badRequest, "BAD_REQUEST", "The request is malformed",
        "This is not HTTP/1.1, or its headers are too large, or it ended too soon.", headers: [.connection: "close"])

    /// `paths` are those of the service, at least two.
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

    /// The rest of the request does not arrive in time.
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

    /// Status 422: the idempotency key came before, with another body.
    public static let keyReused = Refusal(
        .unprocessableContent, ErrorResponse.keyReused, "The key was used before",
        "The Idempotency-Key was used before, with another body. Send the same body, or another key.")

    /// `wait` is the least time to wait, and is given in whole seconds.
    public static func tooManyRequests(wait: Duration) -> Refusal {
        let seconds = wait.components.seconds + 1
        return Refusal(
            .tooManyRequests, "TOO_MANY_REQUESTS", "Too many requests",
            "This address has sent too many requests. Try again in \(seconds) s.",
            headers: [.retryAfter: "\(seconds)"])
    }

    /// As many are waiting as may wait.
    static let crowded = Refusal(
        .serviceUnavailable, "SERVICE_UNAVAILABLE", "The service is busy",
        "Too many such requests at once. Try again in a few seconds: nothing was done.", headers: [.retryAfter: "5"])

    /// Names the kind of the cause. Paths, addresses and rows are only in the log.
    static func unavailable(because error: ErrorWrapper, _ text: ServiceText) -> Refusal {
        switch error.hindrance {
        case .noSpace:
            return notNow("NO_SPACE", "There is no space left for \(text.needed). \(text.advice)")
        case .newerVersion:
            return notNow(
                "NEWER_VERSION",
                "A newer version of this service has written \(text.needed). The data are intact: an operator has to install that version again."
            )
        case .noPermission, .foreignOwner, .openToOthers, .readOnly, .tooManyOpenFiles, .unusablePlace, .alreadyThere,
            .irregularFile, .tooLarge, .heldLock, .unconfirmed, nil:
            if case .system(.dataStore(.内容が壊れています), _, _) = error {
                return notNow(
                    "DAMAGED", "A part of the data is damaged: an operator has to look at the log of this service.")
            }
            return unavailable(text)
        }
    }

    /// For a cause of which nothing more is known.
    static func unavailable(_ text: ServiceText) -> Refusal {
        notNow("SERVICE_UNAVAILABLE", "\(text.silence) \(text.advice)")
    }

    /// The service is about to end; another one may take over.
    static let ending = notNow("ENDING", "This server is about to end. Ask another one, or try again later.")

    private static func notNow(_ code: String, _ message: String) -> Refusal {
        Refusal(.serviceUnavailable, code, "The service is unavailable", message, headers: [.retryAfter: "1"])
    }
}

extension Refusal: ResponseGenerator {
    /// Returns the answer with its body as JSON.
    public func response(from request: Request, context: some RequestContext) -> Response {
        .text(status, "application/json", JSONBody.text(of: response), headers: headers)
    }
}

/// Gives every answer with a status of 400 or above the form of the contract, and an answer to HEAD no body.
struct ErrorAnswers: RouterMiddleware {
    let routes: Routes
    let text: ServiceText

    @concurrent func handle(
        _ request: Request, context: ServerContext, next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        var response = try await answer(to: request, context: context, next: next)
        if request.method == .head {
            // The length stays that of the body that a GET would get.
            response = response.createHeadResponse()
        }
        return response
    }

    private func answer(
        to request: Request, context: ServerContext, next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let refusal as Refusal {
            return refusal.response(from: request, context: context)
        } catch let error as HTTPParserError {
            // The connection answers that.
            throw error
        } catch let error as any HTTPResponseError where error.status == .notFound {
            let allowed = routes.methods(of: request.uri.path)
            let refusal = allowed.map { Refusal.methodNotAllowed($0) } ?? .notFound(paths: routes.paths)
            return refusal.response(from: request, context: context)
        } catch {
            context.log(.error, "an error that no answer was foreseen for", ["error": "\(error)"])
            return Refusal.unavailable(text).response(from: request, context: context)
        }
    }
}
#endif
