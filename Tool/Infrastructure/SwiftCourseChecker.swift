import Foundation
import Synchronization
import UsecasesEngine
import UsecasesSystem

/// A checker that builds and tests the course application with the installed Swift toolchain.
final class SwiftCourseChecker: CourseChecker {
    private let folder: Folder
    private let source: SourceRoot?
    private let environment: [String: String]
    private let clock: any Clock
    private let buildTimeout: Duration
    /// The files at the start of the last build.
    private let built = Mutex<[String: FileStamp]>([:])

    /// Creates a checker. `environment` is the environment of this program, to find the toolchain. `buildTimeout` must
    /// suffice for the first build, because it compiles everything. The other parameters match ``FileCourseFolder``.
    init(
        directory: String, source: SourceRoot?, environment: [String: String], clock: any Clock,
        buildTimeout: Duration = .seconds(900)
    ) {
        folder = Folder(directory)
        self.source = source
        self.environment = environment
        self.clock = clock
        self.buildTimeout = buildTimeout
    }

    func build() async throws(ErrorWrapper) -> BuildOutcome {
        let states = editedFiles
        built.withLock { $0 = states }
        let program = try await CourseProgress(directory: folder.path, clock: clock).program()
        let process = BoundedProcess(
            command: ["swift", "build", "--package-path", folder.path, "--product", program],
            environment: environment, timeout: buildTimeout, outputLimit: 4 << 20, endsOthers: true)
        let result = try await done { try await process.run() }
        switch result.ending {
        case .exited(0): return .built
        case .exited(127): return .noToolchain
        case .timedOut: return .timedOut(seconds: Int(buildTimeout.components.seconds))
        case .exited, .signalled:
            let messages = CompilerMessages(result.output + result.errors, root: URL(filePath: folder.path).path + "/")
            return .flawed(messages.lines)
        }
    }

    func compare(_ exercise: Exercise) async throws(ErrorWrapper) -> [Difference] {
        guard let source else {
            throw .system(error: .dataStore(.unreadable(location: folder.path, content: .folder)))
        }
        let asked = try CourseMaterial(source).asked(of: exercise.name)
        let answers = try Answers(folder: folder).compare(asked)
        guard answers.isEmpty else { return answers }
        let program = try await CourseProgress(directory: folder.path, clock: clock).program()
        return try await done { try await self.tryOut(folder.path(of: ".build/debug/" + program), asked) }
    }

    private func tryOut(_ program: String, _ asked: AskedExercise) async throws -> [Difference] {
        let place = Folder(NSTemporaryDirectory() + "trial-" + UUID().uuidString)
        try FileManager.default.createDirectory(
            atPath: place.path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(atPath: place.path) }
        let trial = try CourseTrial(program: URL(filePath: program).path, place: place, service: asked.service)
        defer { trial.stop() }
        switch try await trial.explore(asked.usecase) {
        case .failure(let stopped): return [stopped.difference]
        case .success(nil): return [.noUsecase(name: asked.usecase)]
        case .success(let explored?):
            let differences = ScenarioComparison(asked, explored).differences
            return differences.isEmpty ? try await trial.compare(asked, sentences: explored.sentences) : differences
        }
    }

    func waitForChange() async throws(ErrorWrapper) {
        while editedFiles == built.withLock({ $0 }) {
            try await clock.sleep(for: .milliseconds(200))
        }
    }

    /// The stamps of the files that the user edits.
    private var editedFiles: [String: FileStamp] {
        let parts =
            ["Package.swift"]
            + ["Sources", "Exercises"].flatMap { part in
                folder.folder(part).files.map { part + "/" + $0 }
            }
        return parts.reduce(into: [:]) { $0[$1] = FileStamp(folder.path(of: $1)) }
    }

    private func done<Value: Sendable>(
        _ work: () async throws -> Value
    ) async throws(ErrorWrapper) -> Value {
        do {
            return try await work()
        } catch let error as ErrorWrapper {
            throw error
        } catch is CancellationError {
            throw .interrupted
        } catch {
            throw .system(
                error: .dataStore(.unreadable(location: folder.path, content: .folder)), causedBy: error)
        }
    }
}

/// The messages of the compiler about a failed build, extracted from its output.
struct CompilerMessages {
    /// The maximum number of listed errors, and of notes of each. The first errors cause most of the others.
    private static let limit = 8
    /// Notes that only name the code that an editor could insert.
    private static let offers: Set<Substring> = ["add missing cases", "add stubs for conformance"]

    /// The lines with each error once, with its notes indented below it. Without errors, the end of the output.
    let lines: [String]

    /// Extracts the messages. Paths below `root` are relative to it.
    init(_ output: String, root: String) {
        var errors: [(message: String, notes: [String])] = []
        // The notes of a repeated error are not repeated.
        var isNew = false
        for line in output.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.contains(": error: ") || line.hasPrefix("error: ") {
                let message = line.replacing(root, with: "")
                isNew = !errors.contains { $0.message == message }
                if isNew { errors.append((String(message), [])) }
            } else if line.isEmpty || line.contains(": note: ") || line.contains(": warning: ") {
                isNew = false
            } else if isNew, let last = errors.indices.last, let note = line.firstRange(of: "- note: ") {
                let text = line[note.upperBound...]
                if !Self.offers.contains(text), errors[last].notes.count < Self.limit {
                    errors[last].notes.append("  note: \(text)")
                }
            }
        }
        // The driver repeats the messages of the compiler in general terms.
        let precise = errors.filter { !$0.message.hasPrefix("error: ") }
        let shown = (precise.isEmpty ? errors : precise).prefix(Self.limit)
        lines =
            shown.isEmpty
            ? output.split(separator: "\n").suffix(Self.limit).map { String($0) }
            : shown.flatMap { [$0.message] + $0.notes }
    }
}
