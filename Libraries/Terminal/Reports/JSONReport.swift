import Foundation
import Usecases

/// A report as the single JSON object of `--format json`.
struct JSONReport: Encodable {
    let report: Report
    let language: Language

    private enum CodingKeys: CodingKey {
        case run, usecase, title, sentence, actor, goal, view, values, scenes, startedAt, microseconds, error, secrets
    }

    private enum SceneKeys: CodingKey {
        case course, name, sentence, values, microseconds
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode("\(report.run)", forKey: .run)
        try container.encode(report.usecase, forKey: .usecase)
        try container.encode(report.title.text(in: .ja), forKey: .title)
        try container.encode(report.title.text(in: language), forKey: .sentence)
        try container.encode(report.actor, forKey: .actor)
        try container.encode(JSONValues(report.values), forKey: .values)
        try container.encode("\(report.startedAt)", forKey: .startedAt)
        try container.encode(report.duration.microseconds, forKey: .microseconds)
        var scenes = container.nestedUnkeyedContainer(forKey: .scenes)
        for scene in report.scenes {
            var nested = scenes.nestedContainer(keyedBy: SceneKeys.self)
            try nested.encode(scene.course, forKey: .course)
            try nested.encode(scene.declared.name, forKey: .name)
            try nested.encode(scene.sentence.text(in: language), forKey: .sentence)
            try nested.encode(JSONValues(scene.declared.values), forKey: .values)
            try nested.encode(scene.duration.microseconds, forKey: .microseconds)
        }
        switch report.ending {
        case .goal(let screen):
            try container.encodeIfPresent(report.scenes.last?.declared.name, forKey: .goal)
            try container.encodeIfPresent(screen.name, forKey: .view)
            if !screen.secrets.isEmpty {
                try container.encode(screen.secrets.mapValues { $0.reveal() }, forKey: .secrets)
            }
        case .failure(let error):
            try container.encode(JSONError(error: error, language: language), forKey: .error)
        }
    }
}

/// An error as the member `error` of a JSON report.
private struct JSONError: Encodable {
    let error: ErrorReport
    let language: Language

    private enum CodingKeys: String, CodingKey {
        case kind, name = "case", asciiName = "name", message, status, args, causedBy
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(error.kind, forKey: .kind)
        try container.encode(error.name, forKey: .name)
        try container.encode(error.asciiName, forKey: .asciiName)
        try container.encode(error.message.text(in: language), forKey: .message)
        try container.encodeIfPresent(error.status, forKey: .status)
        try container.encode(error.args, forKey: .args)
        try container.encode(error.causedBy, forKey: .causedBy)
    }
}

/// Values of any type by name.
private struct JSONValues: Encodable {
    private let values: [String: any Encodable]

    init(_ values: [String: any Encodable]) {
        self.values = values
    }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Name.self)
        for (name, value) in values {
            try container.encode(value, forKey: Name(stringValue: name))
        }
    }
}
