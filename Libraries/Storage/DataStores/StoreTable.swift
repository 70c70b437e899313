public import UsecasesEngine

/// Everything that a service keeps for one browser, as a row of a ``StoreTable``.
public struct StoreRow: Sendable, Hashable, Codable {
    /// The time without a use after which a row is removed.
    package static let restLimit = Duration.seconds(30 * 86_400)

    /// The identifier of the row. It never changes.
    public let id: UUIDv7
    /// The SHA-256 digest of the browser's cookie, 32 bytes. No two rows have the same.
    public var cookie: [UInt8]
    /// The digest of the cookie before, 32 bytes, or `nil` before the first replacement.
    public var former: [UInt8]?
    /// A random number. Each change writes another one.
    public var stamp: Int64
    /// The time of the last use, to the day.
    public var used: Timestamp
    /// The values and the forms of the browser, as JSON.
    public var content: String

    /// Creates a row. `cookie` has 32 bytes.
    public init(
        id: UUIDv7, cookie: [UInt8], former: [UInt8]? = nil, stamp: Int64, used: Timestamp, content: String = "{}"
    ) {
        self.id = id
        self.cookie = cookie
        self.former = former
        self.stamp = stamp
        self.used = used
        self.content = content
    }
}

/// A table with a row for each browser. All servers of a service share it.
///
/// Each operation is one statement, so it takes effect completely or not at all. All throw the errors of a
/// ``/UsecasesEngine/DataStore``.
public protocol StoreTable: Sendable {
    /// A short description of the table, for the operator.
    var location: String { get }
    /// Returns the row whose ``StoreRow/cookie`` has this digest, else one whose ``StoreRow/former`` has it.
    func row(under cookie: [UInt8]) async throws(ErrorWrapper) -> StoreRow?
    /// Returns the row with this identifier.
    func row(_ id: UUIDv7) async throws(ErrorWrapper) -> StoreRow?
    /// Adds a row. Does nothing if the row exists, so it can be repeated.
    func add(_ row: StoreRow) async throws(ErrorWrapper)
    /// Replaces the row with the same identifier, if it still has the stamp. Returns whether it had. If the answer was
    /// lost, a repetition may return `false` although the first attempt took effect.
    func replace(_ stamp: Int64, by row: StoreRow) async throws(ErrorWrapper) -> Bool
    /// Removes rows that were not used since the time, at most `limit`, the longest unused first. Returns how many it removed.
    func sweep(unusedSince time: Timestamp, limit: Int) async throws(ErrorWrapper) -> Int
    /// Returns the number of rows.
    func count() async throws(ErrorWrapper) -> Int
}
