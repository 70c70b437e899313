#if Server
import CalearningApplication
import CalearningDomain
import Hummingbird
import UsecasesService

/// Runs the use case for `POST /udids`, and turns the goal that was reached into an answer.
struct UdidController: Sendable {
    let runner: UsecaseRunner
    let instruments: RegistrationInstruments

    func routes() -> [Route] {
        [Route(.post, "/udids", use: register)]
    }

    private func register(_ request: Request, _ context: ServerContext) async throws -> Response {
        let wanted = try await RegistrationRequest(request)
        let goal: RegisterDevice.Goals
        do throws(Refusal) {
            goal = try await runner.run(RegisterDevice.initial(kind: wanted.kind, key: wanted.key), context)
        } catch {
            instruments.count(.failed)
            throw error
        }
        return try answer(to: goal)
    }

    private func answer(to goal: RegisterDevice.Goals) throws(Refusal) -> Response {
        switch goal {
        case .記録した場合_サーバは新しいUDIDを返す(let udid):
            instruments.count(.issued)
            return .json(.created, JSONBody.text(of: UdidBody(udid: udid)))
        case .発行済みの場合_サーバは同じUDIDを返す(let udid):
            instruments.count(.known)
            return .json(.ok, JSONBody.text(of: UdidBody(udid: udid)))
        case .冪等キーが別の内容で使われている場合_サーバは拒否する:
            instruments.count(.refused)
            throw .keyReused
        }
    }
}
#endif
