import Foundation
package import UsecasesEngine
package import UsecasesSystem

/// A line of a recording, of a service's log, or of reports in JSON, with its events of a run.
struct ObservedLine: Decodable {
    enum Flaw: Error, Hashable {
        /// The recording has a different version.
        case version(Int)
        /// A scene in the log of an older service. It does not contain its run.
        case anonymousScene
    }

    /// The source of the line.
    enum Origin: Sendable, Hashable {
        case recording, log, report
        /// A different program, or a later version of this program.
        case elsewhere
    }

    let origin: Origin
    private(set) var events: [ObservedEvent] = []

    private enum CodingKeys: String, CodingKey {
        case begin, enter, call, end
        case run, usecase, scenes, goal, error
        case time, level, message, logger, span, attributes
    }

    private struct Entry: Decodable {
        let run: UUIDv7
        let name: String
    }

    private struct Call: Decodable {
        struct Outcome: Decodable {
            private enum CodingKeys: CodingKey {
                case returned, threw
            }

            let observed: ObservedOutcome

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                observed =
                    if container.contains(.threw) {
                        ObservedLine.failure(try? container.decode(ErrorWrapper.self, forKey: .threw))
                    } else {
                        .returned(try container.decode(RecordedForm.self, forKey: .returned).form)
                    }
            }
        }

        let outcome: Outcome
    }

    private struct Ending: Decodable {
        private enum CodingKeys: CodingKey {
            case run, goal, error
        }

        let run: UUIDv7
        let what: ObservedEvent.What

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            run = try container.decode(UUIDv7.self, forKey: .run)
            if container.contains(.error) {
                let error = try? container.decode(ErrorWrapper.self, forKey: .error)
                what = .failure(
                    error?.name ?? ObservedLine.unknownError, fromJournal: ObservedLine.isJournal(error?.args))
            } else {
                what = .goal(try container.decode(String.self, forKey: .goal), ordinal: nil)
            }
        }
    }

    private struct Scene: Decodable {
        let course: String
        let name: String
    }

    private struct ReportedError: Decodable {
        private enum CodingKeys: String, CodingKey {
            case name = "case"
            case args
        }

        let name: String
        let args: [String: String]
    }

    private struct SpanAttributes: Decodable {
        let run: UUIDv7?
        let ordinal: Int?
        let usecase: String?
        let course: String?
        let failure: String?
    }

    init(from decoder: any Decoder) throws {
        let line = try decoder.container(keyedBy: CodingKeys.self)
        let recorded = [CodingKeys.begin, .enter, .call, .end].first { line.contains($0) }
        if let recorded, !line.contains(.message) {
            origin = .recording
            events = [try Self.event(recorded, in: line)]
        } else if [.time, .level, .message, .logger].allSatisfy({ line.contains($0) }) {
            origin = .log
            if line.contains(.span), line.contains(.attributes) { events = try Self.span(in: line) }
        } else if [.run, .usecase, .scenes].allSatisfy({ line.contains($0) }) {
            origin = .report
            events = try Self.report(in: line)
        } else {
            origin = .elsewhere
        }
    }

    private static func event(
        _ recorded: CodingKeys, in line: KeyedDecodingContainer<CodingKeys>
    ) throws -> ObservedEvent {
        switch recorded {
        case .begin:
            let begin = try line.decode(RecordedBeginning.self, forKey: .begin)
            guard begin.version == RecordingLine.version else { throw Flaw.version(begin.version) }
            return ObservedEvent(
                begin.run, .begin(usecase: begin.usecase, actor: begin.actor, tellsCalls: true))
        case .enter:
            let entry = try line.decode(Entry.self, forKey: .enter)
            return ObservedEvent(entry.run, .enter(scene: entry.name, ordinal: nil))
        case .call:
            let call = try line.decode(RecordedCallName.self, forKey: .call)
            return ObservedEvent(call.run, .call(call.name, try line.decode(Call.self, forKey: .call).outcome.observed))
        default:
            let end = try line.decode(Ending.self, forKey: .end)
            return ObservedEvent(end.run, end.what)
        }
    }

    /// Returns no events for a span that is not a scene, because it has no use case.
    private static func span(in line: KeyedDecodingContainer<CodingKeys>) throws -> [ObservedEvent] {
        let attributes = try line.decode(SpanAttributes.self, forKey: .attributes)
        guard let usecase = attributes.usecase, let course = attributes.course else { return [] }
        guard let run = attributes.run, let ordinal = attributes.ordinal else { throw Flaw.anonymousScene }
        let name = try line.decode(String.self, forKey: .span)
        let scene: ObservedEvent.What =
            course == Course.goal.rawValue
            ? .goal(name, ordinal: ordinal) : .enter(scene: name, ordinal: ordinal)
        let failure = attributes.failure.map { ObservedEvent.What.failure($0, fromJournal: false) }
        return ([.join(usecase: usecase, ordinal: ordinal), scene] + [failure].compactMap(\.self)).map {
            ObservedEvent(run, $0)
        }
    }

    private static func report(in line: KeyedDecodingContainer<CodingKeys>) throws -> [ObservedEvent] {
        let run = try line.decode(UUIDv7.self, forKey: .run)
        let usecase = try line.decode(String.self, forKey: .usecase)
        var whats: [ObservedEvent.What] = [.begin(usecase: usecase, actor: nil, tellsCalls: false)]
        for scene in try line.decode([Scene].self, forKey: .scenes) where scene.course != Course.goal.rawValue {
            whats.append(.enter(scene: scene.name, ordinal: nil))
        }
        if let error = try line.decodeIfPresent(ReportedError.self, forKey: .error) {
            whats.append(.failure(error.name, fromJournal: isJournal(error.args)))
        } else {
            whats.append(.goal(try line.decode(String.self, forKey: .goal), ordinal: nil))
        }
        return whats.map { ObservedEvent(run, $0) }
    }

    /// Returns whether the error comes from a journal. Such an error contains the path of its file.
    private static func isJournal(_ args: [String: String]?) -> Bool { args?["file"].map(FileJournal.isPlace) ?? false }

    private static let unknownError = "an error that this version does not know"

    private static func failure(_ error: ErrorWrapper?) -> ObservedOutcome {
        .threw(error?.name ?? unknownError, fromJournal: isJournal(error?.args))
    }
}

