/// An error that has more to tell than a line.
package protocol DetailedError: CausedError {
    /// All that is known of it, as lines of text without secrets, to be mailed.
    var report: String { get }
}
