public import UsecasesEngine

extension Explorer {
    /// How an exploration draws values beyond the declared examples.
    public struct Draws: Sendable, Hashable {
        /// The seed. Equal seeds draw equal values.
        public var seed: UInt64
        /// The number of values for each place of each path.
        public var count: Int

        /// Draws 100 values for each place by default.
        public init(seed: UInt64, count: Int = 100) {
            self.seed = seed
            self.count = count
        }

        /// The draws of the specification and of the checks. Their seed is constant, so equal programs have equal pages.
        package static let specified = Draws(seed: 0)
    }

    /// Explores the use case like ``explore(_:)``. Then it draws values for inputs and outcomes that declare a generator,
    /// one value in each run, with the other outcomes of an explored path.
    ///
    /// The exploration then has the ``Exploration/boundaries`` of these values, and a problem for each scenario that only
    /// a drawn value reaches. Both have the smallest values. Without `draws`, or without the whole of the paths, nothing is
    /// drawn.
    public func explore<U: Usecase>(_ usecase: U.Type, drawing draws: Draws?) async -> Exploration {
        var exploration = await explore(usecase)
        guard let draws, !exploration.findings.contains(where: \.isAboutEndlessPaths) else { return exploration }
        var known = Set(exploration.ways.compactMap(\.scenario))
        for way in exploration.waysToGoals {
            let run = await run(usecase, along: way, drawing: nil, by: RandomChoices(repeating: []))
            let input = usecase.drawnBeginning.map { _ in (place: DrawnPlace.input, name: "input") }
            for (place, name) in [input].compactMap(\.self) + (await run.places) {
                let search = PlaceSearch(count: draws.count, seed: draws.seed, name: name) { choices in
                    let run = await self.run(usecase, along: way, drawing: place, by: choices)
                    let choices = await run.choices
                    return DrawnCase(
                        choices, PlaceSearch.Found(scenario: await run.scenario, parameters: choices.parameters))
                }
                let (courses, boundaries) = await search.found()
                for course in courses {
                    guard let scenario = course.found.scenario, known.insert(scenario).inserted else { continue }
                    exploration.findings.removeAll { $0.isUnreached(before: scenario) }
                    exploration.findings.append(.drawn(scenario, at: name, course.values))
                }
                exploration.boundaries += boundaries.filter { !exploration.boundaries.contains($0) }
            }
        }
        return exploration
    }

    private func run<U: Usecase>(
        _ usecase: U.Type, along way: Way, drawing place: DrawnPlace?, by choices: RandomChoices
    ) async -> DrawnRun {
        var choices = choices
        let drawn = place == .input ? usecase.drawnBeginning?(&choices) : nil
        let run = DrawnRun(along: way, drawing: place, by: choices)
        await play(from: drawn ?? usecase.beginnings[way.beginning], through: run)
        return run
    }
}

extension Exploration {
    /// The first path of each scenario that reaches a goal.
    fileprivate var waysToGoals: [Way] {
        var known: Set<ScenarioName> = []
        return ways.filter { way in
            guard case .goal = way.ending, let scenario = way.scenario else { return false }
            return known.insert(scenario).inserted
        }
    }
}

extension Finding {
    fileprivate var isAboutEndlessPaths: Bool {
        switch self {
        case .endless, .repeating, .tooMany: true
        case .untranslated, .unreached, .swallowed, .undetermined, .distinguishable, .drawn: false
        }
    }

    /// Whether the scenario reaches the scene that no path has reached.
    fileprivate func isUnreached(before scenario: ScenarioName) -> Bool {
        if case .unreached(let scene) = self { scenario.scenes.contains(scene.name) } else { false }
    }
}

/// The search for the values at one place that change the course.
private struct PlaceSearch {
    struct Found: Sendable {
        let scenario: ScenarioName?
        let parameters: [RandomChoices.Parameter]
    }

    private static let triesToReduce = 500
    private static let mostCourses = 32

    let count: Int
    let seed: UInt64
    let name: String
    /// Plays a run with these choices.
    let play: (RandomChoices) async -> DrawnCase<Found>

