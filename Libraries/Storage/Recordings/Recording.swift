public import Foundation
import Synchronization
public import UsecasesEngine
import UsecasesSystem

/// A recording of one or more runs.
public struct Recording: Sendable {
    /// The runs, at least one, in the order of their beginnings.
    public private(set) var runs: [RecordedRun] = []

    /// Parses a recording. Throws a ``RecordingError``. The last line may be incomplete, because the recording may have
    /// been interrupted. `lineLimit` protects against files of many short lines. Such files take the most time and
    /// memory for their size. A run of this program writes some dozens of lines.
    public init(_ data: Data, lineLimit: Int = 100_000) throws {
        var indices: [UUIDv7: Int] = [:]
        let lines = data.split(
            separator: UInt8(ascii: "\n"), maxSplits: lineLimit + 1, omittingEmptySubsequences: false)
        guard lines.count <= lineLimit + 1 else { throw RecordingError.tooManyLines(limit: lineLimit) }
        for (index, line) in lines.dropLast().enumerated() where !line.isEmpty {
            do {
                try add(Data(line), &indices)
            } catch let error as RecordingError {
                throw error
            } catch {
                throw RecordingError.line(number: index + 1, cause: UnreadableJSON(error))
            }
        }
        guard !runs.isEmpty else { throw RecordingError.noRuns }
    }

    private struct Members: Decodable {
        struct Entry: Decodable {
            let run: UUIDv7
            let course: Course
            let name: String
            let scene: JSON
        }

        struct Ending: Decodable {
            let run: UUIDv7
            let goal: String?
            let scene: JSON?
            let error: ErrorWrapper?
        }

        let begin: RecordedBeginning?
        let enter: Entry?
        let end: Ending?
        let call: RecordedCallName?
        let changes: Bool?
        let redacted: Bool?
    }

    private mutating func add(_ line: Data, _ indices: inout [UUIDv7: Int]) throws {
        let members = try JSONDecoder().decode(Members.self, from: line)
        if let begin = members.begin {
            guard begin.version == RecordingLine.version else { throw RecordingError.version(begin.version) }
            guard let actor = Actor(rawValue: begin.actor) else { throw RecordingError.unknownActor(begin.actor) }
            indices[begin.run] = runs.count
            runs.append(
                RecordedRun(run: begin.run, usecase: begin.usecase, actor: actor, beginning: try beginning(in: line)))
            return
        }
        func index(_ run: UUIDv7) throws -> Int {
            guard let index = indices[run] else { throw RecordingError.unknownRun(run) }
            return index
        }
        if let entry = members.enter {
            let scene = RecordedRun.Scene(course: entry.course, name: entry.name, declared: entry.scene)
            runs[try index(entry.run)].events.append(.enter(scene))
        } else if let call = members.call {
            let recorded = RecordedRun.Call(
                name: call.name, changes: members.changes ?? false, isRedacted: members.redacted ?? false, line: line)
            runs[try index(call.run)].events.append(.call(recorded))
        } else if let end = members.end {
            let index = try index(end.run)
            runs[index].error = end.error
            runs[index].goal = end.goal.map {
                RecordedRun.Scene(course: .goal, name: $0, declared: end.scene ?? .null)
            }
            runs[index].isComplete = true
        }
        // Lines that later versions add are ignored.
    }

    private func beginning(in line: Data) throws -> Data {
        let document = try JSONDecoder().decode([String: [String: JSON]].self, from: line)
        let members = (document["begin"] ?? [:]).filter { ["course", "scene"].contains($0.key) }
        return try JSONEncoder().encode(members)
    }
}

/// The beginning of a run in a recording.
struct RecordedBeginning: Decodable {
    let version: Int
    let run: UUIDv7
    let usecase: String
    let actor: String
}

/// A call in a recording, without its outcome.
struct RecordedCallName: Decodable {
    private enum CodingKeys: CodingKey { case run }

    let run: UUIDv7
    let name: PortCallName

    init(from decoder: any Decoder) throws {
        run = try decoder.container(keyedBy: CodingKeys.self).decode(UUIDv7.self, forKey: .run)
        name = try PortCallName(from: decoder)
    }
}

/// The reason that a file is not a usable recording.
public enum RecordingError: CausedError, CustomStringConvertible {
    /// The file does not contain the beginning of a run.
    case noRuns
    /// The recording has this version, and this program reads a different one.
    case version(Int)
    /// The line with this number is damaged. Lines are counted from 1.
    case line(number: Int, cause: any Error)
    /// The file has more than `limit` lines.
    case tooManyLines(limit: Int)
    /// The file contains events of this run, but not its beginning.
    case unknownRun(UUIDv7)
    /// This version does not have an actor of this name.
    case unknownActor(String)

    /// The reason as a clause, without the name of the file.
    public var description: String {
        switch self {
        case .noRuns: "no run begins in it"
        case .version(let version): "its version is \(version), and this program reads \(RecordingLine.version)"
        case .line(let number, _): "line \(number) is damaged"
        case .tooManyLines(let limit): "it has more than \(limit) lines"
        case .unknownRun(let run): "the run \(run) is in it without its beginning"
        case .unknownActor(let actor): "this version knows no actor \(actor)"
        }
    }

