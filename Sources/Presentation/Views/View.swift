/// A template over the store: a value that becomes lines, so that it can be looked at without a terminal.
package protocol View: Sendable {
    /// At most `frame.rows` lines, each at most `frame.columns` columns wide.
    func lines(in frame: Frame) -> [String]
}
