import BenchmarkUsecases
import Foundation
import UsecasesEngine
import UsecasesSystem

/// Prints figures for `engine.sh`, as plain numbers on one line. Files are created in DIRECTORY.
///
/// - `compare DIRECTORY COUNT ROUNDS CONTENDER…`: nanoseconds per scene. The contenders take turns, and each contender's
///   fastest round counts.
/// - `peak DIRECTORY COUNT CONTENDER`: the peak memory of the process, in bytes.
/// - `stack DIRECTORY COUNT`: the largest distance, in bytes, between the stack's positions in any two scenes.
@main enum EngineBenchmark {
    static func main() async throws {
        var arguments = CommandLine.arguments.dropFirst()
        func number() throws -> Int {
            guard let number = arguments.popFirst().flatMap({ Int($0) }), number > 0 else { throw WrongUsage() }
            return number
        }
        guard let command = arguments.popFirst(), let directory = arguments.popFirst() else { throw WrongUsage() }
        let count = try number()
        switch command {
        case "compare":
            let rounds = try number()
            let contenders = try arguments.map(contender)
            var fastest = contenders.map { _ in Duration.seconds(Int64.max) }
            for _ in 0..<rounds {
                for (index, contender) in contenders.enumerated() {
                    fastest[index] = min(fastest[index], try await contender.time(count, in: directory))
                }
            }
            print(fastest.map { "\($0 / .nanoseconds(1) / Double(count))" }.joined(separator: " "))
        case "peak":
            _ = try await contender(arguments.popFirst() ?? "").time(count, in: directory)
            print(peakMemory())
        case "stack":
            let scenario = try await StackProbe.interact(
                from: StackProbe.first(of: count), as: .application,
                with: Dependencies(clock: SystemClock(), randomSource: SystemRandomSource()))
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

    /// Returns the peak memory of this process, in bytes.
    private static func peakMemory() -> Int {
        let thisProcess: CInt = 0  // RUSAGE_SELF, whose imported type differs between platforms
        var usage = rusage()
        getrusage(thisProcess, &usage)
        return usage.ru_maxrss * memoryUnit
    }
}

#if canImport(Darwin)
private let memoryUnit = 1
#else
private let memoryUnit = 1024
#endif

struct WrongUsage: Error {}
