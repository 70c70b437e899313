import BenchmarkUsecases
import Usecases

/// Prints figures for `engine.sh`, as plain numbers on one line.
///
/// - `compare COUNT ROUNDS CONTENDER…`: nanoseconds per scene. The contenders take turns, and each contender's fastest
///   round counts.
/// - `peak COUNT CONTENDER`: the peak memory of the process, in bytes.
/// - `stack COUNT`: the largest distance, in bytes, between the stack's positions in any two scenes.
@main enum EngineBenchmark {
    static func main() async throws {
        var arguments = CommandLine.arguments.dropFirst()
        let command = arguments.popFirst()
        guard let count = arguments.popFirst().flatMap({ Int($0) }), count > 0 else { throw WrongUsage() }
        switch command {
        case "compare":
            guard let rounds = arguments.popFirst().flatMap({ Int($0) }), rounds > 0 else { throw WrongUsage() }
            let durations = try await fastest(of: rounds, arguments.map(contender), count: count)
            print(durations.map { "\($0 / .nanoseconds(1) / Double(count))" }.joined(separator: " "))
        case "peak":
            guard let name = arguments.popFirst() else { throw WrongUsage() }
            _ = try await contender(name).time(count)
            print(peakMemory())
        case "stack":
            let scenario = try await StackProbe.interact(
                from: StackProbe.first(of: count), as: .application, with: .measuring)
            switch scenario.goal {
            case .数が尽きた場合_アプリは差を表示(let bytes): print(bytes)
            }
        default:
            throw WrongUsage()
        }
    }

    private static func contender(_ name: String) throws -> Contender {
        guard let contender = Contender(rawValue: name) else { throw WrongUsage() }
        return contender
    }

    private static func fastest(of rounds: Int, _ contenders: [Contender], count: Int) async throws -> [Duration] {
        var fastest = contenders.map { _ in Duration.seconds(Int64.max) }
        for _ in 0..<rounds {
            for (index, contender) in contenders.enumerated() {
                fastest[index] = min(fastest[index], try await contender.time(count))
            }
        }
        return fastest
    }
}

struct WrongUsage: Error {}
