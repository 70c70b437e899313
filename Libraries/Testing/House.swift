import Foundation
public import Testing
import UsecasesEngine
public import UsecasesLaboratory

/// Checks of an application's architecture, with one function for each. A check records an issue for each finding.
public enum House {
    /// Expects that the laboratory has no findings about any use case. A finding is an unreachable scene, an endless
    /// loop, or a lost error. Other findings are a scene without an English sentence, a sentence without a scene, and a
    /// key that a use case uses and that is missing in `keys`.
    public static func expectNoFindings<App: ExplorableApplication>(
        in application: App.Type, sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        record(await findings(in: application), sourceLocation)
    }

    package static func findings<App: ExplorableApplication>(in application: App.Type) async -> [String] {
        let keys = Set(App.keys.map(\.name))
        return await Explorations.all(in: application).flatMap { exploration in
            let usecase = exploration.usecase
            let scenes = Set([usecase.title] + usecase.scenes.map(\.name))
            let findings = exploration.problems.map { $0.text(in: .en) }
            let others = usecase.english.keys.filter { !scenes.contains($0) }.sorted()
            let missing = Set(exploration.ways.flatMap(\.keys)).subtracting(keys).sorted()
            return
                (findings + others.map { "“\($0)” has an English sentence, but is not a scene." }
                + missing.map { "It uses the key “\($0)”, which is missing in `\(App.self).keys`." })
                .map { "\(usecase.name): \($0)" }
        }
    }

    /// Expects that `usecases` of the application lists every use case that a file in the folder `sources` declares, as
    /// in `enum Greet: Usecase`. Throws an error if the folder cannot be read.
    public static func expectListedUsecases<App: ExplorableApplication>(
        of application: App.Type, in sources: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        record(try unlistedUsecases(of: application, in: sources), sourceLocation)
    }

    package static func unlistedUsecases<App: ExplorableApplication>(
        of application: App.Type, in sources: String
    ) throws -> [String] {
        let listed = Set(App.usecases.map { $0.name })
        let declaration = #/(?m)^ *(?:\w+ )*(?:enum|extension) (\w+)\s*:[^{]*\bUsecase\b/#
        return try swiftFiles(in: sources).flatMap { path, text in
            text.matches(of: declaration).map { String($0.1) }.filter { !listed.contains($0) }.map {
                "\(path) declares the use case \($0), which is missing in `\(App.self).usecases`."
            }
        }
    }

    /// Expects that the layers in the folder `sources` import only what they may. Domain may import only
    /// `UsecasesEngine`. Application may also import Domain and the laboratory. Infrastructure and Presentation never import
    /// each other. The exceptions are the files that assemble the application. Their names begin with `root`.
    ///
    /// `prefix` is the prefix of the module names, such as `Shop` in `ShopDomain`. Throws an error if the folder cannot
    /// be read.
    public static func expectAllowedImports(
        in sources: String, prefix: String, root: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        record(try forbiddenImports(in: sources, prefix: prefix, root: root), sourceLocation)
    }

    package static func forbiddenImports(in sources: String, prefix: String, root: String) throws -> [String] {
        let inner: Set = ["Synchronization", "UsecasesEngine", "UsecasesLaboratory", "\(prefix)Domain"]
        var sentences: [String] = []
        for layer in ["Domain", "Application", "Infrastructure", "Presentation"] {
            for (path, text) in try swiftFiles(in: "\(sources)/\(layer)") {
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

    private static func swiftFiles(in folder: String) throws -> [(path: String, text: String)] {
        try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".swift") }.sorted().map {
            ($0, try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8))
        }
    }

    /// Expects that the folder has these pages, by the names of their files, and no other `.md`. An application in a
    /// terminal makes them with `TerminalApplication.specification`.
    ///
    /// If the environment has `USECASES_PAGES=write`, it writes the pages instead, and removes all others. Throws an error
    /// if it cannot write or remove a page.
    public static func expectCurrentPages(
        _ pages: [String: String], in folder: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let isWriting = ProcessInfo.processInfo.environment["USECASES_PAGES"] == "write"
        record(try stalePages(pages, in: folder, writing: isWriting), sourceLocation)
    }

