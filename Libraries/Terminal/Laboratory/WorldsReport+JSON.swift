import Usecases
import UsecasesLaboratory

/// What going through worlds has come to, for programs.
struct WorldsJSON: Encodable {
    /// An event of the world; `actor` is a letter, and `nil` if the event belongs to no actor.
    public struct Line: Encodable {
        let actor: String?
        let server: Bool
        let kind: WorldStory.Line.Kind
        let text: String
    }

    /// A promise, and the world that breaks it, if one was found.
    public struct Promise: Encodable {
        let name: String
        let sentence: String
        /// `false` also if no world could break it.
        let isKept: Bool
        /// How many worlds could have broken it.
        let worlds: Int
        let breach: String?
        let before: [String]?
        let steps: [Line]?
        let world: WorldFile?
    }

    let worlds: Int
    let moves: Int
    let left: Int
    let combinations: Int
    let apart: Int
    let situations: Int
    let isComplete: Bool
    let switches: Int?
    let seed: UInt64?
    let undertakings: [String]
    let leftOut: [String]
    let stuck: [String]
    let strayed: [String]
    let promises: [Promise]
}

extension WorldsReport {
    /// The report for programs; `language` is that of its sentences.
    public func json(in language: Language) -> WorldsJSON {
        WorldsJSON(
            worlds: report.count.worlds, moves: report.count.moves, left: report.count.prunings,
            combinations: report.plans, apart: report.apart, situations: report.situations,
            isComplete: seed == nil && !report.isCut && report.broken.isEmpty && bounds.switches == nil,
            switches: bounds.switches, seed: seed,
            undertakings: report.undertakings, leftOut: report.leftOut, stuck: report.stuck, strayed: report.strayed,
            promises: promises.map { promise in
                let story = stories.first { $0.broken.name == promise.name }
                return WorldsJSON.Promise(
                    name: promise.name, sentence: promise.sentence.text(in: language),
                    isKept: story == nil && self.worlds(of: promise.name) > 0, worlds: self.worlds(of: promise.name),
                    breach: story?.broken.breach.text(in: language),
                    before: story?.before.map { $0.text(in: language) },
                    steps: story?.lines.map { line in
                        WorldsJSON.Line(
                            actor: line.actor.map { WorldStory.name(ofActor: $0 - 1) }, server: line.isServers,
                            kind: line.kind, text: line.text.text(in: language))
                    },
                    world: story.map { WorldFile($0.broken) })
            })
    }
}
