package import UsecasesEngine

/// A run that left the explored paths.
package struct Deviation: Sendable, Hashable {
    /// The next act of a run.
    package enum Act: Sendable, Hashable {
        case enter(String)
        case call(String)
        /// The run's call returned a value of this outcome.
        case outcome(String)
        /// The run's call threw the error with this name.
        case threw(String)
        case goal(String)
        /// The run ends in the error with this name.
        case failure(String)
    }

    package let run: UUIDv7
    package let usecase: String
    /// The number of the last scene on a known path, counted from 1, or 0 if the run deviated before its first scene.
    package let scene: Int
    /// The name of that scene, or `nil` without one.
    package let after: String?
    /// The last call on a known path since that scene, or `nil` without one.
    package let lastCall: String?
    package let did: Act
    /// The known acts at that point, at most ``knownLimit``.
    package let known: [Act]

    package static let knownLimit = 20
}

extension Deviation.Act {
    /// The act with shortened names, because names from outside can have any length.
    var shortened: Deviation.Act {
        switch self {
        case .enter(let name): .enter(name.onOneLine)
        case .call(let name): .call(name.onOneLine)
        case .outcome(let name): .outcome(name.onOneLine)
        case .threw(let name): .threw(name.onOneLine)
        case .goal(let name): .goal(name.onOneLine)
        case .failure(let name): .failure(name.onOneLine)
        }
    }
}
