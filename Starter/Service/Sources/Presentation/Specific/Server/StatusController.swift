#if Server
import CalearningApplication
import Hummingbird

/// Runs the use case for `GET /status`, and turns the goal that was reached into an answer.
struct StatusController: Sendable {
    let runner: UsecaseRunner

    func routes() -> [Route] {
        [Route(.get, "/status", use: status)]
    }

    private func status(_ request: Request, _ context: ServerContext) async throws -> Response {
        switch try await runner.run(CheckServiceStatus.initial, context) {
        case .すべて稼働している場合_アプリは稼働状況を表示(let status), .障害がある場合_アプリは稼働状況を表示(let status):
            .json(
                .ok, JSONBody.text(of: ["indicator": status.indicator, "description": status.description]))
        }
    }
}
#endif