    /// The error of a damaged line. `nil` for any other reason.
    public var causedBy: (any Error)? {
        switch self {
        case .line(_, let cause): cause
        case .noRuns, .version, .tooManyLines, .unknownRun, .unknownActor: nil
        }
    }
}

extension RecordingError: HinderedError {
    /// `newerVersion` if the version is higher than this program's, otherwise `nil`.
    public var hindrance: Hindrance? {
        switch self {
        case .version(let version): version > RecordingLine.version ? .newerVersion : nil
        case .noRuns, .line, .tooManyLines, .unknownRun, .unknownActor: nil
        }
    }
}

/// A recorded run.
public struct RecordedRun: Sendable {
    /// A recorded scene.
    public struct Scene: Sendable, Hashable {
        /// The course. `nil` for the error of a failed run.
        let course: Course?
        let name: String
        let declared: JSON
    }

    struct Call: Sendable {
        let name: PortCallName
        let changes: Bool
        /// Whether a secret was removed from the outcome.
        let isRedacted: Bool
        /// The whole line. Code that knows the type of the outcome decodes it from the line.
        let line: Data

        /// Returns the outcome of the call. An error of the application is the one that the operation declares, because
        /// its sentences and its meaning are not recorded.
        func outcome<Value>(of operation: PortOperation<Value>) throws -> PortOutcome<Value> {
            let outcome = try RecordingLine.outcome(in: line, as: Value.self)
            guard case .threw(.system(.application(let error), let args, let cause)) = outcome else { return outcome }
            for case .failure(.system(.application(let declared), _, _)) in operation.outcomes.map(\.result)
            where declared == error {
                return .threw(.system(error: .application(declared), args: args, causedBy: cause))
            }
            return outcome
        }
    }

    enum Event: Sendable {
        case enter(Scene)
        case call(Call)
    }

    package let run: UUIDv7
    package let usecase: String
    package let actor: Actor
    /// The first scene of the run, as JSON with the members `course` and `scene`.
    public let beginning: Data
    var events: [Event] = []

    var calls: [Call] { events.compactMap { if case .call(let call) = $0 { call } else { nil } } }
    /// The goal. `nil` if the run reached no goal.
    package var goal: Scene?
    /// The error of a failed run. `nil` if the run reached a goal or was interrupted.
    package internal(set) var error: ErrorWrapper?
    /// Whether the end of the run was recorded.
    package internal(set) var isComplete = false
}

/// The file of a recording. Only its owner can read it. It is created when the first run begins, and never replaces an
/// existing file.
public final class RecordingFile: Sendable {
    private struct State: ~Copyable {
        /// The file. `nil` before the first line.
        var file: FileDescriptor?
        /// The size in bytes, up to the last complete line.
        var size = 0
        /// The first error. After a missing line, further lines would not be a valid recording.
        var failure: PosixError?
    }

    private let path: String
    private let state = Mutex(State())

    /// Creates a recording file at `path`. The file itself is created with the first line.
    public init(_ path: String) {
        self.path = path
    }

    /// Appends lines. Throws `unwritable`, also if the file exists at the first call. Writes nothing after an error.
    public func write(_ lines: Data) throws(ErrorWrapper) {
        try withWriteErrors(at: path, of: .recording) {
            try state.withLock { state throws(PosixError) in
                if let failure = state.failure { throw failure }
                do throws(PosixError) {
                    if state.file == nil {
                        state.file = try FileDescriptor(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND, mode: 0o600)
                    }
                    try state.file?.write(lines)
                    state.size += lines.count
                } catch {
                    state.failure = error
                    // A file without a complete line is not a recording, and it would prevent the next recording.
                    if state.size == 0, state.file != nil { unlink(path) }
                    try? state.file?.truncate(to: state.size)
                    throw error
                }
            }
        }
    }

    /// Flushes the file to disk. Throws `unwritable`.
    public func flush() throws(ErrorWrapper) {
        try withWriteErrors(at: path, of: .recording) {
            try state.withLock { state throws(PosixError) in
                guard state.file != nil else { return }
                try state.file?.flush()
                try FileDescriptor(path.parentDirectory ?? "/", O_RDONLY | O_DIRECTORY).flush()
            }
        }
    }

    /// Reads a recording. Throws `unreadable` or `damaged`.
    public static func read(_ path: String) throws(ErrorWrapper) -> Recording {
        try recording(content(of: path), from: path)
    }

    /// Reads the content of a recording file. Throws `unreadable`.
    public static func content(of path: String) throws(ErrorWrapper) -> Data {
        do {
            return try InputFile.read(path)
        } catch {
            throw ErrorWrapper(error, of: path, content: .recording)
        }
    }

    /// Parses the content of a recording file. Throws `damaged`. `path` is the path of the file, for errors.
    public static func recording(_ content: Data, from path: String) throws(ErrorWrapper) -> Recording {
        do {
            return try Recording(content)
        } catch {
            throw .system(
                error: .dataStore(.damaged(location: path, content: .recording)), causedBy: error)
        }
    }
}
