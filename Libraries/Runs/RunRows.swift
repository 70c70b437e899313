import Foundation
import UsecasesEngine

/// A queue in a database that returns the texts of its rows.
protocol RowRunQueue: Sendable {
    /// The name of the database in errors.
    var location: String { get }
    var execute: AbsurdRunQueue.Execute { get }
}

extension RowRunQueue {
    /// Executes a statement that only reads. A client of a database may not know which ones do.
    func read(_ statement: String, _ parameters: [String?]) async throws(ErrorWrapper) -> [[String?]] {
        do throws(ErrorWrapper) {
            return try await execute(statement, parameters)
        } catch .system(error: .dataStore(.unwritable(let location, let content)), let args, let cause) {
            throw .system(
                error: .dataStore(.unreadable(location: location, content: content)), args: args, causedBy: cause)
        } catch {
            throw error
        }
    }

    /// Returns what the row has. Throws `damaged` if it has something else.
    func parsed<Value>(_ row: [String?], _ value: ([String?]) -> Value?) throws(ErrorWrapper) -> Value {
        guard let value = value(row) else {
            throw .system(error: .dataStore(.damaged(location: location, content: nil)))
        }
        return value
    }
}

extension RunCounts {
    /// Creates counts from the texts of a row: waiting, resting, playing and failed runs, and milliseconds.
    init?(_ row: [String?]) {
        let numbers = row.compactMap { $0.flatMap { Int($0) } }
        guard numbers.count == 5 else { return nil }
        self.init(
            waiting: numbers[0], resting: numbers[1], playing: numbers[2], failed: numbers[3],
            longestWait: .milliseconds(numbers[4]))
    }
}

extension ClaimedRun {
    /// Creates a run from the texts of a row: its attempt, run, use case, number, beginning and notes as a JSON array.
    init?(_ row: [String?]) {
        guard row.count == 6, let attempt = row[0], let run = row[1], let usecase = row[2],
            let number = row[3].flatMap({ Int($0) }), let beginning = row[4], let notes = [Data](notes: row[5] ?? "[]")
        else { return nil }
        self.init(
            RunClaim(attempt: attempt, run: run), usecase: usecase, number: number, beginning: Data(beginning.utf8),
            notes: notes)
    }
}

extension DurableRun {
    /// Creates a run from the texts of a row: its key, use case, state, attempt, server, the time when the state ends in
    /// milliseconds since 1970, the event that it waits for, its result, its beginning and its notes as a JSON array.
    init?(_ row: [String?]) {
        guard row.count == 10, let key = row[0].flatMap({ UUIDv7($0) }), let usecase = row[1],
            let state = State(row), let attempt = row[3].flatMap({ Int($0) }), let beginning = row[8],
            let notes = [Data](notes: row[9] ?? "[]")
        else { return nil }
        self.init(
            key: key, usecase: usecase, scene: ClaimedRun.scene(after: Data(beginning.utf8), notes), attempt: attempt,
            state: state)
    }
}

extension DurableRun.State {
    fileprivate init?(_ row: [String?]) {
        let due = row[5].flatMap { Int64($0) }.map { Timestamp(milliseconds: $0) }
        switch (row[2], due, row[4]) {
        case ("waits", let due?, _): self = .waits(since: due)
        case ("rests", let due?, _): self = .rests(until: due, event: row[6])
        case ("plays", let due?, let server?): self = .plays(server: server, leaseEnd: due)
        case ("failed", _, _): self = .failed(reason: row[7] ?? "")
        case ("ended", _, _), ("completed", _, _): self = .ended(goal: row[7] ?? "")
        case ("cancelled", _, _): self = .cancelled
        default: return nil
        }
    }
}

extension [Data] {
    /// Creates the notes of a JSON array of texts.
    fileprivate init?(notes text: String) {
        guard let texts = try? JSONDecoder().decode([String].self, from: Data(text.utf8)) else { return nil }
        self = texts.map { Data($0.utf8) }
    }
}

extension ClaimedRun {
    /// Returns the name of the scene of the last note, or of the first scene.
    static func scene(after beginning: Data, _ notes: [Data]) -> String {
        for line in notes.reduce(beginning, +).split(separator: UInt8(ascii: "\n")).reversed() {
            if let scene = (try? JSONDecoder().decode(NotedScene.self, from: Data(line)))?.name { return scene }
        }
        return ""
    }
}

/// The scene in a line of a journal.
private struct NotedScene: Decodable {
    private struct Members: Decodable {
        let scene: ValueName?
        let name: String?
    }

    /// The name of a scene, or of its case.
    private struct ValueName: Decodable {
        let name: String

        init(from decoder: any Decoder) throws {
            if let text = try? decoder.singleValueContainer().decode(String.self) {
                name = text
            } else {
                name = try decoder.container(keyedBy: AnyName.self).allKeys.first?.stringValue ?? ""
            }
        }
    }

    private struct AnyName: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    private enum CodingKeys: CodingKey { case begin, enter, call }

    let name: String?

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let members = try container.allKeys.first { $0.stringValue != "changes" }.map {
            try container.decode(Members.self, forKey: $0)
        }
        name = members?.name ?? members?.scene?.name
    }
}
