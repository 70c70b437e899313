import Foundation
import Synchronization
import UsecasesEngine
import UsecasesSystem

/// Runs of the user's program, one after the other, in a separate state directory.
struct CourseTrial: Sendable {
    private static let outputLimit = 8 << 20

    private let program: String
    private let place: Folder
    private let server: CourseTrialServer?
    private let variables: [String: String]
    /// The maximum duration of a run.
    private let seconds: Int

    /// Creates the runs. `place` is an empty folder. `service` is the environment variable with the address of a
    /// service.
    init(program: String, place: Folder, service: String?, seconds: Int = 20) throws {
        self.seconds = seconds
        self.program = program
        self.place = place
        server = try service.map { _ in try CourseTrialServer() }
        variables = zip([service].compactMap(\.self), [server].compactMap(\.self)).reduce(into: [:]) {
            $0[$1.0] = "http://127.0.0.1:\($1.1.port)"
        }
    }

    func stop() { server?.stop() }

    /// Returns the laboratory's exploration of a use case, or `nil` if the use case does not exist.
    func explore(_ usecase: String) async throws -> Result<ExploredUsecase?, Stopped> {
        var files: [ExplorationFile] = []
        for language in Language.allCases {
            let arguments = ["usecases", usecase, "--format", "json", "--language", language.rawValue]
            let result = try await run(arguments)
            if result.ending == .exited(64) { return .success(nil) }
            switch read(ExplorationFile.self, from: result, of: arguments) {
            case .success(let file): files.append(file)
            case .failure(let stopped): return .failure(stopped)
            }
        }
        return .success(ExplorationFile.explored(en: files[0], ja: files[1]))
    }

    /// Returns the differences between the runs and the requirements. Reports only the first run that differs.
    func compare(_ asked: AskedExercise, sentences: [String: Sentence]) async throws -> [Difference] {
        for run in asked.runs ?? [] {
            let command = run.arguments.joined(separator: " ")
            let arguments = run.arguments + ["--format", "json", "--state-dir", place.path(of: "state")]
            let doomed = DoomedRun()
            server?.prepare(run.answers ?? [], killingAt: run.isKilledAt) { doomed.kill() }
            let result = try await self.run(arguments) { doomed.begin($0) }
            let requests = server?.requests ?? []
            if let should = run.requests, should != requests {
                return [.requests(command: command, should: should, does: requests)]
            }
            guard run.scenes != nil else { continue }
            switch read(RunFile.self, from: result, of: run.arguments) {
            case .failure(let stopped): return [stopped.difference]
            case .success(let report):
                let differences = report.differences(from: run) { name in
                    sentences[name] ?? Sentence(en: asked.english?[name] ?? name, ja: name)
                }
                guard differences.isEmpty else { return differences }
            }
        }
        return []
    }

    /// A run without a result.
    struct Stopped: Error {
        let difference: Difference
    }

    /// A run that the trial kills.
    private final class DoomedRun: Sendable {
        private let number = Mutex<pid_t?>(nil)

        func begin(_ number: pid_t) { self.number.withLock { $0 = number } }

        func kill() {
            number.withLock { number in
                if let number { _ = Foundation.kill(-number, SIGKILL) }
            }
        }
    }

    /// Runs the program. The processor time and the size of the files are limited as well, in case this program is
    /// killed. The process receives a signal at the soft limit of time. The hard limit kills it, and this could also
    /// look like a crash.
    private func run(
        _ arguments: [String], whenStarted: @Sendable (pid_t) -> Void = { _ in }
    ) async throws -> BoundedProcess.Result {
        let limited =
            #"ulimit -c 0; ulimit -S -t "$1" && ulimit -H -t "$2" && ulimit -f "$3" && cd "$4" && shift 4 && exec "$@""#
        return try await BoundedProcess(
            command: [
                "sh", "-c", limited, "sh", "\(seconds)", "\(seconds + 5)", "\(Self.outputLimit / 512)", place.path,
                program,
            ] + arguments,
            environment: variables.merging(
                ["PATH": "/usr/bin:/bin", "HOME": place.path, "TMPDIR": place.path, "LC_ALL": "C.UTF-8"]
            ) { $1 },
            timeout: .seconds(seconds), outputLimit: Self.outputLimit
        ).run(whenStarted: whenStarted)
    }

