/// A run whose taps are between it and its ports.
///
/// The data for taps is read by reflection, so it is created only for runs that have taps.
struct TappedRun: Sendable {
    /// The ports behind the taps.
    private(set) var dependencies: Dependencies
    private(set) var taps: [any RunTap] = []

    init(_ dependencies: Dependencies) {
        self.dependencies = dependencies
    }

    /// Puts the taps between the run and its ports. The first tap is next to the ports.
    mutating func begin(
        _ run: @autoclosure () -> RunDescription, at scene: @autoclosure () -> TappedScene, through taps: [any Tap]
    ) async throws(ErrorWrapper) {
        for tap in taps {
            let runTap = try await tap.begin(run(), at: scene())
            self.taps.append(runTap)
            dependencies = dependencies.tapped(by: runTap)
        }
    }

    /// Reports the goal to the taps. Throwing turns the goal into a failure.
    func end(at goal: @autoclosure () -> TappedScene) async throws(ErrorWrapper) {
        for tap in taps { try await tap.end(.goal(goal())) }
    }

    /// Reports the error of the run to the taps. An error of a tap becomes the nearest cause of the returned error.
    func end(with error: ErrorWrapper) async -> ErrorWrapper {
        var ending = error
        for tap in taps {
            do {
                try await tap.end(.failure(error))
            } catch let failure {
                switch ending {
                case .service(let error, let args, let cause):
                    ending = .service(error: error, args: args, causedBy: TapFailure(failure: failure, causedBy: cause))
                case .system(let error, let args, let cause):
                    ending = .system(error: error, args: args, causedBy: TapFailure(failure: failure, causedBy: cause))
                }
            }
        }
        return ending
    }
}

/// An error that a tap threw while it received the error of the run. Its cause is the cause of the run's error.
private struct TapFailure: CausedError, CustomStringConvertible {
    let failure: ErrorWrapper
    let causedBy: (any Error)?

    var description: String { "in addition: \(failure)" }
}
