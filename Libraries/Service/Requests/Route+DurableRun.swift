#if Server
import Foundation
public import Hummingbird
public import UsecasesEngine

extension Route {
    /// Returns the path of a durable run, for `Location` of an answer 202.
    public static func path(of run: UUIDv7) -> String { "/runs/\(run)" }
}

extension UsecaseRunner {
    /// The route `GET /runs/{id}` for the state of a durable run. Who knows the key of the run can see it.
    public var durableRun: Route {
        Route(.get, "/runs/{id}") { request, context in
            let key = request.uri.path.split(separator: "/").last.flatMap { UUIDv7(String($0)) }
            guard let key, let run = try await found(key, context) else { throw Refusal.noSuchRun }
            return .json(.ok, JSONBody.text(of: RunBody(run)))
        }
    }

    /// Queues a durable run, and answers with its goal if it ends within the time, otherwise with 202 and its address. A second
    /// request with the key queues nothing, and gets the same answer. Without a key, each request queues a run.
    ///
    /// Throws a ``Refusal`` if the database does not answer. The run may then be queued, so the client repeats the request.
    public func answer<U: Usecase>(
        _ scene: Step<U>, key: UUIDv7? = nil, within limit: Duration = .seconds(2), _ context: ServerContext,
        with response: (U.Goals) throws -> Response
    ) async throws -> Response {
        let key = key ?? UUIDv7(clock: dependencies.clock, randomSource: dependencies.randomSource)
        do throws(ErrorWrapper) {
            try await dependencies.durableRuns.begin(scene, as: actor, key: key)
        } catch {
            throw refusal(because: error, context)
        }
        let accepted = Response(status: .accepted, headers: [.location: Route.path(of: key)])
        let end = dependencies.clock.uptime + limit
        var pause = Duration.milliseconds(10)
        while true {
            switch try await found(key, context)?.state {
            case .ended(let json):
                // Another version of the use case may have reached a goal that this one does not know.
                guard let goal = try? JSONDecoder().decode(U.Goals.self, from: Data(json.utf8)) else { return accepted }
                return try response(goal)
            case .waits, .plays:
                guard dependencies.clock.uptime < end else { return accepted }
                try await dependencies.clock.sleep(for: pause)
                pause = min(pause * 2, .milliseconds(200))
            case .rests, .failed, .cancelled, nil: return accepted
            }
        }
    }

    private func found(_ key: UUIDv7, _ context: ServerContext) async throws(Refusal) -> DurableRun? {
        do throws(ErrorWrapper) {
            return try await dependencies.durableRuns.run(key)
        } catch {
            throw refusal(because: error, context)
        }
    }
}

/// The state of a run.
private struct RunBody: Encodable {
    let usecase: String
    let state: String
    /// The time at which a resting run goes on.
    var until: WrittenTime?

    init(_ run: DurableRun) {
        usecase = run.usecase
        switch run.state {
        case .waits: state = "waits"
        case .rests(let time, _):
            state = "rests"
            until = WrittenTime(timestamp: time)
        case .plays: state = "plays"
        case .failed: state = "failed"
        case .ended: state = "ended"
        case .cancelled: state = "cancelled"
        }
    }
}

extension Refusal {
    fileprivate static let noSuchRun = Refusal(
        .notFound, "NO_SUCH_RUN", "There is no such run", "No run has this id, or it ended long ago.")
}
#endif
