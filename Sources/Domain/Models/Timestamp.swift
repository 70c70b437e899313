/// A point in time, to the millisecond, in UTC.
package struct Timestamp: Sendable, Hashable, Codable {
    /// Milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
    package let milliseconds: Int64

    package init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }
}