/// Reads events of runs from recordings, logs and reports. Reads any number of lines, one at a time.
///
/// The input is not trusted. Bounds on the length and the depth of a line limit its cost.
package struct ObservedRuns: ~Copyable {
    /// The maximum length of a line, in bytes. An error keeps up to 1 MiB of a response, up to 6 MiB in JSON.
    package static let lineLimit = 16 << 20
    /// The maximum nesting depth of the values of a line.
    package static let depthLimit = JSON.depthLimit

    /// The events of one line, or the loss of the line.
    public enum Piece: Sendable, Hashable {
        case events([ObservedEvent])
        /// An unreadable line. It may have contained events of any run.
        case loss
    }

    private var lines: LineReader
    private var number = 0
    package private(set) var flaws = ObservationFlaws()

    /// Opens a file. `-` is standard input.
    package init(_ path: String) throws(InputFile.Flaw) {
        lines = try LineReader(path, limit: Self.lineLimit)
    }

    /// Reads content that is in memory.
    package init(content: [UInt8]) {
        lines = LineReader(content: content, limit: Self.lineLimit)
    }

    /// Returns the next events or loss. Returns `nil` at the end of the file.
    package mutating func next() throws(InputFile.Flaw) -> Piece? {
        while let line = try lines.next() {
            number += 1
            switch line {
            case .tooLong:
                flaws.tooLong.add(number)
                return .loss
            case .whole(let data), .partial(let data):
                guard !data.allSatisfy({ UInt8.blanks.contains($0) }) else { continue }
                let isLast = if case .partial = line { true } else { false }
                if let piece = read(data, isLast: isLast) { return piece }
            }
        }
        return nil
    }

    private mutating func read(_ data: Data, isLast: Bool) -> Piece? {
        guard JSONStructure(of: data).depth <= Self.depthLimit else {
            flaws.tooDeep.add(number)
            return .loss
        }
        do {
            let line = try JSONDecoder().decode(ObservedLine.self, from: data)
            if line.origin != .elsewhere { flaws.isForeign = false }
            return line.events.isEmpty ? nil : .events(line.events)
        } catch let flaw as ObservedLine.Flaw {
            flaws.isForeign = false
            switch flaw {
            case .version: flaws.otherVersion.add(number)
            case .anonymousScene: flaws.anonymous.add(number)
            }
            return nil
        } catch {
            if isLast { flaws.isTruncated = true } else { flaws.unreadable.add(number) }
            return .loss
        }
    }
}

extension UInt8 {
    fileprivate static let blanks = Array(" \t\r".utf8)
}
