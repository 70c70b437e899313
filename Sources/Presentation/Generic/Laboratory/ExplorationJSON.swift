import Application
import Domain
import Foundation

/// An exploration as JSON, for programs.
struct ExplorationJSON: Encodable {
    struct Scene: Encodable {
        let course: String
        let name: String
        let sentence: String
    }

    struct Scenario: Encodable {
        let scenes: [String]
        let failure: String?
        let ways: Int
    }

    struct Call: Encodable {
        let port: String
        let operation: String
        let arguments: [String]
        let outcome: String
    }

    struct Way: Encodable {
        let scenario: String?
        let calls: [Call]
    }

    let usecase: String
    let title: String
    let sentence: String
    let actors: [String]
    let invocation: String
    let isDurable: Bool
    let scenes: [Scene]
    let scenarios: [Scenario]
    let ways: [Way]
    let findings: [String]

    /// Names are those of the code; `language` is that of the sentences that accompany them.
    init(_ exploration: Exploration, in language: Language) {
        let told = exploration.told(in: language).usecase
        usecase = exploration.usecase.name
        title = exploration.usecase.title
        sentence = told.title
        actors = exploration.usecase.actors.map(\.rawValue)
        invocation =
            switch exploration.usecase.invocation {
            case .command(let text): "\(Product.name) \(text)"
            case .request(let text): text
            }
        isDurable = exploration.usecase.isDurable
        scenes = zip(exploration.usecase.scenes, told.scenes).map { scene, told in
            Scene(course: scene.course.rawValue, name: scene.name, sentence: told.name)
        }
        scenarios = exploration.scenarios.map {
            Scenario(scenes: $0.name.scenes, failure: $0.name.failure, ways: $0.ways)
        }
        ways = exploration.ways.map { way in
            Way(
                scenario: way.scenario?.description,
                calls: way.events.compactMap { event in
                    guard case .call(let call, let outcome) = event else { return nil }
                    return Call(
                        port: call.port, operation: call.operation, arguments: call.arguments, outcome: outcome)
                })
        }
        findings = exploration.findings.map { $0.sentence.text(in: language) }
    }
}

extension Encodable {
    /// One line, its members in alphabetical order, so that equal values are equal texts; harmless on a terminal.
    var jsonLine: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self).harmlessJSON
        }
    }
}
