/// A remark on a replay, in addition to its scenario.
public enum ReplayRemark: Sendable, Hashable {
    /// In or after the scene with this number, counted from 1, this program differs from the recording.
    case differs(scene: Int, recorded: String, now: String)
    /// The replay stopped after this scene, as it was told to.
    case stopped(scene: Int)
    /// The recording ends here, because the process that wrote it was killed.
    case cutOff
    /// Nothing was recorded for the call, and the first outcome of its operation was assumed.
    case assumed(call: String, outcome: String)
    /// The operation has no such outcome; these are all that it has.
    case noSuchOutcome(call: String, outcomes: [String])
    /// The run made no such call.
    case neverCalled(String)
}
