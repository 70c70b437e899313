package import Usecases

/// A run that went a way that the exploration does not know.
package struct Deviation: Sendable, Hashable {
    /// What a run does next.
    package enum Act: Sendable, Hashable {
        case enter(String)
        case call(String)
        /// The call that it made came to this.
        case outcome(String)
        case goal(String)
        /// It ends in the error of this name.
        case failure(String)
    }

    package let run: UUIDv7
    package let usecase: String
    /// The number of the last scene on a known way, counted from 1; 0 if the run left before its first scene.
    package let scene: Int
    /// Its name; `nil` if there is none.
    package let after: String?
    /// The last call on a known way, if the run has made one since it entered that scene.
    package let lastCall: String?
    package let did: Act
    /// What the exploration knows at that point, at most ``knownLimit`` of it.
    package let known: [Act]

    package static let knownLimit = 20
}
