/// A run whose taps stand between it and its ports.
///
/// What taps are told is read by reflection, so it is made only for runs that have taps.
struct TappedRun: Sendable {
    /// The ports behind the taps.
    private(set) var dependencies: Dependencies
    private(set) var taps: [any RunTap] = []

    init(_ dependencies: Dependencies) {
        self.dependencies = dependencies
    }

    /// Puts each tap, the first one next to the ports, between the run and its ports.
    mutating func begin(
        _ run: @autoclosure () -> RunDescription, at scene: @autoclosure () -> TappedScene, through taps: [any Tap]
    ) async throws(ErrorWrapper) {
        for tap in taps {
            let runTap = try await tap.begin(run(), at: scene())
            self.taps.append(runTap)
            dependencies = dependencies.tapped(by: runTap)
        }
    }

    /// Throwing turns the goal into a failure.
    func end(at goal: @autoclosure () -> TappedScene) async throws(ErrorWrapper) {
        for tap in taps { try await tap.end(.goal(goal())) }
    }

    /// Tells the taps why the run failed. What a tap throws then becomes the nearest cause of the returned error.
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

/// What a tap threw when it was told that a run had failed, in addition to the cause of that failure.
private struct TapFailure: CausedError, CustomStringConvertible {
    let failure: ErrorWrapper
    let causedBy: (any Error)?

    var description: String { "in addition: \(failure)" }
}
