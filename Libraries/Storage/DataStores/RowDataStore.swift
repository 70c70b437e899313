import Foundation
public import UsecasesEngine
public import UsecasesSystem

/// A form that a browser has sent, and its result.
public struct StoredForm: Sendable, Hashable, Codable {
    /// What is shown of a run that failed.
    public struct Failure: Sendable, Hashable, Codable {
        /// The message for people, in both languages.
        public let message: [String: String]
        /// The kind and the name of the error, in both languages.
        public let name: [String: String]

        /// Creates a failure. The keys of both texts are the codes of languages.
        public init(message: [String: String], name: [String: String]) {
            self.message = message
            self.name = name
        }
    }

    /// The identifier, 32 hexadecimal digits. The same form sent again has the same one.
    public let id: String
    /// The path of the page with the form, such as `sessions/end`.
    public let path: String
    /// The texts that the user typed, without secrets. Empty after a success.
    public var texts: [String: String]
    /// The time when it was sent.
    public let sentAt: Timestamp
    /// The time at which the run has ended if its server has died. A living server moves it on.
    public var endsBy: Timestamp
    /// The address of the page with the result, or `nil` before the end.
    public var location: String?
    /// The goal that was reached, as JSON, or `nil` if nothing of it is left to show.
    public var goal: String?
    /// The failure, or `nil` without one.
    public var failure: Failure?
    /// Whether the run has ended.
    public var isDone: Bool { location != nil }

    /// Creates a form whose run begins now.
    public init(id: String, path: String, texts: [String: String], sentAt: Timestamp, endsBy: Timestamp) {
        self.id = id
        self.path = path
        self.texts = texts
        self.sentAt = sentAt
        self.endsBy = endsBy
    }
}

/// A browser's cookie was replaced by another request, so this request may no longer use its store.
struct ReplacedCookie: Error, CustomStringConvertible {
    var description: String { "another request has replaced the cookie" }
}

extension ErrorWrapper {
    /// Returns the error of a request whose cookie another request has replaced. `location` is the location of the table.
    package static func replacedCookie(at location: String) -> ErrorWrapper {
        .system(error: .dataStore(.unreadable(location: location, content: nil)), causedBy: ReplacedCookie())
    }

    /// Whether another request has replaced the cookie of the request.
    package var isReplacedCookie: Bool { causes.contains { $0 is ReplacedCookie } }
}

