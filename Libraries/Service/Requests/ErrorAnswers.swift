#if Server
import Hummingbird
import Logging
import NIOHTTP1

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
