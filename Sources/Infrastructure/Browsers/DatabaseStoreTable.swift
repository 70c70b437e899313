#if Server
import UsecasesEngine
import UsecasesStorage

/// The rows of browsers in a database. Recorded rows are as durable as the database.
struct DatabaseStoreTable<Database: SQLDatabase>: StoreTable {
    typealias Failure = Database.Session.Failure

    let database: Database

    var location: String { database.location }

    func row(under cookie: [UInt8]) async throws(ErrorWrapper) -> StoreRow? {
        try await database.lookUp { session throws(Failure) in
            try session.browser(in: session.run(.browserUnderCookie, .bytes(cookie)))
        }
    }

    func row(_ id: UUIDv7) async throws(ErrorWrapper) -> StoreRow? {
        try await database.lookUp { session throws(Failure) in
            try session.browser(in: session.run(.browserWithID, .id(id)))
        }
    }

    func add(_ row: StoreRow) async throws(ErrorWrapper) {
        try await database.change(()) { session, _ throws(Failure) in
            _ = try session.run(
                .addBrowser, .id(row.id), .bytes(row.cookie), .bytes(row.former), .integer(row.stamp),
                .time(row.used), .text(row.content))
        }
    }

    func replace(_ stamp: Int64, by row: StoreRow) async throws(ErrorWrapper) -> Bool {
        try await database.change(false) { session, isRepeated throws(Failure) in
            let wasTried = isRepeated
            isRepeated = true
            let replaced = try session.run(
                .replaceBrowser, .id(row.id), .bytes(row.cookie), .bytes(row.former), .integer(row.stamp),
                .time(row.used), .text(row.content), .integer(stamp))
            // The update has waited for an earlier attempt. No other request has this stamp.
            guard replaced.rowCount == 0, wasTried else { return replaced.rowCount == 1 }
            return try session.browser(in: session.run(.browserWithID, .id(row.id))) == row
        }
    }

    func sweep(unusedSince time: Timestamp, limit: Int) async throws(ErrorWrapper) -> Int {
        try await database.change(()) { session, _ throws(Failure) in
            try session.run(.sweepBrowsers, .time(time), .integer(Int64(limit))).rowCount
        }
    }

    func count() async throws(ErrorWrapper) -> Int {
        try await database.lookUp { session throws(Failure) in
            Int(try session.run(.countBrowsers).integer(row: 0, column: 0) ?? 0)
        }
    }
}
#endif