    /// Returns the smallest case of each course that was found, and where the course changes along each labelled number of
    /// these cases.
    func found() async -> (courses: [DrawnCase<Found>], boundaries: [Boundary]) {
        var courses: [DrawnCase<Found>] = []
        func add(_ drawn: DrawnCase<Found>) async {
            guard courses.count < Self.mostCourses, !courses.contains(where: { $0.leadsWhere(drawn) }) else { return }
            let smallest = await drawn.reduced(tries: Self.triesToReduce) { choices in
                let other = await play(RandomChoices(repeating: choices))
                return other.leadsWhere(drawn) ? other : nil
            }
            courses.append(smallest)
        }
        await add(await play(RandomChoices(repeating: [])))
        for number in 1...UInt64(max(1, count)) { await add(await play(RandomChoices(seed: seed &+ number))) }
        var boundaries: [Boundary] = []
        var next = 0
        // A course that is found along a number is followed too.
        while next < courses.count {
            let course = courses[next]
            for parameter in course.found.parameters {
                let parts = await parts(along: parameter, of: course)
                for part in parts { await add(part.first) }
                guard parts.count > 1 else { continue }
                let boundary = boundary(of: parts, along: parameter, of: course)
                if !boundaries.contains(boundary) { boundaries.append(boundary) }
            }
            next += 1
        }
        return (courses, boundaries)
    }

    /// Returns the first case of each part of the range with one course.
    private func parts(
        along parameter: RandomChoices.Parameter, of course: DrawnCase<Found>
    ) async -> [(number: UInt64, first: DrawnCase<Found>)] {
        func drawn(_ number: UInt64) async -> DrawnCase<Found> {
            var choices = course.choices
            choices[parameter.index] = number
            return await play(RandomChoices(repeating: choices))
        }
        var parts: [(number: UInt64, first: DrawnCase<Found>)] = []
        var last: UInt64 = 0
        for sample in samples(upTo: parameter.most, course.choices[parameter.index]) {
            var found = (number: sample, first: await drawn(sample))
            if let part = parts.last {
                if part.first.leadsWhere(found.first) {
                    last = sample
                    continue
                }
                // The first number with the course of the sample, if the course changes once since the last sample.
                while found.number - last > 1 {
                    let middle = last + (found.number - last) / 2
                    let between = await drawn(middle)
                    if between.leadsWhere(found.first) { found = (middle, between) } else { last = middle }
                }
            }
            parts.append(found)
            last = sample
        }
        return parts
    }

    private func boundary(
        of parts: [(number: UInt64, first: DrawnCase<Found>)], along parameter: RandomChoices.Parameter,
        of course: DrawnCase<Found>
    ) -> Boundary {
        let ends = parts.dropFirst().map { $0.number - 1 } + [parameter.most]
        let common = ScenarioName.commonScenes(parts.compactMap(\.first.found.scenario))
        return Boundary(
            place: name, label: parameter.label, others: course.values(except: parameter.index),
            parts: zip(parts, ends).map { part, end in
                Boundary.Part(
                    first: parameter.text(part.number), last: parameter.text(end),
                    next: part.first.found.scenario?.step(after: common))
            })
    }

    /// Returns numbers of the range in ascending order: the first ones, powers of two and the numbers beside them, the last ones,
    /// and `known`.
    private func samples(upTo most: UInt64, _ known: UInt64) -> [UInt64] {
        let powers = (5..<63).flatMap { power in [1 << power - 1, 1 << power, 1 << power + 1] as [UInt64] }
        let all = Array(0...32) + powers + [most - min(most, 1), most, known]
        return Set(all.filter { $0 <= most }).sorted()
    }
}

extension DrawnCase<PlaceSearch.Found> {
    /// Whether both cases have the same scenario, and are values of the same kind.
    fileprivate func leadsWhere(_ other: Self) -> Bool {
        found.scenario == other.found.scenario && found.parameters.map(\.label) == other.found.parameters.map(\.label)
    }

    /// The labelled numbers.
    fileprivate var values: [String] { found.parameters.map { "\($0.label): \($0.text(choices[$0.index]))" } }

    /// The labelled numbers that are not the smallest, without the one with this index.
    fileprivate func values(except index: Int) -> [String] {
        zip(found.parameters, values).filter { $0.0.index != index && choices[$0.0.index] > 0 }.map(\.1)
    }
}

extension ScenarioName {
    /// Returns the number of scenes at the beginning that all these scenarios have in common.
    fileprivate static func commonScenes(_ names: [ScenarioName]) -> Int {
        guard let first = names.first else { return 0 }
        return first.scenes.indices.first { index in
            names.contains { $0.scenes.dropFirst(index).first != first.scenes[index] }
        } ?? first.scenes.count
    }

    /// Returns the scene after this many, or the error after the last scene.
    fileprivate func step(after count: Int) -> ScenarioName {
        guard count < scenes.count else { return ScenarioName(scenes: [], failure: failure) }
        let isEnd = count == scenes.count - 1
        return ScenarioName(scenes: [scenes[count]], failure: isEnd ? failure : nil)
    }
}