/// The data store of one browser, in a row of a table, as one request uses it.
///
/// Each operation fails as soon as another request has replaced the cookie. Writes to the values that say who is logged in,
/// and all later writes, wait for ``commit(_:replacingCookie:)``. They take effect together with the new cookie.
public actor RowDataStore: DocumentStore {
    /// When the writes of a request take effect.
    public enum Writing: Sendable {
        /// At once, except for the values that say who is logged in.
        case early
        /// All together, with the commit.
        case late
    }

    private struct Content: Codable {
        var values: [String: JSON]
        var forms: [StoredForm]

        private enum CodingKeys: CodingKey { case values, forms }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            values = try container.decodeIfPresent([String: JSON].self, forKey: .values) ?? [:]
            forms = try container.decodeIfPresent([StoredForm].self, forKey: .forms) ?? []
        }
    }

    /// A write that waits.
    private struct Change: Sendable {
        let apply: @Sendable (inout [String: JSON]) throws(ErrorWrapper) -> any Sendable
    }

    /// The maximum number of forms that a row keeps, and the time for which it keeps them.
    private static let forms = 8
    private static let formTime = Duration.seconds(600)
    /// The maximum number of attempts to replace a row that other requests change at the same time.
    private static let attempts = 1_000

    /// `nil`, because the values are not in a file of this program.
    public nonisolated let kind: StoreContent? = nil
    private let table: any StoreTable
    private let identity: Set<String>
    private let clock: any Clock
    private let randomSource: any RandomSource
    private let writing: Writing
    /// The identifier of the row.
    public nonisolated let id: UUIDv7
    /// The digest of the cookie with which this request may use the row.
    private var cookie: [UInt8]
    private var isReplaced = false
    /// The cookie that this request is giving the row now.
    private var coming: [UInt8]?
    private var waiting: [Change] = []

    /// A short description of the table.
    public nonisolated var location: String { table.location }

    /// Creates a store over the row. `identity` are the names of the values that say who is logged in.
    public init(
        _ row: StoreRow, in table: any StoreTable, identity: Set<String> = [], writing: Writing = .early,
        clock: any Clock, randomSource: any RandomSource
    ) {
        id = row.id
        cookie = row.cookie
        self.table = table
        self.identity = identity
        self.writing = writing
        self.clock = clock
        self.randomSource = randomSource
    }

    // MARK: Values

    /// Reads the values, with the writes that wait.
    public func values(under name: String) async throws(ErrorWrapper) -> [String: JSON] { try await values() }

    private func values() async throws(ErrorWrapper) -> [String: JSON] {
        var values = try await content().content.values
        for change in waiting { _ = try change.apply(&values) }
        return values
    }

    /// Changes the values, at once or with the commit.
    public func update<Answer: Sendable>(
        _ names: [String], _ change: @escaping @Sendable (inout [String: JSON]) throws(ErrorWrapper) -> Answer
    ) async throws(ErrorWrapper) -> Answer {
        guard writing == .late || !waiting.isEmpty || !identity.isDisjoint(with: names) else {
            return try await replace { _, content throws(ErrorWrapper) in try change(&content.values) }
        }
        var values = try await values()
        let answer = try change(&values)
        waiting.append(Change(apply: change))
        return answer
    }

    // MARK: Forms

    /// Returns the form with this identifier.
    public func form(_ id: String) async throws(ErrorWrapper) -> StoredForm? {
        try await content().content.forms.first { $0.id == id }
    }

    /// Adds the form, and returns `nil`. If the row has it already, returns that one.
    public func begin(_ form: StoredForm) async throws(ErrorWrapper) -> StoredForm? {
        let now = clock.now
        return try await replace { _, content in
            if let known = content.forms.first(where: { $0.id == form.id }) { return known }
            content.forms.removeAll { $0.endsBy < now - Self.formTime }
            content.forms = content.forms.suffix(Self.forms - 1) + [form]
            return nil
        }
    }

    /// Moves the end of the form's run.
    public func extend(_ id: String, to time: Timestamp) async throws(ErrorWrapper) {
        try await replace { _, content in
            for index in content.forms.indices where content.forms[index].id == id {
                content.forms[index].endsBy = time
            }
        }
    }

    /// Forgets the goal of a form that was shown.
    public func noteShown(_ id: String) async throws(ErrorWrapper) {
        try await replace { _, content in
            for index in content.forms.indices where content.forms[index].id == id { content.forms[index].goal = nil }
        }
    }

    // MARK: The cookie

    /// Lets all writes take effect, and stores the form with its result. If the writes change who is logged in, the cookie
    /// is replaced at the same time, and all other forms are forgotten. Returns whether the user logged in or out, and
    /// whether anyone is logged in.
    @discardableResult
    public func commit(
        _ form: StoredForm?, replacingCookie next: [UInt8]?
    ) async throws(ErrorWrapper) -> (changesUser: Bool, hasUser: Bool) {
        guard form != nil || !waiting.isEmpty else { return (false, false) }
        let (changes, identity) = (waiting, identity)
        let former = isReplaced ? nil : next
        coming = next
        let result = try await replace { row, content throws(ErrorWrapper) in
            let before = content.values.filter { identity.contains($0.key) }
            for change in changes { _ = try change.apply(&content.values) }
            let after = content.values.filter { identity.contains($0.key) }
            if let form { content.forms = content.forms.filter { $0.id != form.id } + [form] }
            if before != after {
                content.forms.removeAll { $0.id != form?.id }
                if let former, row.cookie != former { (row.former, row.cookie) = (row.cookie, former) }
            }
            return (changesUser: before != after, hasUser: !after.isEmpty)
        }
        waiting = []
        if result.changesUser, let former { (cookie, isReplaced) = (former, true) }
        return result
    }

    /// Replaces the cookie during the run of the form, and forgets all other forms. The old cookie is worth nothing from now
    /// on, also with a form that was sent with it before.
    public func replaceCookie(by next: [UInt8], during form: String) async throws(ErrorWrapper) {
        guard !isReplaced else { return }
        // The run may log in or out at the same time, with the same cookie.
        coming = next
        try await replace { row, content in
            guard row.cookie != next else { return }
            (row.former, row.cookie) = (row.cookie, next)
            content.forms.removeAll { $0.id != form }
        }
        (cookie, isReplaced) = (next, true)
    }

    /// Replaces the cookie for a sender who has lost the answer with it, and may lose this one too. The cookie before it
    /// stays the former one.
    public func repeatCookie(as next: [UInt8]) async throws(ErrorWrapper) {
        coming = next
        try await replace { row, _ in row.cookie = next }
        (cookie, isReplaced) = (next, true)
    }

    /// Notes that the row is used today.
    public func noteUse() async throws(ErrorWrapper) {
        let now = clock.now
        try await replace { row, _ in row.used = now }
    }

    // MARK: The row

    private func content() async throws(ErrorWrapper) -> (row: StoreRow, content: Content) {
        try parsed(try await table.row(id))
    }

    private func parsed(_ row: StoreRow?) throws(ErrorWrapper) -> (row: StoreRow, content: Content) {
        guard let row, row.cookie == cookie || row.cookie == coming else { throw .replacedCookie(at: location) }
        do {
            return (row, try JSONDecoder().decode(Content.self, from: Data(row.content.utf8)))
        } catch {
            throw .system(error: .dataStore(.damaged(location: location, content: nil)), causedBy: error)
        }
    }

    /// Replaces the row by a changed one, as often as another request was faster.
    @discardableResult
    private func replace<Answer>(
        _ change: (inout StoreRow, inout Content) throws(ErrorWrapper) -> Answer
    ) async throws(ErrorWrapper) -> Answer {
        var written: (stamp: Int64, answer: Answer)?
        for _ in 0..<Self.attempts {
            let former = try await table.row(id)
            // The answer to the write was lost.
            if let written, written.stamp == former?.stamp { return written.answer }
            var (row, content) = try parsed(former)
            let answer = try change(&row, &content)
            row.content = try text(of: content)
            if row == former { return answer }
            row.stamp = Int64(bitPattern: randomSource.next())
            if let former, try await table.replace(former.stamp, by: row) { return answer }
            written = (row.stamp, answer)
        }
        throw .system(error: .dataStore(.unwritable(location: location, content: nil)))
    }

    private func text(of content: Content) throws(ErrorWrapper) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try withWriteErrors(at: location, of: nil) {
            String(decoding: try encoder.encode(content), as: UTF8.self)
        }
    }
}