    private func read<File: Decodable>(
        _ type: File.Type, from result: BoundedProcess.Result, of arguments: [String]
    ) -> Result<File, Stopped> {
        let breakdown: Difference.Breakdown
        switch result.ending {
        case .signalled(SIGXFSZ): breakdown = .tooMuchOutput
        // A program may ignore closed output and continue.
        case .timedOut where result.output.utf8.count >= Self.outputLimit: breakdown = .tooMuchOutput
        case .timedOut, .signalled(SIGXCPU): breakdown = .timedOut(seconds: seconds)
        case .signalled(let number): breakdown = .crashed(signal: number)
        case .exited:
            if let file = try? JSONDecoder().decode(type, from: Data(result.output.utf8)) { return .success(file) }
            if result.output.utf8.count >= Self.outputLimit {
                breakdown = .tooMuchOutput
            } else {
                breakdown = .unreadable(beginning: String((result.output + result.errors).prefix(200)))
            }
        }
        return .failure(Stopped(difference: .broken(command: arguments.joined(separator: " "), breakdown: breakdown)))
    }
}

extension RunFile {
    fileprivate func differences(from run: AskedExercise.Run, telling tell: (String) -> Sentence) -> [Difference] {
        let command = run.arguments.joined(separator: " ")
        guard scenes.map(\.name) == run.scenes, error?.case == run.failure else {
            let should = ComparedScenario(
                scenes: (run.scenes ?? []).map(tell), failures: [run.failure].compactMap(\.self))
            let does = ComparedScenario(
                scenes: scenes.map { Sentence(en: $0.sentence, ja: $0.name) },
                failures: [error?.case].compactMap(\.self))
            return [.run(command: command, should: should, does: does)]
        }
        return (run.values ?? [:]).sorted { $0.key < $1.key }.filter { values[$0.key]?.text != $0.value }.map {
            .value(command: command, name: $0.key, should: $0.value, does: values[$0.key]?.text)
        }
    }
}

extension JSON {
    /// The value as written in `exercise.json`.
    fileprivate var text: String {
        switch self {
        case .string(let text): text
        case .integer(let number): "\(number)"
        case .bool(let truth): "\(truth)"
        case .null, .number, .double, .array, .object: "…"
        }
    }
}

/// The exploration of a use case that the course program writes in JSON, in one language.
struct ExplorationFile: Decodable {
    private struct Scene: Decodable {
        let name: String
        let sentence: String
    }

    private struct Call: Decodable {
        let port: String
        let operation: String
        let arguments: [String]
        let outcome: String

        var text: String { "\(PortCallName(port: port, operation: operation, arguments: arguments))=\(outcome)" }
    }

    private struct Way: Decodable {
        let scenario: String?
        let calls: [Call]
    }

    private let actors: [Actor]
    private let scenes: [Scene]
    private let ways: [Way]
    private let findings: [String]

    /// Returns the use case with the sentences of both languages.
    static func explored(en: ExplorationFile, ja: ExplorationFile) -> ExploredUsecase {
        let sentences = en.scenes.map { ($0.name, Sentence(en: $0.sentence, ja: $0.name)) }
        return ExploredUsecase(
            actors: en.actors,
            ways: en.ways.compactMap { way in
                way.scenario.map { scenario in
                    let scenes = scenario.split(separator: " → ").map { String($0) }
                    let failure = scenes.last.flatMap { $0.hasPrefix("✗ ") ? String($0.dropFirst(2)) : nil }
                    return ExploredUsecase.Way(
                        scenes: failure == nil ? scenes : scenes.dropLast(), failure: failure,
                        calls: way.calls.map(\.text))
                }
            },
            isEndless: en.ways.contains { $0.scenario == nil },
            findings: zip(en.findings, ja.findings).map { Sentence(en: $0, ja: $1) },
            sentences: Dictionary(sentences) { first, _ in first })
    }
}

/// The report of a run by the course program.
struct RunFile: Decodable {
    struct Scene: Decodable {
        let name: String
        let sentence: String
    }

    struct Failure: Decodable {
        let `case`: String
    }

    let scenes: [Scene]
    let values: [String: JSON]
    let error: Failure?
}
