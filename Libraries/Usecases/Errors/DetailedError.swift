/// An error with more details than fit on one line.
package protocol DetailedError: CausedError {
    /// All known details, as lines of text without secrets that can be sent by mail.
    var report: String { get }
}
