/// What is to be said of a replay, beside the scenario.
package enum ReplayRemark: Sendable, Hashable {
    /// In or after the scene of this number, counted from 1, this program does something else.
    case differs(scene: Int, recorded: String, now: String)
    /// It stopped after the scene that it was told to stop after.
    case stopped(scene: Int)
    /// The recording ends here: whoever wrote it was killed.
    case cutOff
    /// Nothing was recorded for the call, and the sunny outcome was taken.
    case assumed(call: String, outcome: String)
    /// The operation can come to these outcomes only.
    case noSuchOutcome(call: String, outcomes: [String])
    /// No such call came.
    case neverCalled(String)
}
