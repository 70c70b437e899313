import Foundation
import UsecasesEngine

/// A JSON object with members of any type. A member without a value is absent.
struct JSONMembers: Encodable, ExpressibleByDictionaryLiteral {
    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    private let members: [String: any Encodable]

    init(_ members: [String: any Encodable]) {
        self.members = members
    }

    init(dictionaryLiteral members: (String, (any Encodable)?)...) {
        self.init(Dictionary(members.compactMap { name, value in value.map { (name, $0) } }) { $1 })
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Name.self)
        for (name, value) in members { try container.encode(value, forKey: Name(stringValue: name)) }
    }
}

extension Encodable {
    /// The JSON on one line, harmless on a terminal. Its members are sorted, so equal values have equal text.
    var jsonLine: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self).harmlessJSON
        }
    }
}

/// A report as the single JSON object of `--format json`.
struct JSONReport: Encodable {
    let report: Report
    let language: Language

    func encode(to encoder: any Encoder) throws {
        var (goal, view, secrets, error): (String?, String?, [String: String]?, JSONMembers?)
        switch report.ending {
        case .goal(let screen):
            (goal, view) = (report.scenes.last?.declared.name, screen.name)
            if !screen.secrets.isEmpty { secrets = screen.secrets.mapValues { $0.reveal() } }
        case .failure(let report): error = members(of: report)
        }
        let members: JSONMembers = [
            "run": "\(report.run)", "usecase": report.usecase, "title": report.title.text(in: .ja),
            "sentence": report.title.text(in: language), "actor": report.actor, "values": JSONMembers(report.values),
            "startedAt": "\(report.startedAt)", "microseconds": report.duration.microseconds,
            "scenes": report.scenes.map(members), "goal": goal, "view": view, "secrets": secrets, "error": error,
        ]
        try members.encode(to: encoder)
    }

    private func members(of scene: Report.Scene) -> JSONMembers {
        [
            "course": scene.course, "name": scene.declared.name, "sentence": scene.sentence.text(in: language),
            "values": JSONMembers(scene.declared.values), "microseconds": scene.duration.microseconds,
        ]
    }

    private func members(of error: ErrorReport) -> JSONMembers {
        [
            "kind": error.kind, "case": error.name, "name": error.asciiName,
            "message": error.message.text(in: language), "status": error.status, "args": error.args,
            "causedBy": error.causedBy,
        ]
    }
}
