public import UsecasesEngine

/// All scenarios of a use case, with the paths that lead to them and the problems that were found.
public struct Exploration: Sendable {
    package let usecase: UsecaseDescription
    /// The paths, in the order of the outcomes in their catalogues.
    package let ways: [Way]
    package internal(set) var findings: [Finding]
    /// The called operations that can neither wait nor fail. They are in recordings, but not in the paths, because they
    /// have no outcomes to choose from.
    package let instantOperations: Set<String>
    /// The numbers in drawn values where the course changes. Empty without drawn values.
    public internal(set) var boundaries: [Boundary] = []

    /// The scenarios without duplicates, in the order of their discovery, with the number of paths that lead to each.
    public var scenarios: [(name: ScenarioName, ways: Int)] {
        var order: [ScenarioName] = []
        var counts: [ScenarioName: Int] = [:]
        for case let name? in ways.map(\.scenario) {
            if counts[name] == nil { order.append(name) }
            counts[name, default: 0] += 1
        }
        return order.map { ($0, counts[$0] ?? 0) }
    }

    /// The problems that were found, such as a scene that nothing leads to. Empty for a use case without a problem.
    public var problems: [Sentence] { findings.map { $0.sentence(about: usecase) } }
}

/// The author's description of a use case.
public struct UsecaseDescription: Sendable, Hashable {
    package struct Declared: Sendable, Hashable {
        package let course: Course
        package let name: String
    }

    package let name: String
    package internal(set) var title: String
    /// The English versions of the title and of the scene names, keyed by the Japanese ones.
    package let english: [String: String]
    /// The actors in alphabetical order.
    package let actors: [Actor]
    package let invocation: Invocation
    package let isDurable: Bool
    /// Sets of goals that the actor must not be able to distinguish.
    package let indistinguishable: [Set<String>]
    /// The scenes, ordered by course.
    package internal(set) var scenes: [Declared]

    package init<U: Usecase>(_ usecase: U.Type) {
        name = U.name
        title = U.title
        english = U.english
        actors = U.actors.sorted { $0.rawValue < $1.rawValue }
        invocation = U.invocation
        isDurable = U.isDurable
        indistinguishable = U.indistinguishable
        scenes =
            U.Basics.declaredNames.map { Declared(course: .basic, name: $0) }
            + U.Alternatives.declaredNames.map { Declared(course: .alternative, name: $0) }
            + U.Goals.declaredNames.map { Declared(course: .goal, name: $0) }
    }
}

extension UsecaseDescription {
    /// Returns the description with the scenes of each course in the order of these names. Other scenes come last.
    func ordered(by names: [String]) -> UsecaseDescription {
        let places = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
        var ordered = self
        ordered.scenes = Course.allCases.flatMap { course in
            let own = scenes.filter { $0.course == course }.enumerated()
            return own.sorted {
                (places[$0.element.name] ?? .max, $0.offset) < (places[$1.element.name] ?? .max, $1.offset)
            }.map(\.element)
        }
        return ordered
    }
}

extension UsecaseDescription {
    /// The title and the scenes without an English sentence, or with a duplicate one.
    var untranslated: [String] {
        let names = [title] + scenes.map(\.name)
        // A name in ASCII is itself an English sentence.
        let sentences = names.map { english[$0] ?? ($0.utf8.allSatisfy { $0 < 0x80 } ? $0 : nil) }
        let counts = Dictionary(grouping: sentences.compactMap(\.self)) { $0 }.mapValues(\.count)
        return zip(names, sentences).filter { _, sentence in sentence.map { counts[$0] != 1 } ?? true }.map(\.0)
    }
}

extension Exploration {
    /// Returns the exploration with the sentences of its scenes and errors in the language instead of their names.
    public func localized(in language: Language) -> Exploration {
        guard language != .ja else { return self }
        let tell = { name in usecase.sentence(name).text(in: language) }
        return Exploration(
            usecase: usecase.localized(by: tell), ways: ways.map { $0.localized(by: tell, in: language) },
            findings: findings, instantOperations: instantOperations,
            boundaries: boundaries.map { $0.localized(in: language, of: usecase) })
    }
}

extension UsecaseDescription {
    /// Returns the title or the name of a scene, in all languages.
    fileprivate func sentence(_ name: String) -> Sentence { Sentence(en: english[name] ?? name, ja: name) }

    fileprivate func localized(by tell: (String) -> String) -> UsecaseDescription {
        var localized = self
        localized.title = tell(title)
        localized.scenes = scenes.map { Declared(course: $0.course, name: tell($0.name)) }
        return localized
    }
}

extension Way {
    fileprivate func localized(by tell: (String) -> String, in language: Language) -> Way {
        func localized(_ scene: SceneText) -> SceneText { scene.named(tell(scene.name)) }
        let ending: Ending =
            switch ending {
            case .goal(let goal): .goal(localized(goal))
            case .failure(let error): .failure(ErrorWrapper.names(of: error).text(in: language))
            case .endless(let scenes): .endless(scenes.map(tell))
            }
        let events = events.map { event -> Event in
            switch event {
            case .scene(let scene): .scene(localized(scene))
            case .call(let call, let outcome):
                .call(call, outcome: ErrorWrapper.names(of: outcome).text(in: language))
            }
        }
        return Way(
            beginning: beginning, events: events, ending: ending, failures: failures, changes: changes, reached: reached
        )
    }
}

extension Boundary {
    fileprivate func localized(in language: Language, of usecase: UsecaseDescription) -> Boundary {
        let parts = parts.map { part in
            Part(first: part.first, last: part.last, next: part.next?.localized(in: language, of: usecase))
        }
        return Boundary(place: place, label: label, others: others, parts: parts)
    }
}

extension ScenarioName {
    /// Returns the name in the language, like ``Exploration/localized(in:)``. `usecase` is its use case.
    public func localized(in language: Language, of usecase: UsecaseDescription) -> ScenarioName {
        ScenarioName(
            scenes: scenes.map { usecase.sentence($0).text(in: language) },
            failure: failure.map { ErrorWrapper.names(of: $0).text(in: language) })
    }
}
