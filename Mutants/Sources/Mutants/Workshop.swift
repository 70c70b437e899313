import ArgumentParser
import Foundation
import Subprocess

/// The folder where the program with all mistakes is built and tried: a copy of the tracked files.
struct Workshop {
    let root: URL
    var folder: URL { root.appending(path: ".build-mutants") }
    private var copy: URL { folder.appending(path: "copy") }
    private var program: String { copy.appending(path: ".build/debug/calearningPackageTests.xctest").path }
    /// The number of the mistake that the program makes, and a byte for each place that was reached. The programs map it.
    private var state: URL { folder.appending(path: "state") }
    /// The size of the number in the state.
    private let header = 8

    // MARK: Sources

    /// The folders of the targets where mistakes are planted, relative to the root.
    static func targets(of root: URL) async throws -> [String] {
        struct Description: Decodable {
            struct Target: Decodable {
                let path: String, type: String, module_type: String
            }
            let targets: [Target]
        }
        let output = try await output("swift", "package", "describe", "--type", "json", in: root)
        return try JSONDecoder().decode(Description.self, from: Data(output.utf8)).targets
            .filter { ["library", "executable"].contains($0.type) && $0.module_type == "SwiftTarget" }
            .map(\.path)
            .filter { !$0.hasPrefix("Tests") && $0 != "Libraries/Testing" }
    }

