import CAllocations
import Foundation
import UsecasesEngine

/// Prints figures for `client.sh`, as plain numbers on one line.
///
/// - `serve`: prints a port, and answers every request there until it is killed.
/// - `compare PORT COUNT CONCURRENCY ROUNDS CONTENDER…`: calls per second. The contenders take turns, and each
///   contender's best round counts.
/// - `costs PORT COUNT CONCURRENCY CONTENDER…`: the processor time in microseconds and the context switches per call.
/// - `allocations PORT COUNT CONTENDER…`: allocations per call.
/// - `contenders`: the names of the contenders that are built in.
@main enum ClientBenchmark {
    static func main() async throws {
        var arguments = CommandLine.arguments.dropFirst()
        func number() throws -> Int {
            guard let number = arguments.popFirst().flatMap({ Int($0) }), number > 0 else { throw WrongUsage() }
            return number
        }
        switch arguments.popFirst() {
        case "serve": try Server.run()
        case "contenders": print(Contender.allCases.map(\.rawValue).joined(separator: " "))
        case "compare":
            let (port, count, concurrency, rounds) = (try number(), try number(), try number(), try number())
            let loads = try arguments.map { try contender($0).load(port: port) }
            var best = loads.map { _ in 0.0 }
            for _ in 0..<rounds {
                for (index, load) in loads.enumerated() {
                    best[index] = max(best[index], try await throughput(load, count, concurrency))
                }
            }
            print(best.map { "\($0)" }.joined(separator: " "))
        case "costs":
            let (port, count, concurrency) = (try number(), try number(), try number())
            var figures: [Double] = []
            for name in arguments {
                let load = try contender(name).load(port: port)
                _ = try await throughput(load, 10 * concurrency, concurrency)
                let before = Usage()
                _ = try await throughput(load, count, concurrency)
                let after = Usage()
                figures.append((after.microseconds - before.microseconds) / Double(count))
                figures.append(Double(after.switches - before.switches) / Double(count))
            }
            print(figures.map { "\($0)" }.joined(separator: " "))
        case "allocations":
            let (port, count) = (try number(), try number())
            var figures: [Double] = []
            for name in arguments {
                let load = try contender(name).load(port: port)
                _ = try await throughput(load, 100, 1)
                allocations_start()
                _ = try await throughput(load, count, 1)
                figures.append(Double(allocations_stop()) / Double(count))
            }
            print(figures.map { "\($0)" }.joined(separator: " "))
        default: throw WrongUsage()
        }
    }

    private static func contender(_ name: String) throws -> Contender {
        guard let contender = Contender(rawValue: name) else { throw WrongUsage() }
        return contender
    }

    /// Returns the calls per second, with the given number of calls at the same time.
    private static func throughput(_ load: Load, _ count: Int, _ concurrency: Int) async throws -> Double {
        let start = ContinuousClock.now
        try await load(count, concurrency)
        return Double(count) / (start.duration(to: .now) / .seconds(1))
    }
}

/// The resources that this process has used so far.
private struct Usage {
    /// The processor time in the program and in the kernel.
    let microseconds: Double
    let switches: Int

    init() {
        var usage = rusage()
        getrusage(thisProcess, &usage)
        microseconds = [usage.ru_utime, usage.ru_stime].reduce(0) {
            $0 + Double($1.tv_sec) * 1_000_000 + Double($1.tv_usec)
        }
        switches = usage.ru_nvcsw + usage.ru_nivcsw
    }
}

struct WrongUsage: Error {}