    package static func stalePages(_ pages: [String: String], in folder: String, writing: Bool) throws -> [String] {
        let name = URL(filePath: folder).lastPathComponent
        let existing = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
        let others = existing.filter { $0.hasSuffix(".md") && pages[$0] == nil }.sorted()
        guard writing else {
            let stale = pages.filter { (try? String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8)) != $1 }
            return stale.keys.sorted().map { "\(name)/\($0) is missing or stale: run `make specification`." }
                + others.map { "\(name)/\($0) is the page of no subject: run `make specification`." }
        }
        for page in others { try FileManager.default.removeItem(atPath: "\(folder)/\(page)") }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for (page, text) in pages { try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(page)")) }
        return []
    }

    /// Records an issue for each finding. An expectation over a list would not show its elements.
    static func record(_ findings: [String], _ sourceLocation: SourceLocation) {
        for finding in findings { Issue.record("\(finding)", sourceLocation: sourceLocation) }
    }
}

extension House {
    /// Expects that no run continues after a failed port call. No scene may follow the failed call, and the run must end
    /// with its error. Further calls are allowed, such as the return of a reservation. `foreseen` lists the exceptions by
    /// the name of the use case. They are operations that may be followed by a scene even if they fail, such as
    /// `AccountBackend.logOut`.
    ///
    /// It tries every outcome of every call. In a suite with the trait ``Testing/Trait/behaviour``, it covers the
    /// scenarios that end in an error.
    public static func expectReportedFailures<App: ExplorableApplication>(
        in application: App.Type, foreseen: [String: Set<String>] = [:],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        record(await failureFindings(in: application, foreseen: foreseen), sourceLocation)
    }

    package static func failureFindings<App: ExplorableApplication>(
        in application: App.Type, foreseen: [String: Set<String>] = [:]
    ) async -> [String] {
        var findings: [String] = []
        for exploration in await Explorations.all(in: application) {
            let usecase = exploration.usecase.name
            for way in exploration.ways {
                if case .failure = way.ending, let scenario = way.scenario {
                    Coverage.current?.add(scenario, of: usecase)
                }
                guard let finding = way.unreportedFailure(foreseeing: foreseen[usecase, default: []]) else { continue }
                // Many paths can have the same finding.
                if !findings.contains("\(usecase): \(finding)") { findings.append("\(usecase): \(finding)") }
            }
        }
        return findings
    }

    /// Expects that every scenario of the applications has a spec, and a scenario with a goal only one. Every spec must
    /// pass, and must be the only spec of a scenario. A spec is a test in a suite with the trait
    /// ``Testing/Trait/behaviour``. Prints the number of scenarios if the specs cover them all.
    ///
    /// An earlier run of the specs writes `file`, with its path in the environment variable `USECASES_COVERAGE`. Throws
    /// an error if the file cannot be read.
    public static func expectCoverage(
        of applications: any ExplorableApplication.Type..., from file: String? = Coverage.file,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let (count, findings) = try await coverage(of: applications, from: file)
        record(findings, sourceLocation)
        if findings.isEmpty { print("The specs cover all \(count) scenarios.") }
    }

    package static func coverage(
        of applications: [any ExplorableApplication.Type], from file: String?
    ) async throws -> (scenarios: Int, findings: [String]) {
        guard let file else { return (0, ["`USECASES_COVERED` does not say where the coverage is."]) }
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
        let findings =
            covered.filter { $0.specs.isEmpty }.map { "No spec covers \($0.scenario)" }
            + covered.filter { $0.scenario.scenario.failure == nil && $0.specs.count > 1 }.map {
                "Several specs cover \($0.scenario): \($0.specs.joined(separator: ", "))"
            }
            + idle.sorted().map { "This spec covers no scenario of its own: \($0)" }
            + failed.sorted().map { "This spec failed: \($0)" }
        return (scenarios.count, findings)
    }
}

extension Way {
    /// The names of the keys that the path uses.
    fileprivate var keys: [String] {
        events.flatMap { event -> [String] in
            guard case .call(let call, _) = event, call.port == Port<any DataStore>.name else { return [] }
            // Other arguments are values. A value may also follow the name, as in `hasMetUser: true`.
            let named = call.operation == "save(_:deleting:)" ? call.arguments[...] : call.arguments.prefix(1)
            return named.compactMap { $0.split(separator: ": ", maxSplits: 1).first.map { String($0) } }
        }
    }

    /// Returns how the path violates the rule of ``House/expectReportedFailures(in:foreseen:sourceLocation:)``, as a
    /// sentence, or `nil`.
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