    static func places(of root: URL, targets: [String]) throws -> [Place] {
        try targets.flatMap { target in
            try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: target).path)
                .filter { $0.hasSuffix(".swift") && !$0.contains(".docc/") && $0 != "Mutant.swift" }.sorted()
                .flatMap { path in
                    let file = "\(target)/\(path)"
                    return PlaceFinder.places(
                        in: try String(contentsOf: root.appending(path: file), encoding: .utf8), of: file)
                }
        }.numbered()
    }

    // MARK: Building

    /// Copies the tracked files, plants all mistakes in the copy, and builds it. Drops the places that do not compile.
    /// Returns the others.
    func build() async throws -> [Place] {
        let dropped = folder.appending(path: "dropped.txt")
        var unfit = Set(
            (try? String(contentsOf: dropped, encoding: .utf8))?.split(separator: "\n").map(String.init) ?? [])
        let targets = try await Self.targets(of: root)
        let all = try Self.places(of: root, targets: targets)
        let size = header + all.count + 1
        if (try? Data(contentsOf: state))?.count != size { try Data(count: size).write(to: state) }
        for target in targets { try write(Data(runtime(size: size).utf8), to: "\(target)/Mutant.swift") }
        while true {
            let places = all.filter { !unfit.contains($0.key) }
            try await plant(places)
            let start = ContinuousClock.now
            // One build finds the errors of all modules: a module with an error is enough for those that import it.
            let option = ["-Xswiftc", "-Xfrontend", "-Xswiftc", "-experimental-allow-module-with-compiler-errors"]
            let log = try await Self.result(
                of: ["swift", "build", "--build-tests", "--traits", "Server"] + option, in: copy)
            say(
                "\(places.count) places, \(unfit.count) dropped: \(start.duration(to: .now).components.seconds) s of building"
            )
            try log.output.write(to: folder.appending(path: "build.log"), atomically: true, encoding: .utf8)
            let bad = try misfits(in: log.output, places: places)
            if bad.isEmpty {
                guard log.succeeded else {
                    throw ValidationError("The copy does not build:\n\(log.output.suffix(4000))\(log.error)")
                }
                return places
            }
            unfit.formUnion(bad)
            try unfit.sorted().joined(separator: "\n").write(to: dropped, atomically: true, encoding: .utf8)
        }
    }

    private func plant(_ places: [Place]) async throws {
        let places = Dictionary(grouping: places, by: \.file)
        let files = try await Self.output("git", "ls-files", "-z", in: root).split(separator: "\0").map(String.init)
        for file in files {
            guard let content = try? Data(contentsOf: root.appending(path: file)) else { continue }
            let planted = places[file].map { Data($0.planted(in: String(decoding: content, as: UTF8.self)).utf8) }
            if try write(planted ?? content, to: file), planted != nil {
                // What the specs reached in other sources says nothing about these.
                try? FileManager.default.removeItem(at: folder.appending(path: "specs.json"))
            }
            let mode = try FileManager.default.attributesOfItem(atPath: root.appending(path: file).path)[
                .posixPermissions]
            try FileManager.default.setAttributes(
                [.posixPermissions: mode ?? 0o644], ofItemAtPath: copy.appending(path: file).path)
        }
        let known = Set(files)
        for folder in ["Libraries", "Sources", "Tests", "Tool"] {
            for file in try FileManager.default.subpathsOfDirectory(atPath: copy.appending(path: folder).path)
            where file.hasSuffix(".swift") && !file.hasSuffix("Mutant.swift") && !known.contains("\(folder)/\(file)") {
                try FileManager.default.removeItem(at: copy.appending(path: "\(folder)/\(file)"))
            }
        }
    }

    /// Returns whether the file has changed.
    @discardableResult private func write(_ content: Data, to file: String) throws -> Bool {
        let url = copy.appending(path: file)
        // An unchanged file is not compiled again.
        guard (try? Data(contentsOf: url)) != content else { return false }
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try content.write(to: url)
        return true
    }

    /// Returns the keys of the places that the errors are about: the last one before the column in its line, or all of the
    /// declaration, because the compiler names another line of it.
    private func misfits(in log: String, places: [Place]) throws -> Set<String> {
        let keys = Dictionary(uniqueKeysWithValues: places.map { ($0.number, $0.key) })
        let errors = Set(log.split(separator: "\n").filter { $0.contains(": error:") && $0.hasPrefix(copy.path + "/") })
        return try errors.reduce(into: []) { misfits, error in
            func numbers(in text: some StringProtocol) -> [Int] {
                String(text).matches(of: /mutant\((\d+)\)/).compactMap { Int($0.1) }
            }
            let parts = error.split(separator: ":", maxSplits: 3)
            guard let line = Int(parts[1]), let column = Int(parts[2]) else { return }
            let lines = try String(contentsOfFile: String(parts[0]), encoding: .utf8)
                .split(separator: "\n", omittingEmptySubsequences: false)
            var found = numbers(in: lines[line - 1])
            if found.isEmpty {
                let isHead = { (line: Substring) in
                    line.contains(/^( {4})?([a-z@()]+ )*(func|init|var|let|subscript)\b/)
                }
                let start = lines.prefix(line).lastIndex(where: isHead) ?? 0
                let end = lines.dropFirst(line).firstIndex(where: isHead) ?? lines.count
                found = numbers(in: lines[start..<end].joined(separator: "\n"))
            } else if !error.contains("in reasonable time") {
                found = [numbers(in: lines[line - 1].prefix(column + 7)).last ?? found[0]]
            }
            misfits.formUnion(found.compactMap { keys[$0] })
        }
    }

    /// Returns the source that each target has besides its own.
    private func runtime(size: Int) -> String {
        """
        #if canImport(Darwin)
        private import Darwin
        #else
        private import Glibc
        #endif

        nonisolated(unsafe) private let state: UnsafeMutableRawPointer = {
            let file = open("\(state.path)", O_RDWR)
            let memory = mmap(nil, \(size), PROT_READ | PROT_WRITE, file < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED, file, 0)
            close(file)
            return memory!
        }()

        /// Whether the program makes the mistake with this number. Notes that its place was reached.
        @usableFromInline func mutant(_ number: Int) -> Bool {
            state.storeBytes(of: 1, toByteOffset: \(header) + number, as: UInt8.self)
            return state.load(as: Int32.self) == number
        }
        """
    }

    // MARK: Running

    struct Outcome {
        let seconds: Double
        let passed: Bool
        /// The first spec that failed, or why there is none.
        let reason: String
    }

    /// Runs the specs of these files with one mistake. `0` is none.
    func run(_ specs: [String], mistake: Int = 0, seconds: Double) async throws -> Outcome {
        let file = try FileHandle(forUpdating: state)
        try file.write(contentsOf: withUnsafeBytes(of: Int32(mistake)) { Data($0) })
        try file.close()
        let start = ContinuousClock.now
        let filter = "/(" + specs.map { $0.replacing(".", with: #"\."#) }.joined(separator: "|") + "):"
        let log = folder.appending(path: "log").path
        let result = try await Subprocess.run(
            .name("bash"),
            arguments: [
                "-c",
                """
                ulimit -v 20000000
                timeout --kill-after 2 \(Int(seconds.rounded(.up))) "$0" --testing-library swift-testing --filter "$1" >"$2" 2>&1
                status=$?
                pkill -KILL --full "^$3/" || true
                exit $status
                """, program, filter, log, copy.path,
            ],
            environment: .inherit.updating([
                "SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH": "16", "CI": "true",
            ]),
            workingDirectory: .init(copy.path), output: .discarded, error: .discarded)
        let took = start.duration(to: .now) / .seconds(1)
        let text = String(decoding: (try? Data(contentsOf: URL(filePath: log))) ?? Data(), as: UTF8.self)
        let lines = text.split(separator: "\n")
        let passed = result.terminationStatus.isSuccess
        let failed = lines.first { $0.hasPrefix("✘ Test ") }.map(String.init)
        return Outcome(
            seconds: took, passed: passed,
            reason: failed ?? (passed ? "" : lines.last.map { "\(result.terminationStatus): \($0.prefix(150))" } ?? ""))
    }

    /// Forgets which places were reached.
    func forget() throws {
        let size = try FileManager.default.attributesOfItem(atPath: state.path)[.size] as? Int ?? 0
        let file = try FileHandle(forUpdating: state)
        try file.write(contentsOf: Data(count: size))
        try file.close()
    }

    /// The numbers of the places that were reached.
    func reached() throws -> Set<Int> {
        let bytes = try Data(contentsOf: state).dropFirst(header)
        return Set(bytes.enumerated().filter { $0.element != 0 }.map(\.offset))
    }

    /// The names and the contents of the files with specs.
    func specs() throws -> [String: String] {
        let tests = copy.appending(path: "Tests")
        let files = try FileManager.default.subpathsOfDirectory(atPath: tests.path).filter { $0.hasSuffix(".swift") }
        return try files.reduce(into: [:]) { specs, file in
            let content = try String(contentsOf: tests.appending(path: file), encoding: .utf8)
            if content.contains("@Test") { specs[URL(filePath: file).lastPathComponent] = content }
        }
    }

    // MARK: Commands

    private static func output(_ command: String..., in folder: URL) async throws -> String {
        let result = try await result(of: command, in: folder)
        guard result.succeeded else {
            throw ValidationError("\(command.joined(separator: " ")) failed: \(result.error)")
        }
        return result.output
    }

    private static func result(
        of command: [String], in folder: URL
    ) async throws -> (succeeded: Bool, output: String, error: String) {
        let result = try await Subprocess.run(
            .name(command[0]), arguments: .init(Array(command.dropFirst())), workingDirectory: .init(folder.path),
            output: .string(limit: 1 << 28), error: .string(limit: 1 << 24))
        return (result.terminationStatus.isSuccess, result.standardOutput, result.standardError)
    }
}
