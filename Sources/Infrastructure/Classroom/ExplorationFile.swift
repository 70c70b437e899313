import CalearningDomain
import Foundation
import Usecases
import UsecasesSystem

/// What the program of the course writes of a use case in JSON, in each language.
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

    /// The same use case, told in both languages.
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

/// What the program of the course reports of a run.
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
