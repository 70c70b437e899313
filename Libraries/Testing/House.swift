import Foundation
import UsecasesEngine
import UsecasesLaboratory
public import UsecasesTerminal

/// Checks of an application's architecture, with one function for each.
public enum House {
    /// Returns the findings of the laboratory about all use cases, as sentences. A finding is an unreachable scene, an
    /// endless loop, or a lost error. A scene without an English sentence is also a finding, and so is a sentence
    /// without a scene.
    public static func findings<App: TerminalApplication>(in application: App.Type) async -> [String] {
        await Explorations.all(in: application).flatMap { exploration in
            let usecase = exploration.usecase
            let scenes = Set([usecase.title] + usecase.scenes.map(\.name))
            let findings = exploration.findings.map { $0.sentence(about: usecase).text(in: .en) }
            let others = usecase.english.keys.filter { !scenes.contains($0) }.sorted()
            return (findings + others.map { "“\($0)” has an English sentence, but is not a scene." }).map {
                "\(usecase.name): \($0)"
            }
        }
    }

    /// Returns the forbidden imports of the layers in the folder `sources`, as sentences. Domain may import only
    /// `UsecasesEngine`. Application may also import Domain and the laboratory. Infrastructure and Presentation never import
    /// each other. The exceptions are the files that assemble the application. Their names begin with `root`.
    ///
    /// `prefix` is the prefix of the module names, such as `Shop` in `ShopDomain`. Throws an error if the folder cannot
    /// be read.
    public static func forbiddenImports(in sources: String, prefix: String, root: String) throws -> [String] {
        let inner: Set = ["Synchronization", "UsecasesEngine", "UsecasesLaboratory", "\(prefix)Domain"]
        var sentences: [String] = []
        for layer in ["Domain", "Application", "Infrastructure", "Presentation"] {
            for path in try FileManager.default.subpathsOfDirectory(atPath: sources + "/" + layer).sorted() {
                guard path.hasSuffix(".swift") else { continue }
                let text = try String(contentsOfFile: "\(sources)/\(layer)/\(path)", encoding: .utf8)
                for module in modules(importedBy: text).sorted() {
                    let isAllowed =
                        switch layer {
                        case "Domain": module == "UsecasesEngine"
                        case "Application": inner.contains(module)
                        case "Infrastructure": !["Application", "Presentation"].contains { module == prefix + $0 }
                        case _:
                            module != prefix + "Infrastructure"
                                || path.split(separator: "/").last?.hasPrefix(root) == true
                        }
                    if !isAllowed { sentences.append("\(layer)/\(path) imports \(module).") }
                }
            }
        }
        return sentences
    }

    /// Returns the names of the modules that a source file imports.
    package static func modules(importedBy source: String) -> Set<String> {
        let pattern = #/(?m)^\s*(?:@\w+\s+)*(?:\w+\s+)?import\s+(?:[a-z]+\s+)?(\w+)/#
        return Set(source.matches(of: pattern).map { String($0.1) })
    }
}

extension House {
    /// Returns a sentence for each run that continues after a failed port call. No scene may follow the failed call,
    /// and the run must end with its error. Further calls are allowed, such as the return of a reservation. `foreseen`
    /// lists the exceptions by the name of the use case. They are operations that may be followed by a scene even if
    /// they fail, such as `AccountBackend.logOut`.
    ///
    /// It tries every outcome of every call. In a suite with the trait ``Testing/Trait/behaviour``, it covers the
    /// scenarios that end in an error.
    public static func failureFindings<App: TerminalApplication>(
        in application: App.Type, foreseen: [String: Set<String>] = [:]
    ) async -> [String] {
        await Explorations.all(in: application).flatMap { exploration in
            let usecase = exploration.usecase.name
            return exploration.ways.compactMap { way in
                if case .failure = way.ending, let scenario = way.scenario {
                    Coverage.current?.add(scenario, of: usecase)
                }
                return way.unreportedFailure(foreseeing: foreseen[usecase, default: []]).map { "\(usecase): \($0)" }
            }
        }
    }

    /// Returns the flaws of the coverage, as sentences. Every scenario of the applications must have a spec, and a
    /// scenario with a goal must have only one. Every spec must pass, and must be the only spec of a scenario. A spec is
    /// a test in a suite with the trait ``Testing/Trait/behaviour``.
    ///
    /// An earlier run of the specs writes `file`, with its path in the environment variable `USECASES_COVERAGE`. Throws
    /// an error if the file cannot be read.
    public static func coverageFindings(
        in applications: any TerminalApplication.Type..., from file: String? = Coverage.file
    ) async throws -> [String] {
        guard let file else { return ["`USECASES_COVERED` does not say where the coverage is."] }
        let lines = try Data(contentsOf: URL(filePath: file)).split(separator: UInt8(ascii: "\n")).map {
            try JSONDecoder().decode(Coverage.Line.self, from: $0)
        }
        let specs = Dictionary(grouping: lines) { $0.walked }.mapValues { Set($0.map(\.spec)) }
        var scenarios: [Coverage.Walked] = []
        for application in applications {
            for exploration in await Explorations.all(in: application) {
                let usecase = exploration.usecase.name
                scenarios += exploration.scenarios.map { Coverage.Walked(usecase: usecase, scenario: $0.name) }
            }
        }
        let covered = scenarios.map { (scenario: $0, specs: specs[$0, default: []].sorted()) }
        let own = Set(covered.filter { $0.specs.count == 1 }.flatMap(\.specs))
        let idle = Set(lines.map(\.spec)).subtracting(own)
        let failed = Set(lines.filter { !$0.passed }.map(\.spec))
        return covered.filter { $0.specs.isEmpty }.map { "No spec covers \($0.scenario)" }
            + covered.filter { $0.scenario.scenario.failure == nil && $0.specs.count > 1 }.map {
                "Several specs cover \($0.scenario): \($0.specs.joined(separator: ", "))"
            }
            + idle.sorted().map { "This spec covers no scenario of its own: \($0)" }
            + failed.sorted().map { "This spec failed: \($0)" }
    }
}

extension Way {
    /// Returns how the path violates the rule of ``House/failureFindings(in:foreseen:)``, as a sentence, or `nil`.
    fileprivate func unreportedFailure(foreseeing foreseen: Set<String>) -> String? {
        for index in failures {
            guard case .call(let call, let outcome) = events[index],
                !foreseen.contains(where: { call.isMeant(by: $0) })
            else { continue }
            let isFollowed = events[index...].contains { if case .scene = $0 { true } else { false } }
            guard isFollowed || ending != .failure(outcome) else { return nil }
            return "After \(call) failed with \(ErrorWrapper.names(of: outcome).text(in: .en)), the run continues."
        }
        return nil
    }
}
