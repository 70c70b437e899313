import ArgumentParser
import Foundation

/// Plants mistakes that a programmer could make, and reports which of them pass all specs.
@main
struct Mutants: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Plants mistakes, all of them in one build, and reports which of them pass all specs.",
        discussion: """
            The mistakes are made one at a time. The specs that reach the place of a mistake run first, the fast ones before the \
            slow ones. `Mutants/equivalent.txt` lists mistakes without effect, with reasons. Ends with 1 if more than a tenth \
            passes.
            """)

    /// The share that may pass.
    private static let limit = 0.1

    @Flag(help: "Count the places of each folder. Builds nothing.")
    var list = false
    @Option(help: "Try only so many mistakes, spread over all files.")
    var sample: Int?
    @Option(help: "Which sample. The default is the number of today's day.")
    var seed = Int(Date().timeIntervalSince1970 / 86_400)
    @Flag(help: "Try the mistakes that passed the last time again. Only files of specs may have changed since.")
    var passed = false
    @Flag(help: "List the places that no spec reaches, and try nothing.")
    var unreached = false
    @Option(help: "Where the repository is.")
    var root = "."
    @Argument(help: "Only the places in files whose paths begin so.")
    var paths: [String] = []

    func run() async throws {
        let workshop = Workshop(root: URL(filePath: root).standardizedFileURL)
        let equivalent = try equivalent(of: workshop.root)
        if list {
            let places = try Workshop.places(of: workshop.root, targets: await Workshop.targets(of: workshop.root))
            let missing = equivalent.subtracting(places.map(\.key)).sorted().joined(separator: "\n")
            guard missing.isEmpty else {
                throw ValidationError("Mutants/equivalent.txt has mistakes without a place:\n\(missing)")
            }
            for (folder, places) in Dictionary(grouping: places, by: \.folder).sorted(by: { $0.key < $1.key }) {
                say("\(places.count)\t\(folder)")
            }
            return
        }
        try FileManager.default.createDirectory(at: workshop.folder, withIntermediateDirectories: true)
        let trial = try Trial(workshop: workshop, places: try await workshop.build())
        let reached = try await trial.measure()
        if unreached {
            for place in trial.places where isWanted(place) && !reached.contains(place.number) {
                say("line \(place.line): \(place.key)")
            }
            return
        }
        say("The seed is \(seed).")
        try await trial.run(try chosen(from: trial.places.filter { !equivalent.contains($0.key) }, in: trial))
        guard trial.report() <= Self.limit else { throw ExitCode.failure }
    }

    /// Returns the keys of the mistakes without effect. The lines below each one have its reason.
    private func equivalent(of root: URL) throws -> Set<String> {
        let text = try String(contentsOf: root.appending(path: "Mutants/equivalent.txt"), encoding: .utf8)
        return Set(text.split(separator: "\n").filter { !$0.hasPrefix("#") && !$0.hasPrefix(" ") }.map(String.init))
    }

    private func isWanted(_ place: Place) -> Bool { paths.isEmpty || paths.contains(where: place.file.hasPrefix) }

    private func chosen(from places: [Place], in trial: Trial) throws -> [Place] {
        var chosen = places.filter(isWanted)
        if passed {
            let keys = Set(trial.results.filter(\.value.passed).keys)
            chosen.removeAll { !keys.contains($0.key) }
        }
        guard let sample else { return chosen.spread() }
        let step = max(1, chosen.count / max(1, sample))
        return Array(chosen.indices.filter { $0 % step == seed % step }.map { chosen[$0] }.prefix(sample)).spread()
    }
}

extension [Place] {
    /// The places in an order whose first ones are spread over all files, because many runs are broken off.
    fileprivate func spread() -> [Place] {
        func rank(_ index: Int) -> UInt32 { UInt32(truncatingIfNeeded: index) &* 2_654_435_769 }
        return indices.sorted { rank($0) < rank($1) }.map { self[$0] }
    }
}

extension Place {
    /// The folder for the report, such as `Libraries/Engine`.
    var folder: String { file.split(separator: "/").dropLast().prefix(2).joined(separator: "/") }
}

/// Prints a line at once, also to a file.
func say(_ line: String) {
    print(line)
    fflush(nil)
}
