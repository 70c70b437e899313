import Foundation

/// Prints figures for `laboratory.sh`, as plain numbers on one line.
///
/// `compare DIRECTORY COUNT ROUNDS CONTENDER…`: nanoseconds per scene. The contenders take turns, and each contender's
/// fastest round counts.
@main enum LaboratoryBenchmark {
    static func main() async throws {
        var arguments = CommandLine.arguments.dropFirst()
        guard arguments.popFirst() == "compare", let directory = arguments.popFirst(),
            let count = arguments.popFirst().flatMap({ Int($0) }), count > 0,
            let rounds = arguments.popFirst().flatMap({ Int($0) }), rounds > 0
        else { throw WrongUsage() }
        let contenders = try arguments.map { name in
            guard let contender = Contender(rawValue: name) else { throw WrongUsage() }
            return contender
        }
        var fastest = contenders.map { _ in Duration.seconds(Int64.max) }
        for _ in 0..<rounds {
            for (index, contender) in contenders.enumerated() {
                fastest[index] = min(fastest[index], try await contender.time(count, in: directory))
            }
        }
        print(fastest.map { "\($0 / .nanoseconds(1) / Double(count))" }.joined(separator: " "))
    }
}

struct WrongUsage: Error {}
