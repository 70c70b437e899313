#if Server
import CalearningApplication
import CalearningDomain
import Hummingbird
import UsecasesEngine
import UsecasesService

/// Runs the use case for `POST /udids`, and converts its goal into an answer.
struct UDIDController: Sendable {
    /// The result of a registration.
    enum Outcome: String, CaseIterable {
        case issued
        case known
        case refused
        case failed
    }

    let runner: UsecaseRunner
    let instruments: OutcomeCounters<Outcome>

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
            return .json(.created, JSONBody.text(of: UDIDBody(udid: udid)))
        case .発行済みの場合_サーバは同じUDIDを返す(let udid):
            instruments.count(.known)
            return .json(.ok, JSONBody.text(of: UDIDBody(udid: udid)))
        case .冪等キーが別の内容で使われている場合_サーバは拒否する:
            instruments.count(.refused)
            throw .keyReused
        }
    }
}

/// The validated content of `POST /udids`.
struct RegistrationRequest {
    let kind: DeviceKind
    let key: InstallationKey?

    /// Reads the request. Throws a ``Refusal`` that describes the problem, or the connection's error if the body does
    /// not arrive.
    init(_ request: Request) async throws {
        let body = try await JSONRequest(request)
        key = try InstallationKey.given(in: request)
        guard let text = body[RegistrationBody.CodingKeys.kind], let number = JSONInteger(text),
            let kind = DeviceKind(rawValue: number.value)
        else {
            throw Refusal.malformed(
                #"The body must have a whole number from 0 to 9999, like {"appDeviceKbn":11}."#)
        }
        self.kind = kind
    }
}

extension InstallationKey {
    /// Returns the key of a repeatable request, or `nil` without one. Throws a ``Refusal`` for an invalid key.
    static func given(in request: Request) throws(Refusal) -> InstallationKey? {
        let values = request.headers[values: .idempotencyKey]
        guard let value = values.first else { return nil }
        guard values.count == 1, let key = InstallationKey(value) else {
            throw .malformed("There may be one Idempotency-Key, of 1 to 255 visible ASCII characters.")
        }
        return key
    }
}
#endif
