#if Server
import Application
import Domain
import Hummingbird
import Logging

/// Runs the use case for `POST /udids`, and turns the goal that was reached into an answer.
struct UdidController: Sendable {
    let dependencies: Dependencies
    let instruments: RegistrationInstruments
    let sceneSpans: SceneSpans

    func register(_ request: Request, _ context: ServerContext) async throws -> Response {
        let wanted = try await RegistrationRequest(request)
        let scene = RegisterDevice.initial(kind: wanted.kind, key: wanted.key)
        do {
            let scenario = try await RegisterDevice.interact(from: scene, as: .application, with: dependencies)
            if let span = context.span { sceneSpans.record(scenario, under: span) }
            return try answer(to: scenario.goal)
        } catch let unfinished as UnfinishedScenario<RegisterDevice> {
            if let span = context.span { sceneSpans.record(unfinished, under: span) }
            instruments.count(.failed)
            context.logger.warning("registration failed", metadata: .failure(unfinished.error))
            throw Refusal.unavailable
        }
    }

    private func answer(to goal: RegisterDevice.Goals) throws(Refusal) -> Response {
        switch goal {
        case .記録した場合_サーバは新しいUDIDを返す(let udid):
            instruments.count(.issued)
            return .json(.created, JSONBody.text(of: udid))
        case .発行済みの場合_サーバは同じUDIDを返す(let udid):
            instruments.count(.known)
            return .json(.ok, JSONBody.text(of: udid))
        case .冪等キーが別の内容で使われている場合_サーバは拒否する:
            instruments.count(.refused)
            throw .keyReused
        }
    }
}
#endif
